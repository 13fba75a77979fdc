// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.holdfast.tomcat.Application.increment;

import java.io.CharArrayWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.valves.AbstractAccessLogValve;
import org.holdfast.replication.session.Lookup;
import org.holdfast.servlet.session.RoutedId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that must not be a success. */
class RefusalIT {
  private final TomcatNode.Builder cluster = TomcatNode.cluster(2);
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger errorPages = new AtomicInteger();
  private final Application applicationA = application();
  private final TomcatNode a = cluster.start(0, applicationA);
  private TomcatNode b;
  private final Browser browser = new Browser();

  @AfterEach
  void stop() {
    release.countDown();
    if (b != null) {
      b.close();
    }
    a.close();
  }

  private Application application() {
    return new Application()
        .page("/plain", (q, r) -> r.getWriter().print(increment(q)))
        .page(
            "/connection",
            (q, r) -> r.getWriter().print(q.getServletConnection().getConnectionId()))
        .page(
            "/slow",
            (q, r) -> {
              increment(q);
              r.setHeader("X-Page", "yes");
              awaitRelease();
              r.getWriter().print("the page");
            })
        .page(
            "/slow-length",
            (q, r) -> {
              increment(q);
              awaitRelease();
              r.setContentLength(8);
              r.getWriter().print("the page");
              r.getWriter().flush();
            })
        .page(
            "/slow-failing",
            (q, r) -> {
              increment(q);
              awaitRelease();
              throw new IOException("thrown by the page");
            })
        .page(
            "/slow-error",
            (q, r) -> {
              increment(q);
              awaitRelease();
              r.sendError(409);
            })
        .page(
            "/slow-async",
            (q, r) -> {
              increment(q);
              q.startAsync()
                  .start(
                      () -> {
                        awaitRelease();
                        q.getAsyncContext().complete();
                      });
            })
        .page(
            "/streaming",
            (q, r) -> {
              increment(q);
              r.getWriter().print("begun");
              r.flushBuffer();
              awaitRelease();
              increment(q);
              r.getWriter().print("and ended");
            })
        .page(
            "/slow-after-its-length",
            (q, r) -> {
              increment(q);
              r.setContentLength(8);
              r.getWriter().print("the page");
              r.flushBuffer();
              awaitRelease();
              increment(q);
            })
        .page(
            "/error-page",
            (q, r) -> {
              errorPages.incrementAndGet();
              r.getWriter().print("the error page");
            })
        .page(
            "/error-then-slow",
            (q, r) -> {
              r.sendError(409);
              awaitRelease();
              increment(q);
            })
        .page(
            "/slow-flush-then-failing",
            (q, r) -> {
              increment(q);
              awaitRelease();
              r.flushBuffer();
              throw new IllegalStateException("thrown by the page");
            })
        .page(
            "/slow-invalidate",
            (q, r) -> {
              increment(q);
              awaitRelease();
              q.getSession().invalidate();
            })
        .page(
            "/catching",
            (q, r) -> {
              try {
                r.getWriter().print(increment(q));
              } catch (RuntimeException e) {
                r.getWriter().print("please log in");
              }
            })
        .page(
            "/socket",
            (q, r) -> {
              increment(q);
              q.getSession().setAttribute("socket", List.of(new Object[] {new NotReplicable()}));
            })
        .page(
            "/socket-in-place",
            (q, r) -> {
              List<Object> list = new ArrayList<>();
              q.getSession().setAttribute("list", list);
              list.add(new NotReplicable());
              r.getWriter().print("the page");
            });
  }

  /** Holds what no node can take over: a running thread. */
  static final class NotReplicable {
    final Thread thread = Thread.currentThread();
  }

