// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract that the dispatches of a request share its session, which keeps their changes. */
abstract class DispatchContract extends ContractTopic {
  private static final int CONFLICT = 409;

  DispatchContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    return List.of(
        ContractApplication.at("")
            .errorPage(CONFLICT, "/error-page")
            .errorPage(500, "/error-page")
            .filter(countAfterwards())
            .page("/count", CommonPages::count)
            .page("/read", CommonPages::read)
            .page("/forward", (q, r) -> to("/count", q).forward(q, r))
            .page("/include", DispatchContract::include)
            .page("/same", DispatchContract::same)
            .page("/same-inner", DispatchContract::sameInner)
            .page("/error", (q, r) -> r.sendError(CONFLICT))
            .page("/error-page", CommonPages::count)
            .page("/fail", DispatchContract::fail)
            .page("/async", DispatchContract::async)
            .page("/async-in-time", DispatchContract::asyncWithoutEnd)
            .page("/async-dispatch", (q, r) -> q.startAsync().dispatch("/count"))
            .page("/async-again", DispatchContract::asyncAgain));
  }

  /** Returns a filter that changes the session after the page, if the request asks for it. */
  private static Filter countAfterwards() {
    return (request, response, chain) -> {
      chain.doFilter(request, response);
      if (request.getParameter("filtered") != null) {
        CommonPages.increment(((HttpServletRequest) request).getSession());
      }
    };
  }

  private static RequestDispatcher to(String path, HttpServletRequest request) {
    return request.getRequestDispatcher(path);
  }

  private static void include(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    response.getWriter().print("included ");
    to("/count", request).include(request, response);
  }

  private static void same(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    request.getSession().setAttribute("outer", "set");
    request.setAttribute("outer session", request.getSession().getId());
    to("/same-inner", request).include(request, response);
    response.getWriter().print(" " + request.getSession().getAttribute("inner"));
  }

  private static void sameInner(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    boolean same = request.getSession().getId().equals(request.getAttribute("outer session"));
    response.getWriter().print(same + " " + request.getSession().getAttribute("outer"));
    request.getSession().setAttribute("inner", "set");
  }

  private static void fail(HttpServletRequest request, HttpServletResponse response) {
    throw new IllegalStateException("on purpose");
  }

  /** Changes the session and never completes: the container ends the request. */
  private static void asyncWithoutEnd(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().setAttribute("before", "kept");
    request.startAsync().setTimeout(200);
  }

  /** Dispatches to itself, as frameworks do once they have got their answer. */
  private static void asyncAgain(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (request.getDispatcherType() == DispatcherType.ASYNC) {
      CommonPages.count(request, response);
    } else {
      request.startAsync().dispatch();
    }
  }

  private static void async(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext context = request.startAsync();
    context.start(
        () -> {
          try {
            HttpServletRequest later = (HttpServletRequest) context.getRequest();
            context.getResponse().getWriter().print(CommonPages.increment(later.getSession()));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } finally {
            context.complete();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"/forward", "/include", "/async", "/async-dispatch", "/async-again"})
  void isKept_whenADispatchedPageBeginsIt(String path) {
    assertKept(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/error", "/fail"})
  void isKept_whenAnErrorPageBeginsIt(String path) {
    assertKept(path);
  }

  private void assertKept(String path) {
    assertThat(browser.get(a, path).body()).endsWith("1");
    assertThat(browser.cookie()).isNotNull();

    assertThat(browser.get(b, path).body()).endsWith("2");
    assertThat(browser.get(a, "/count").body()).isEqualTo("3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/forward", "/include", "/async", "/async-dispatch", "/async-again"})
  void survivesItsNode_asADispatchedPageLeftIt(String path) {
    assertSurvives(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/error", "/fail"})
  void survivesItsNode_asAnErrorPageLeftIt(String path) {
    assertSurvives(path);
  }

  private void assertSurvives(String path) {
    browser.get(a, "/count");
    browser.get(a, path);

    a.kill();

    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("2");
  }

  @Test
  void isOneAndTheSame_inAnIncludedPage() {
    assertThat(browser.get(a, "/same").body()).isEqualTo("true set set");
    assertThat(browser.get(b, "/read?name=inner").body()).isEqualTo("set");
  }

  @Test
  void keepsWhatAFilterChangesAfterThePage() {
    browser.get(a, "/count");

    assertThat(browser.get(a, "/count?filtered=yes").body()).isEqualTo("2");

    assertThat(browser.get(b, "/read?name=count").body()).isEqualTo("3");
  }

  @Test
  void survivesItsNode_whenAnAsynchronousRequestRanOutOfTime() {
    browser.get(a, "/count");

    assertThat(browser.get(a, "/async-in-time").status()).isEqualTo(500);
    a.kill();

    assertThat(browser.get(b, "/read?name=before").body()).isEqualTo("kept");
  }

  @Test
  void keepsTheStatusOfAnErrorPage() {
    assertThat(browser.get(a, "/error").status()).isEqualTo(CONFLICT);
  }

  @Test
  void losesNothing_whenAsynchronousRequestsRunInParallel() {
    browser.get(a, "/count");
    List<CompletableFuture<Answer>> requests =
        IntStream.range(0, 6).mapToObj(i -> browser.begin(a, "/async")).toList();

    assertThat(requests).allSatisfy(request -> assertThat(request.join().status()).isEqualTo(200));

    String count = browser.get(b, "/read?name=count").body();
    assertThat(browser.get(a, "/read?name=count").body()).isEqualTo(count);
  }
}
