// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * Requests that have answered and go on, as streams of server-sent events do. A hand-over that
 * waited for them would take longer than the tests allow.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class AsyncHandOverIT {
  private static final String LONG_MILLIS = "60000";

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final CountDownLatch full = new CountDownLatch(1);

  private Application application() {
    return new Application()
        .page("/written", (q, r) -> r.getWriter().print(q.getSession().getAttribute("written")))
        .page("/plain", (q, r) -> r.getWriter().print(increment(q.getSession())))
        .page(
            "/events-flushed-before",
            (q, r) -> {
              r.getWriter().println(increment(q.getSession()));
              r.flushBuffer();
              sendEvents(q, r, q.startAsync());
            })
        .page(
            "/count",
            (q, r) -> r.getOutputStream().print("" + q.getSession().getAttribute("count")))
        .page("/full-buffer", (q, r) -> fillBuffer(q, r, q.startAsync()))
        .page("/events", (q, r) -> sendEvents(q, r, q.startAsync()));
  }

  private static int increment(HttpSession session) {
    Integer count = (Integer) session.getAttribute("count");
    int next = count == null ? 1 : count + 1;
    session.setAttribute("count", next);
    return next;
  }

  /**
   * A line for each event; "write" and "log out" change the session, too, and "end" is the last.
   */
  private void sendEvents(
      HttpServletRequest request, HttpServletResponse response, AsyncContext async) {
    async.setTimeout(0);
    HttpSession session = request.getSession();
    Thread sender =
        new Thread(
            () -> {
              try {
                String event = "begin";
                for (; !event.equals("end"); event = events.take()) {
                  if (event.equals("write")) {
                    session.setAttribute("written", true);
                  } else if (event.equals("log out")) {
                    session.invalidate();
                  }
                  response.getWriter().println(event);
                  response.flushBuffer();
                }
              } catch (IOException | InterruptedException | IllegalStateException e) {
                // The response is cut off, or the session is elsewhere.
              } finally {
                async.complete();
              }
            });
    sender.start();
  }

  /** As much as can be written without an answer leaving, then, after an event, another page. */
  private void fillBuffer(
      HttpServletRequest request, HttpServletResponse response, AsyncContext async) {
    async.setTimeout(0);
    HttpSession session = request.getSession();
    Thread writer =
        new Thread(
            () -> {
              try {
                response.getOutputStream().write(new byte[response.getBufferSize()]);
                assertThat(response.isCommitted()).isFalse();
                full.countDown();
                events.take();
                async.dispatch("/count");
              } catch (IOException | InterruptedException | AssertionError e) {
                session.invalidate();
                async.complete();
              }
            });
    writer.start();
  }

  private static String readLine(InputStream body) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = body.read(); next != '\n'; next = body.read()) {
      if (next < 0) {
        throw new IOException("ended after " + line);
      }
      line.append((char) next);
    }
    return line.toString();
  }

  /** A session whose request on that node has answered and goes on. */
  private static InputStream openEvents(Browser browser, TomcatNode node) throws Exception {
    assertThat(browser.get(node, "/plain").body()).isEqualTo("1");
    InputStream stream = browser.stream(node, "/events").get(20, TimeUnit.SECONDS).body();
    assertThat(readLine(stream)).isEqualTo("begin");
    return stream;
  }

  private interface Steps {
    void run(TomcatNode one, TomcatNode two) throws Exception;
  }

  private void withTwoNodes(Steps steps) throws Exception {
    TomcatNode.Builder cluster =
        TomcatNode.cluster(2).with(manager -> manager.set("handOverTimeoutMillis", LONG_MILLIS));
    try (TomcatNode one = cluster.start(0, application());
        TomcatNode two = cluster.start(1, application())) {
      steps.run(one, two);
    } finally {
      events.add("end");
    }
  }

  @Test
  void movesTheSession_whileItsEventsGoOn() throws Exception {
    withTwoNodes(
        (one, two) -> {
          Browser browser = new Browser();
          InputStream stream = openEvents(browser, one);

          assertThat(browser.get(two, "/plain").body()).isEqualTo("2");

          events.add("after the move");
          events.add("end");
          assertThat(readLine(stream)).isEqualTo("after the move");
          assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
              .as("ends in good order")
              .isEmpty();
        });
  }

  @Test
  void movesTheSession_whenItAnsweredBeforeItBecameAsynchronous() throws Exception {
    withTwoNodes(
        (one, two) -> {
          Browser browser = new Browser();
          assertThat(browser.get(one, "/plain").body()).isEqualTo("1");
          HttpResponse<InputStream> stream =
              browser.stream(one, "/events-flushed-before").get(20, TimeUnit.SECONDS);
          assertThat(readLine(stream.body())).isEqualTo("2");
          assertThat(readLine(stream.body())).isEqualTo("begin");

          assertThat(browser.get(two, "/plain").body()).isEqualTo("3");
        });
  }

  @Test
  void keepsWhatTheEventsWrite_whileTheSessionStays() throws Exception {
    withTwoNodes(
        (one, two) -> {
          Browser browser = new Browser();
          InputStream stream = openEvents(browser, one);
          events.add("write");
          events.add("end");
          assertThat(readLine(stream)).isEqualTo("write");
          assertThat(stream.readAllBytes()).isEmpty();

          assertThat(browser.get(two, "/written").body()).isEqualTo("true");
        });
  }

  @Test
  void keepsWhatAnEventHasToldOf_whenTheSessionMoves() throws Exception {
    withTwoNodes(
        (one, two) -> {
          Browser browser = new Browser();
          InputStream stream = openEvents(browser, one);
          events.add("write");
          assertThat(readLine(stream)).isEqualTo("write");

          assertThat(browser.get(two, "/written").body()).isEqualTo("true");
          events.add("end");

          assertThat(stream.readAllBytes()).as("ends in good order").isEmpty();
        });
  }

  @Test
  void cutsTheResponseOff_whenItChangedTheSessionAfterThatHadMoved() throws Exception {
    withTwoNodes(
        (one, two) -> {
          Browser browser = new Browser();
          InputStream stream = openEvents(browser, one);
          assertThat(browser.get(two, "/plain").body()).isEqualTo("2");

          events.add("write");
          events.add("end");

          assertThatThrownBy(stream::readAllBytes).isInstanceOf(IOException.class);
        });
  }

  @Test
  void cutsTheResponseOff_whenItEndedTheSessionAfterThatHadMoved() throws Exception {
    withTwoNodes(
        (one, two) -> {
          Browser browser = new Browser();
          InputStream stream = openEvents(browser, one);
          assertThat(browser.get(two, "/plain").body()).isEqualTo("2");

          events.add("log out");
          events.add("end");

          assertThatThrownBy(stream::readAllBytes).isInstanceOf(IOException.class);
        });
  }

  @Test
  void answers503_whenTheSessionMovedBeforeTheAnswerWasOut() throws Exception {
    withTwoNodes(
        (one, two) -> {
          Browser browser = new Browser();
          assertThat(browser.get(one, "/plain").body()).isEqualTo("1");
          CompletableFuture<HttpResponse<String>> slow = browser.begin(one, "/full-buffer");
          assertThat(full.await(20, TimeUnit.SECONDS)).isTrue();
          assertThat(browser.copy().get(two, "/plain").body()).isEqualTo("2");

          events.add("go on");

          assertThat(slow.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
        });
  }
}