  private void awaitRelease() {
    running.countDown();
    try {
      assertThat(release.await(20, SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nobody has got its id: it would lie here until its time is over. */
  @Test
  void keepsNoSession_thatARefusedRequestHasBegun() throws Exception {
    Application application = application();
    try (TomcatNode alone =
        TomcatNode.cluster(1)
            .with(manager -> manager.set("degraded", "fail"))
            .start(0, application)) {
      HttpResponse<String> refused = new Browser().get(alone, "/plain");

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(application.events()).containsExactly("created", "destroyed cart=null");
      assertThat(alone.manager().getActiveSessions()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/slow",
        "/slow-length",
        "/slow-failing",
        "/slow-error",
        "/slow-async",
        "/slow-invalidate",
        "/error-then-slow",
        "/slow-flush-then-failing"
      })
  void answers503AndNotThePage_whenTheSessionWasTakenOverMeanwhile(String page) throws Exception {
    b = cluster.start(1, application());
    browser.get(a, "/plain");
    CompletableFuture<HttpResponse<String>> slow = browser.begin(a, page);
    boolean runs = running.await(10, SECONDS);
    assertThat(runs).as("the page runs, instead of an answer: %s", slow.getNow(null)).isTrue();

    assertThat(browser.copy().get(b, "/plain").body()).isEqualTo("2");
    release.countDown();

    HttpResponse<String> refused = slow.get(10, SECONDS);
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(refused.headers().firstValue("X-Page")).isEmpty();
    assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(refused.body()).startsWith("The server cannot serve");
    assertThat(errorPages).hasValue(0);
    assertThat(applicationA.events()).containsExactly("created");
    assertThat(browser.get(b, "/plain").body()).isEqualTo("3");
    assertThat(browser.get(a, "/plain").body()).isEqualTo("4");
  }

  @Test
  void breaksTheConnection_whenTheSessionWasTakenOverAfterTheCommit() throws Exception {
    b = cluster.start(1, application());
    HttpResponse<InputStream> streaming = browser.stream(a, "/streaming").get(10, SECONDS);
    Browser other = new Browser(cookieOf(streaming));
    assertThat(other.get(b, "/plain").body()).isEqualTo("2");
    release.countDown();

    assertThatThrownBy(() -> streaming.body().readAllBytes()).isInstanceOf(IOException.class);
    assertThat(other.get(b, "/plain").body()).isEqualTo("3");
  }

  /** The connection goes on, with the streams of other users of a proxy. */
  @Test
  void resetsTheStreamOfHttp2_whenTheSessionWasTakenOverAfterTheCommit() throws Exception {
    b = cluster.start(1, application());
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest which = HttpRequest.newBuilder(a.uri("/connection")).build();
    String connection = client.send(which, BodyHandlers.ofString()).body();
    HttpResponse<InputStream> streaming =
        client.send(
            HttpRequest.newBuilder(a.uri("/streaming")).build(), BodyHandlers.ofInputStream());
    Browser other = new Browser(cookieOf(streaming));
    assertThat(other.get(b, "/plain").body()).isEqualTo("2");
    release.countDown();

    assertThatThrownBy(() -> streaming.body().readAllBytes())
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("RST_STREAM");
    HttpResponse<String> next = client.send(which, BodyHandlers.ofString());
    assertThat(next.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(next.body()).isEqualTo(connection);
    assertThat(other.get(b, "/plain").body()).isEqualTo("3");
  }

  @Test
  void endsNoStreamOfHttp2_beforeTheRequestIsOver() throws Exception {
    b = cluster.start(1, application());
    HttpClient client = HttpClient.newHttpClient();
    client.send(HttpRequest.newBuilder(a.uri("/connection")).build(), BodyHandlers.discarding());
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(
            HttpRequest.newBuilder(a.uri("/slow-after-its-length")).build(),
            BodyHandlers.ofString());
    assertThat(running.await(10, SECONDS)).isTrue();

    assertThatThrownBy(() -> answer.get(300, MILLISECONDS)).isInstanceOf(TimeoutException.class);
    release.countDown();

    HttpResponse<String> whole = answer.get(10, SECONDS);
    assertThat(whole.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(whole.body()).isEqualTo("the page");
    assertThat(new Browser(cookieOf(whole)).get(b, "/plain").body()).isEqualTo("3");
  }

  private static String cookieOf(HttpResponse<?> response) {
    String header = response.headers().firstValue("Set-Cookie").orElseThrow();
    return header.substring(header.indexOf('=') + 1, header.indexOf(';'));
  }

  private static final class UnreachableManager extends HoldfastManager {
    @Override
    Lookup lookUp(RoutedId id) {
      return new Lookup.Unavailable("both of its nodes are silent");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/plain", "/catching"})
  void answers503AndMakesNoNewSession_whenTheSessionCannotBeReached(String page) {
    b = cluster.start(1, application(), new UnreachableManager());
    browser.get(a, "/plain");

    HttpResponse<String> refused = browser.copy().get(b, page);

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(b.manager().getActiveSessions()).isZero();
    assertThat(browser.get(a, "/plain").body()).isEqualTo("2");
  }

  /** The container writes its log outside of any request of ours. */
  @Test
  void doesNotAskTheClusterAgain_whenALogShowsTheIdOfARefusedRequest() throws Exception {
    BlockingQueue<String> log = new LinkedBlockingQueue<>();
    AbstractAccessLogValve valve =
        new AbstractAccessLogValve() {
          @Override
          protected void log(CharArrayWriter message) {
            log.add(message.toString());
          }
        };
    valve.setPattern("%s %S");
    b = cluster.start(1, application(), new UnreachableManager());
    b.context().getParent().getPipeline().addValve(valve);
    browser.get(a, "/plain");

    browser.copy().get(b, "/plain");

    assertThat(log.poll(20, SECONDS)).isEqualTo("503 -");
  }

  @Test
  void says500WithThePath_whenAnAttributeCannotBeReplicated() {
    browser.get(a, "/plain");

    HttpResponse<String> response = browser.get(a, "/socket");

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("socket").contains("NotReplicable");
    // The headers that the page had set before are kept.
    assertThat(browser.get(a, "/plain").body()).isEqualTo("3");
    b = cluster.start(1, application());
    assertThat(browser.get(b, "/plain").body()).isEqualTo("4");
  }

  @Test
  void saysThePage_asNotProtected_whenAnAttributeCannotBeReplicatedAnyMore() {
    HttpResponse<String> response = browser.get(a, "/socket-in-place");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("the page");
  }
}
