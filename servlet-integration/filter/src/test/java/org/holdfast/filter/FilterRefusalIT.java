// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.holdfast.contract.Answer;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.holdfast.contract.Http10Client;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The response of each container if a success would be wrong. */
class FilterRefusalIT {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Browser browser = new Browser();

  static Stream<ContainerUnderTest> containers() {
    return Stream.<Supplier<ContainerUnderTest>>of(
            JettyUnderTest::new,
            UndertowUnderTest::new,
            GrizzlyUnderTest::new,
            TomcatUnderTest::new)
        .map(Supplier::get);
  }

  /** Containers with HTTP/2, pages, and whether the page is asked for first on its connection. */
  static Stream<Arguments> pagesOfHttp2() {
    return Stream.of(
        Arguments.of(new UndertowUnderTest(), "/slow-after-flush", true),
        Arguments.of(new UndertowUnderTest(), "/slow-after-flush", false),
        Arguments.of(new TomcatUnderTest(), "/slow-after-flush", true),
        Arguments.of(new TomcatUnderTest(), "/slow-after-flush", false),
        Arguments.of(new TomcatUnderTest(), "/asynchronous-after-flush", false));
  }

  private ContractCluster cluster(ContainerUnderTest container) {
    return new ContractCluster(container, 2, () -> List.of(application()));
  }

  private ContractApplication application() {
    return ContractApplication.at("")
        .page("/read", (q, r) -> r.getWriter().print(q.getSession().getAttribute("x")))
        .page("/put", (q, r) -> q.getSession().setAttribute("x", new ArrayList<>(List.of("one"))))
        .page(
            "/slow",
            (q, r) -> {
              q.getSession().setAttribute("x", "late");
              pass();
              r.getWriter().print("done");
            })
        .page(
            "/slow-then-throws",
            (q, r) -> {
              q.getSession().setAttribute("x", "late");
              pass();
              q.getSession().setAttribute("y", "later");
              r.flushBuffer();
              throw new ServletException("of no interest any more");
            })
        .page(
            "/slow-after-flush",
            (q, r) -> {
              q.getSession();
              r.getWriter().print("part");
              r.flushBuffer();
              pass();
              q.getSession().setAttribute("x", "late");
              r.getWriter().print("rest");
            })
        .page(
            "/slow-after-its-length",
            (q, r) -> {
              q.getSession();
              r.setContentLength(4);
              r.getOutputStream().print("done");
              pass();
              q.getSession().setAttribute("x", "late");
            })
        .page("/includes-slow", (q, r) -> q.getRequestDispatcher("/slow-large").include(q, r))
        .page(
            "/slow-large",
            (q, r) -> {
              q.getSession().setAttribute("x", "late");
              pass();
              r.getWriter().print("done".repeat(20_000));
            })
        .page("/asynchronous-after-flush", this::goOnElsewhere)
        .page("/spoil", FilterRefusalIT::spoil);
  }

  /** Sends part of the response, and the rest from another thread. */
  private void goOnElsewhere(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    AsyncContext async = request.startAsync();
    HttpSession session = request.getSession();
    response.getWriter().print("part");
    response.flushBuffer();
    async.start(
        () -> {
          try {
            pass();
            session.setAttribute("x", "late");
            async.getResponse().getWriter().print("rest");
          } catch (IOException | IllegalStateException e) {
            // The session is lost, and so is the response.
          } finally {
            async.complete();
          }
        });
  }

