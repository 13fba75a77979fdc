// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.tomcat.Application.increment;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An update is in the cluster before the client can know of its answer, however the page was
 * written.
 */
class AlternatingUpdatesIT {
  private static final int UPDATES = 200;
  private static final CountDownLatch RELEASE = new CountDownLatch(1);

  private static TomcatNode a;
  private static TomcatNode b;

  @BeforeAll
  static void start() {
    TomcatNode.Builder cluster = TomcatNode.cluster(2);
    a = cluster.start(0, application());
    b = cluster.start(1, application());
  }

  @AfterAll
  static void stop() {
    RELEASE.countDown();
    b.close();
    a.close();
  }

  private static Application application() {
    Application application = new Application();
    return application
        .page("/count", (q, r) -> r.getWriter().print(count(q.getSession().getAttribute("count"))))
        .page("/plain", (q, r) -> r.getWriter().print(increment(q)))
        .page(
            "/length",
            (q, r) -> {
              byte[] body = text(increment(q));
              r.setContentLength(body.length);
              r.getOutputStream().write(body);
            })
        .page(
            "/length-header",
            (q, r) -> {
              String body = Integer.toString(increment(q));
              r.setHeader("Content-Length", Integer.toString(body.length()));
              r.getWriter().write(body);
              r.getWriter().close();
            })
        .page(
            "/flush",
            (q, r) -> {
              r.getWriter().print(increment(q));
              r.getWriter().flush();
            })
        .page(
            "/flush-buffer",
            (q, r) -> {
              r.getOutputStream().write(text(increment(q)));
              r.flushBuffer();
            })
        .page(
            "/large-writer",
            (q, r) -> {
              r.getWriter().printf("%d%n%s", increment(q), "x".repeat(30_000));
            })
        .page(
            "/large-stream",
            (q, r) -> {
              r.getOutputStream().write(text(increment(q)));
              r.getOutputStream().write(new byte[30_000]);
            })
        .page(
            "/redirect",
            (q, r) -> {
              increment(q);
              r.sendRedirect("/count");
            })
        .page(
            "/redirect-status",
            (q, r) -> {
              increment(q);
              r.sendRedirect("/count", 303, true);
            })
        .page(
            "/error",
            (q, r) -> {
              increment(q);
              r.sendError(410);
            })
        .page("/error-page", (q, r) -> r.getWriter().print(increment(q)))
        .page("/error-by-page", (q, r) -> r.sendError(409))
        .page("/forward", (q, r) -> q.getRequestDispatcher("/length").forward(q, r))
        .page(
            "/include",
            (q, r) -> {
              r.getWriter().print("included ");
              q.getRequestDispatcher("/plain").include(q, r);
            })
        .page(
            "/exception",
            (q, r) -> {
              increment(q);
              throw new IOException("thrown by the page");
            })
        .page(
            "/async",
            (q, r) -> {
              AsyncContext async = q.startAsync();
              Thread worker =
                  new Thread(
                      () -> {
                        try {
                          r.getWriter().print(increment(q));
                        } catch (IOException e) {
                          throw new IllegalStateException("response is gone", e);
                        } finally {
                          async.complete();
                        }
                      });
              worker.start();
            })
        .page(
            "/async-silent",
            (q, r) -> {
              AsyncContext async = q.startAsync();
              async.start(
                  () -> {
                    increment(q);
                    async.complete();
                  });
            })
        .page(
            "/async-timeout",
            (q, r) -> {
              AsyncContext async = q.startAsync();
              async.setTimeout(1);
              async.addListener(new AnswerAtTimeout(), q, r);
            })
        .page(
            "/async-timeout-unhandled",
            (q, r) -> {
              increment(q);
              q.startAsync().setTimeout(1);
            })
        .page(
            "/non-blocking",
            (q, r) -> {
              AsyncContext async = q.startAsync();
              r.getOutputStream().setWriteListener(new AnswerWhenPossible(async, q, r));
            })
        .page(
            "/no-content",
            (q, r) -> {
              increment(q);
              r.setStatus(204);
            })
        .page(
            "/reset",
            (q, r) -> {
              r.getWriter().print("not this");
              r.reset();
              r.getOutputStream().write(text(increment(q)));
              r.getOutputStream().close();
            })
        .page(
            "/exception-page",
            (q, r) -> {
              throw new IllegalStateException("thrown by the page");
            })
        .page("/async-dispatch", (q, r) -> q.startAsync().dispatch("/length"))
        .page(
            "/mutate",
            (q, r) -> {
              @SuppressWarnings("unchecked")
              List<Integer> kept = (List<Integer>) q.getSession().getAttribute("list");
              kept.add(1);
              q.getSession().setAttribute("unrelated", "x");
              r.getWriter().print(kept.size());
            })
        .page(
            "/list",
            (q, r) -> q.getSession().setAttribute("list", new java.util.ArrayList<Integer>()))
        .page(
            "/stream",
            (q, r) -> {
              r.getWriter().println(increment(q));
              r.flushBuffer();
              try {
                assertThat(RELEASE.await(20, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private static byte[] text(int number) {
    return Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
  }

  private static int count(Object attribute) {
    return attribute == null ? 0 : (Integer) attribute;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/plain",
        "/length",
        "/length-header",
        "/flush",
        "/flush-buffer",
        "/large-writer",
        "/large-stream",
        "/redirect",
        "/redirect-status",
        "/error",
        "/error-by-page",
        "/forward",
        "/include",
        "/exception",
        "/no-content",
        "/reset",
        "/exception-page",
        "/async",
        "/async-silent",
        "/async-dispatch",
        "/non-blocking"
      })
  void endsAtTheNumberOfUpdates_whenTheyAlternateBetweenTwoNodes(String page) {
    update(page, UPDATES);
  }

  /** Few, because Tomcat looks for requests whose time is over once a second. */
  @ParameterizedTest
  @ValueSource(strings = {"/async-timeout", "/async-timeout-unhandled"})
  void endsAtTheNumberOfUpdates_whenTheRequestsTimeIsOver(String page) {
    update(page, 3);
  }

  private static void update(String page, int updates) {
    Browser browser = new Browser();
    browser.get(a, "/count");
    String id = browser.id();

    for (int i = 0; i < updates; i++) {
      HttpResponse<String> response = browser.get(i % 2 == 0 ? a : b, page);
      assertThat(response.statusCode()).isNotEqualTo(503);
    }

    assertThat(browser.get(a, "/count").body()).isEqualTo(Integer.toString(updates));
    assertThat(browser.id()).isEqualTo(id);
  }

  @Test
  void survives_whenAnAttributeIsChangedInPlace() {
    Browser browser = new Browser();
    browser.get(a, "/list");

    for (int i = 1; i <= 20; i++) {
      assertThat(browser.get(i % 2 == 0 ? a : b, "/mutate").body()).isEqualTo(Integer.toString(i));
    }
  }

  @Test
  void isOnTheOtherNode_whenTheClientReadsTheFirstByte() throws Exception {
    Browser browser = new Browser();
    browser.get(a, "/plain");
    HttpResponse<InputStream> streaming = browser.stream(a, "/stream").get(10, TimeUnit.SECONDS);
    assertThat(streaming.body().read()).isEqualTo('2');

    // The first page still runs and is waited for no longer than a hand-over may take.
    assertThat(browser.get(b, "/count").body()).isEqualTo("2");
    RELEASE.countDown();
    streaming.body().close();
  }

  @Test
  void saysWhetherTheSessionIsProtected_whenAskedTo() {
    HttpResponse<String> response = new Browser().get(a, "/length");

    assertThat(response.headers().firstValue("X-Holdfast-Protected")).contains("true");
    assertThat(new Browser().get(a, "/none").headers().firstValue("X-Holdfast-Protected"))
        .isEmpty();
  }

  /** Writes without blocking, on a thread of the container. */
  private record AnswerWhenPossible(
      AsyncContext async, HttpServletRequest request, HttpServletResponse response)
      implements WriteListener {
    @Override
    public void onWritePossible() throws IOException {
      response.getOutputStream().write(text(increment(request)));
      async.complete();
    }

    @Override
    public void onError(Throwable thrown) {
      async.complete();
    }
  }

  private static final class AnswerAtTimeout implements AsyncListener {
    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
      int count = increment((HttpServletRequest) event.getSuppliedRequest());
      event.getSuppliedResponse().getWriter().print(count);
      event.getAsyncContext().complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
