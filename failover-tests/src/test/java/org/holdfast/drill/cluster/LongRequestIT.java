// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.holdfast.drill.load.ParallelUser;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A request that does not end before another node gets its session. */
@Timeout(60)
class LongRequestIT {
  /** Longer than a hand-over waits for it, 2 s; shorter than the demo application allows. */
  private static final String OUTER = "?pause=4500";

  @TempDir private Path workDir;

  private final ExecutorService threads = Executors.newSingleThreadExecutor();

  /** The outer request stands for a servlet that calls the other node and waits for its answer. */
  @Test
  void servesTheCallAndRefusesTheOuterRequest_whenThatWaitsForItself() throws Exception {
    try (NodesUnderTest nodes = new NodesUnderTest(2, 1, workDir)) {
      Crowd crowd = nodes.crowd(1);
      ParallelUser user = crowd.users().get(0);
      user.sendUntilServed(0, Request.INCREMENT);

      Callable<Reply> outer = () -> user.send(0, Request.INCREMENT, OUTER);
      Future<Reply> waiting = threads.submit(outer);
      // Its count shows in the heap of its node as soon as it runs.
      nodes.await(() -> user.send(0, Request.READ) instanceof Reply.Served s && s.value() == 2);
      long asked = System.nanoTime();
      Reply call = user.send(1, Request.READ);
      long millis = (System.nanoTime() - asked) / 1_000_000;

      System.out.printf("a call that its own caller waits for: %s after %d ms%n", call, millis);
      assertThat(call).isInstanceOf(Reply.Served.class);
      assertThat(millis).as("ms, the hand-over's timeout").isBetween(1_500L, 4_500L);
      assertThat(waiting.get()).isEqualTo(new Reply.Unanswered(true, "unavailable"));
      assertThat(crowd.judge(HistoryRules.promise())).isEmpty();
    } finally {
      threads.shutdownNow();
    }
  }
}