  private void pass() throws IOException {
    reached.countDown();
    try {
      if (!goOn.await(20, TimeUnit.SECONDS)) {
        throw new IOException("nobody let the page go on within 20 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Makes an attribute unfit for replication after it was accepted. */
  @SuppressWarnings("unchecked")
  private static void spoil(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    List<Object> list = (List<Object>) request.getSession().getAttribute("x");
    list.add(new Thread(() -> {}));
    response.getWriter().print("saved, it says");
  }

  @ParameterizedTest
  @MethodSource("containers")
  void asksTheClientToComeBack_whenAnotherNodeTookTheSessionWhileThePageRan(
      ContainerUnderTest container) throws Exception {
    assertAskedToComeBack(container, "/slow");
  }

  /** In the middle of the include, where the headers and the status leave. */
  @ParameterizedTest
  @MethodSource("containers")
  void asksTheClientToComeBack_whenAnotherNodeTookTheSessionOfAnIncludedPage(
      ContainerUnderTest container) throws Exception {
    assertAskedToComeBack(container, "/includes-slow");
  }

  private void assertAskedToComeBack(ContainerUnderTest container, String path) throws Exception {
    try (ContractCluster nodes = cluster(container)) {
      browser.get(nodes.node(0), "/put");
      CompletableFuture<Answer> slow = browser.begin(nodes.node(0), path);
      assertThat(reached.await(15, TimeUnit.SECONDS)).isTrue();
      assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
      goOn.countDown();

      Answer answer = slow.get(20, TimeUnit.SECONDS);

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("Retry-After")).contains("1");
      assertThat(answer.body()).doesNotContain("done");
      assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void asksTheClientToComeBack_whenTheRefusedPageThrows(ContainerUnderTest container)
      throws Exception {
    try (ContractCluster nodes = cluster(container)) {
      browser.get(nodes.node(0), "/put");
      CompletableFuture<Answer> slow = browser.begin(nodes.node(0), "/slow-then-throws");
      assertThat(reached.await(15, TimeUnit.SECONDS)).isTrue();
      browser.get(nodes.node(1), "/read");
      goOn.countDown();

      assertThat(slow.get(20, TimeUnit.SECONDS).status()).isEqualTo(503);
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void breaksTheResponse_whenPartOfItWasOutBeforeTheSessionWasLost(ContainerUnderTest container)
      throws Exception {
    assertBroken(container, "/slow-after-flush");
  }

  /** The first request of a connection without TLS is one of HTTP/1.1 that asks for HTTP/2. */
  @ParameterizedTest
  @MethodSource("pagesOfHttp2")
  void breaksTheResponse_whenPartOfItWasOutBeforeTheSessionWasLost_inHttp2(
      ContainerUnderTest container, String path, boolean first) throws Exception {
    try (ContractCluster nodes = cluster(container)) {
      browser.get(nodes.node(0), "/put");
      HttpClient client = HttpClient.newHttpClient();
      if (!first) {
        client.send(
            HttpRequest.newBuilder(nodes.node(0).uri("/")).build(), BodyHandlers.discarding());
      }
      HttpResponse<InputStream> response =
          client.send(
              HttpRequest.newBuilder(nodes.node(0).uri(path))
                  .header("Cookie", "JSESSIONID=" + browser.cookie())
                  .build(),
              BodyHandlers.ofInputStream());
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
      browser.get(nodes.node(1), "/read");
      goOn.countDown();

      assertThatThrownBy(() -> response.body().readAllBytes()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void endsNoStreamOfHttp2_beforeTheRequestIsOver() throws Exception {
    try (ContractCluster nodes = cluster(new UndertowUnderTest())) {
      browser.get(nodes.node(1), "/put");
      HttpClient client = HttpClient.newHttpClient();
      client.send(
          HttpRequest.newBuilder(nodes.node(0).uri("/")).build(), BodyHandlers.discarding());
      CompletableFuture<HttpResponse<String>> answer =
          client.sendAsync(
              HttpRequest.newBuilder(nodes.node(0).uri("/slow-after-its-length"))
                  .header("Cookie", "JSESSIONID=" + browser.cookie())
                  .build(),
              BodyHandlers.ofString());
      assertThat(reached.await(15, TimeUnit.SECONDS)).isTrue();

      assertThatThrownBy(() -> answer.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      goOn.countDown();

      HttpResponse<String> whole = answer.get(20, TimeUnit.SECONDS);
      assertThat(whole.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(whole.body()).isEqualTo("done");
      nodes.node(0).kill();
      assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("late");
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void breaksTheResponse_whenAnAsynchronousRequestLostItsSessionLate(ContainerUnderTest container)
      throws Exception {
    assertBroken(container, "/asynchronous-after-flush");
  }

  /** Checks HTTP/1.0, where the end of the connection would be the end of the response. */
  @ParameterizedTest
  @ValueSource(strings = {"/slow-after-flush", "/asynchronous-after-flush"})
  void resetsTheConnection_whenTheSessionWasLostLate_inHttp10OfTomcat(String path)
      throws Exception {
    try (ContractCluster nodes = cluster(new TomcatUnderTest())) {
      browser.get(nodes.node(0), "/put");
      try (Http10Client client = new Http10Client(nodes.node(0))) {
        client.send(path, browser.cookie());
        assertThat(client.readHeaders()).contains(" 200").doesNotContainIgnoringCase("length");
        assertThat(reached.await(15, TimeUnit.SECONDS)).isTrue();
        browser.get(nodes.node(1), "/read");
        goOn.countDown();

        assertThatThrownBy(() -> client.body().readAllBytes()).isInstanceOf(SocketException.class);
      }
    }
  }

  private void assertBroken(ContainerUnderTest container, String path) throws Exception {
    try (ContractCluster nodes = cluster(container)) {
      browser.get(nodes.node(0), "/put");
      HttpResponse<InputStream> response = browser.stream(nodes.node(0), path);
      assertThat(reached.await(15, TimeUnit.SECONDS)).isTrue();
      browser.get(nodes.node(1), "/read");
      goOn.countDown();

      CompletableFuture<byte[]> rest =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return response.body().readAllBytes();
                } catch (IOException broken) {
                  return null;
                }
              });

      assertThat(rest.get(20, TimeUnit.SECONDS)).as("a whole response").isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void keepsTheOldStateElsewhere_whenAnAttributeBecameUnfit(ContainerUnderTest container) {
    try (ContractCluster nodes = cluster(container)) {
      browser.get(nodes.node(0), "/put");
      assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");

      Answer answer = browser.get(nodes.node(0), "/spoil");

      assertThat(answer.status()).as("degraded").isEqualTo(200);
      nodes.node(0).kill();
      assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
    }
  }
}
