// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.holdfast.contract.Answer;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request that runs when its context alone is stopped, in one environment of Jetty. */
abstract class StoppedContextContract {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /** The contexts of the nodes, in the order of their starts. */
  private final List<ContextHandler> contexts = new CopyOnWriteArrayList<>();

  private final ContractCluster nodes;
  private final Browser browser = new Browser();

  StoppedContextContract(JettyUnderTest.Environment environment) {
    JettyUnderTest.Environment recording =
        (application, users) -> {
          ContextHandler context = environment.contextOf(application, users);
          contexts.add(context);
          return context;
        };
    nodes =
        new ContractCluster(
            new JettyUnderTest(recording),
            2,
            () -> List.of(application()),
            Map.of("drainTimeoutMillis", "20000"));
  }

  private ContractApplication application() {
    return ContractApplication.at("")
        .page("/read", (q, r) -> r.getWriter().print(q.getSession().getAttribute("x")))
        .page("/put", (q, r) -> q.getSession().setAttribute("x", "early"))
        .page(
            "/slow",
            (q, r) -> {
              Object before = q.getSession().getAttribute("x");
              pass();
              q.getSession().setAttribute("x", "late");
              r.getWriter().print("after " + before);
            });
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

  @AfterEach
  void stop() {
    goOn.countDown();
    nodes.close();
  }

  private static void stop(ContextHandler context) {
    try {
      context.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the context does not stop", e);
    }
  }

  @Test
  void letsTheRequestEnd_andKeepsWhatItChanges() throws Exception {
    nodes.startAll();
    browser.get(nodes.node(0), "/put");
    CompletableFuture<Answer> slow = browser.begin(nodes.node(0), "/slow");
    awaitLatch(reached);
    ContextHandler context = contexts.get(0);

    CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> stop(context));
    await().until(context::isStopping);
    Answer refused = new Browser().get(nodes.node(0), "/read");
    boolean stoppedMeanwhile = stop.isDone();
    goOn.countDown();

    assertThat(slow.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
    assertThat(slow.get().body()).isEqualTo("after early");
    assertThat(refused.status()).as("Jetty's own answer").isEqualTo(404);
    assertThat(stoppedMeanwhile).isFalse();
    stop.get(40, TimeUnit.SECONDS);
    assertThat(context.isStopped()).isTrue();
    assertThat(browser.get(nodes.node(1), "/read").body()).isEqualTo("late");
  }
}
