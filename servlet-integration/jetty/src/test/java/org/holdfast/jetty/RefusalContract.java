// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
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
import org.holdfast.contract.Answer;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The response if a success would be wrong, in one environment of Jetty. */
abstract class RefusalContract {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ContractCluster nodes;
  private final Browser browser = new Browser();

  RefusalContract(JettyUnderTest.Environment environment) {
    nodes = new ContractCluster(new JettyUnderTest(environment), 2, () -> List.of(application()));
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
            "/slow-after-its-length",
            (q, r) -> {
              q.getSession();
              r.setContentLength(4);
              r.getOutputStream().print("done");
              pass();
              q.getSession().setAttribute("x", "late");
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
            "/connection",
            (q, r) -> r.getWriter().print(q.getServletConnection().getConnectionId()))
        .page(
            "/spoil",
            (q, r) -> {
              @SuppressWarnings("unchecked")
              List<Object> list = (List<Object>) q.getSession().getAttribute("x");
              list.add(new Thread(() -> {}));
              r.getWriter().print("saved, it says");
            });
  }

  @AfterEach
  void stop() {
    nodes.close();
  }

  private void pass() throws IOException {
    reached.countDown();
    awaitLatch(goOn);
  }

  private static void awaitLatch(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IOException("nobody went on within 20 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private Answer answerOfOneThatLostItsSession(String path) throws Exception {
    browser.get(nodes.node(0), "/put");
    CompletableFuture<Answer> slow = browser.begin(nodes.node(0), path);
    awaitLatch(reached);
    assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
    goOn.countDown();
    return slow.get(20, TimeUnit.SECONDS);
  }

  @Test
  void asksTheClientToComeBack_whenAnotherNodeTookTheSessionWhileThePageRan() throws Exception {
    Answer answer = answerOfOneThatLostItsSession("/slow");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).contains("1");
    assertThat(answer.body()).doesNotContain("done");
    assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
  }

  @Test
  void asksTheClientToComeBack_whenThePageHadWrittenAllOfItsLengthBefore() throws Exception {
    Answer answer = answerOfOneThatLostItsSession("/slow-after-its-length");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body()).doesNotContain("done");
    assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
  }

  @Test
  void breaksTheResponse_whenPartOfItWasOutBeforeTheSessionWasLost() throws Exception {
    browser.get(nodes.node(0), "/put");
    HttpResponse<InputStream> response = browser.stream(nodes.node(0), "/slow-after-flush");
    awaitLatch(reached);
    browser.get(nodes.node(1), "/read");
    goOn.countDown();

    CompletableFuture<Boolean> whole =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return response.body().readAllBytes() != null;
              } catch (IOException broken) {
                return false;
              }
            });

    assertThat(whole.get(20, TimeUnit.SECONDS)).as("a whole response").isFalse();
  }

  /**
   * The connection goes on, with the streams of other users of a proxy. The first request of a
   * connection without TLS is one of HTTP/1.1 that asks for HTTP/2.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void resetsTheStreamOfHttp2_whenPartOfItWasOutBeforeTheSessionWasLost(boolean first)
      throws Exception {
    browser.get(nodes.node(0), "/put");
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest which = HttpRequest.newBuilder(nodes.node(0).uri("/connection")).build();
    String connection = first ? null : client.send(which, BodyHandlers.ofString()).body();
    HttpResponse<InputStream> response =
        client.send(
            HttpRequest.newBuilder(nodes.node(0).uri("/slow-after-flush"))
                .header("Cookie", Browser.COOKIE + "=" + browser.cookie())
                .build(),
            BodyHandlers.ofInputStream());
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
    goOn.countDown();

    assertThatThrownBy(() -> response.body().readAllBytes())
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("RST_STREAM");
    if (!first) {
      assertThat(client.send(which, BodyHandlers.ofString()).body()).isEqualTo(connection);
    }
    assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
  }

  @Test
  void endsNoStreamOfHttp2_beforeTheRequestIsOver() throws Exception {
    browser.get(nodes.node(1), "/put");
    HttpClient client = HttpClient.newHttpClient();
    client.send(
        HttpRequest.newBuilder(nodes.node(0).uri("/connection")).build(),
        BodyHandlers.discarding());
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(
            HttpRequest.newBuilder(nodes.node(0).uri("/slow-after-its-length"))
                .header("Cookie", Browser.COOKIE + "=" + browser.cookie())
                .build(),
            BodyHandlers.ofString());
    awaitLatch(reached);

    assertThatThrownBy(() -> answer.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    goOn.countDown();

    HttpResponse<String> whole = answer.get(20, TimeUnit.SECONDS);
    assertThat(whole.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(whole.body()).isEqualTo("done");
    nodes.node(0).kill();
    assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("late");
  }

  @Test
  void keepsTheOldStateElsewhere_whenAnAttributeBecameUnfit() {
    browser.get(nodes.node(1), "/put");
    assertThat(browser.get(nodes.node(0), "/read").body()).isEqualTo("[one]");

    Answer answer = browser.get(nodes.node(0), "/spoil");

    assertThat(answer.status()).as("degraded").isEqualTo(200);
    nodes.node(0).kill();
    assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("[one]");
  }
}
