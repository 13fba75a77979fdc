// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.holdfast.drill.load.ParallelUser;
import org.holdfast.history.Exchange;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of ids that were given up, at a logout or a login, when a node process dies: whoever
 * sends one once more is never shown what it led to.
 */
@Timeout(120)
class EndedSessionIT {
  private static final int VICTIM = 0;
  private static final List<Integer> SURVIVORS = List.of(1, 2);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  @TempDir private Path workDir;

  @Test
  void answersNobodyWithAnEndedSession_whenANodeIsKilledWhileUsersLogOut() throws Exception {
    try (NodesUnderTest nodes = new NodesUnderTest(3, 1, workDir, "--ack-timeout-ms", "5000")) {
      Crowd crowd = nodes.crowd(60);
      crowd.inParallel(1, user -> increment(user, user.nextNode(), 3));
      CountDownLatch someAreOut = new CountDownLatch(15);

      Thread killer =
          new Thread(
              () -> {
                if (awaited(someAreOut)) {
                  nodes.kill(VICTIM);
                }
              });
      killer.start();
      crowd.inParallel(1, user -> logOut(user, user.nextNode(), someAreOut));
      killer.join();
      crowd.inParallel(1, user -> knock(user));
      for (int survivor : SURVIVORS) {
        nodes.awaitGone(survivor, VICTIM);
      }
      crowd.inParallel(1, user -> knock(user));

      crowd.print("60 users log out, a node is killed", 0);
      assertThat(crowd.exchanges().filter(of(Request.INVALIDATE).and(EndedSessionIT::isServed)))
          .as("answered logouts")
          .hasSizeGreaterThan(40);
      assertThat(crowd.judge(HistoryRules.everyAnswer())).isEmpty();
      assertThat(crowd.exchanges().filter(of(Request.INCREMENT)).filter(e -> e.doneNanos() > 0))
          .as("values of sessions that were begun for ended ids")
          .filteredOn(e -> e.reply() instanceof Reply.Served s && s.value() > 3)
          .isEmpty();
      assertThat(crowd.oddAnswers()).isEmpty();
    }
  }

  @Test
  void answersNobodyUnderAFormerId_whenANodeIsKilledAfterTheLogin() throws Exception {
    try (NodesUnderTest nodes = new NodesUnderTest(3, 1, workDir, "--ack-timeout-ms", "5000")) {
      Crowd crowd = nodes.crowd(30);
      crowd.inParallel(1, user -> increment(user, user.nextNode(), 3));
      crowd.inParallel(1, user -> user.sendUntilServed(user.nextNode(), Request.RENAME));

      nodes.kill(VICTIM);
      crowd.inParallel(1, user -> knock(user));
      crowd.inParallel(1, user -> served(user, Request.INCREMENT));
      // First the former id is refused for some seconds; then nobody knows it, although each look
      // takes the session to another node.
      crowd.inParallel(1, user -> knockUntilUnknown(user));
      crowd.inParallel(1, user -> knock(user));
      crowd.inParallel(1, user -> served(user, Request.READ));

      crowd.print("30 users have another id, a node is killed", 0);
      assertThat(crowd.judge(HistoryRules.everyAnswer())).isEmpty();
      assertThat(crowd.oddAnswers()).isEmpty();
      for (ParallelUser user : crowd.users()) {
        List<Exchange> log = user.log().exchanges();
        assertThat(((Reply.Served) log.get(log.size() - 1).reply()).value())
            .as(user.log().name())
            .isGreaterThanOrEqualTo(4);
      }
    }
  }

  /**
   * Nobody tells the node that hung of the logins: it was in no view any more. With two nodes
   * nobody but the other could.
   */
  @ParameterizedTest(name = "{0} nodes")
  @ValueSource(ints = {3, 2})
  void deniesNoIdThatOthersHaveGiven_whenANodeWakesAfterAPause(int size) throws Exception {
    try (NodesUnderTest nodes = new NodesUnderTest(size, 1, workDir)) {
      Crowd crowd = nodes.crowd(40);
      crowd.inParallel(1, user -> increment(user, VICTIM, 3));

      CountDownLatch someAsk = new CountDownLatch(20);
      nodes.signal(Signal.STOP, VICTIM);
      FutureTask<Boolean> waker =
          new FutureTask<>(
              () -> {
                boolean unused = awaited(someAsk);
                nodes.signal(Signal.CONT, VICTIM);
                return true;
              });
      try {
        for (int survivor = 1; survivor < size; survivor++) {
          nodes.awaitGone(survivor, VICTIM);
        }
        crowd.inParallel(1, user -> served(user, Request.RENAME, size - 1));
      } finally {
        new Thread(waker).start();
      }
      // Some requests are there before it has heard of anything, others come when it has.
      crowd.inParallel(1, user -> askUntilServedBy(user, VICTIM, someAsk));
      assertThat(waker.get()).isTrue();

      crowd.print("40 users have another id, the node that hung meanwhile wakes", 0);
      assertThat(crowd.judge(HistoryRules.promise())).isEmpty();
      assertThat(crowd.oddAnswers()).isEmpty();
      assertThat(crowd.exchanges().map(Exchange::reply))
          .as("of sessions that are denied")
          .filteredOn(reply -> reply instanceof Reply.NotFound)
          .isEmpty();
    }
  }

  private static Object askUntilServedBy(ParallelUser user, int node, CountDownLatch asking) {
    asking.countDown();
    await()
        .atMost(LONGEST)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> user.send(node, Request.READ) instanceof Reply.Served);
    return user;
  }

  private static Object increment(ParallelUser user, int node, int times)
      throws InterruptedException {
    for (int i = 0; i < times; i++) {
      user.sendUntilServed(node, Request.INCREMENT);
    }
    return user;
  }

  /** Asks until the session is ended, or known to have ended by an earlier attempt. */
  private static Object logOut(ParallelUser user, int first, CountDownLatch out)
      throws InterruptedException {
    int node = first;
    for (int attempt = 0; attempt < 1_000; attempt++) {
      Reply reply = user.send(node, Request.INVALIDATE);
      if (!(reply instanceof Reply.Unanswered)) {
        out.countDown();
        return user;
      }
      node = SURVIVORS.get(attempt % SURVIVORS.size());
    }
    throw new AssertionError(user.log().name() + " could not log out");
  }

  /** Sends the former id to each survivor, to look and to count. */
  private static Object knock(ParallelUser user) throws InterruptedException {
    for (int survivor : SURVIVORS) {
      user.sendFormer(survivor, Request.READ);
      user.sendFormer(survivor, Request.INCREMENT);
    }
    return user;
  }

  private static Object knockUntilUnknown(ParallelUser user) {
    AtomicInteger looks = new AtomicInteger();
    await()
        .atMost(LONGEST)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              int node = SURVIVORS.get(looks.getAndIncrement() % SURVIVORS.size());
              return user.sendFormer(node, Request.READ) instanceof Reply.NotFound;
            });
    return user;
  }

  private static Object served(ParallelUser user, Request request) throws InterruptedException {
    return served(user, request, SURVIVORS.size());
  }

  private static Object served(ParallelUser user, Request request, int survivors)
      throws InterruptedException {
    for (int attempt = 0; attempt < 1_000; attempt++) {
      if (user.send(SURVIVORS.get(attempt % survivors), request) instanceof Reply.Served) {
        return user;
      }
    }
    throw new AssertionError(user.log().name() + " was never served");
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Predicate<Exchange> of(Request request) {
    return exchange -> exchange.request() == request;
  }

  private static boolean isServed(Exchange exchange) {
    return exchange.reply() instanceof Reply.Served;
  }
}
