// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.load.ParallelUser;
import org.holdfast.history.Exchange;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three node processes that refuse rather than contradict, with a serving lease. */
@Timeout(120)
class ConsistentIT {
  /** What a primary may still answer a read by, and one message's way. */
  private static final Duration FRESH = Duration.ofMillis(300);

  private static final Duration CUT_OFF = Duration.ofSeconds(3);

  /** Shorter than it takes to drop a silent node from the view. */
  private static final Duration HANGS = Duration.ofSeconds(2);

  private static final Duration LEASE = Duration.ofMillis(250);
  private static final Duration TAKEOVER = Duration.ofSeconds(5);

  @TempDir private Path workDir;

  private NodesUnderTest nodes;

  @BeforeEach
  void start() throws Exception {
    nodes =
        new NodesUnderTest(
            3, 1, workDir, "--partition", "consistent", "--expected-nodes", "3", "--serving-lease");
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void refusesReadsAndWrites_whenTheOtherTwoNodesHang() throws Exception {
    Crowd crowd = nodes.crowd(12);
    crowd.inParallel(1, user -> counted(user, user.nextNode()));

    nodes.signal(Signal.STOP, 1);
    nodes.signal(Signal.STOP, 2);
    long stopped = System.nanoTime();
    try {
      crowd.inParallel(
          1,
          user -> {
            for (int i = 0; System.nanoTime() - stopped < CUT_OFF.toNanos(); i++) {
              user.send(0, i % 2 == 0 ? Request.READ : Request.INCREMENT);
            }
            return null;
          });
    } finally {
      nodes.signal(Signal.CONT, 1);
      nodes.signal(Signal.CONT, 2);
    }
    List<Exchange> alone =
        crowd.exchanges().filter(e -> e.sentNanos() - stopped > FRESH.toNanos()).toList();
    nodes.awaitWhole();
    crowd.inParallel(1, user -> user.sendUntilServed(user.nextNode(), Request.INCREMENT));
    crowd.inParallel(1, user -> user.sendUntilServed(user.nextNode(), Request.READ));

    crowd.print("consistent, two of three nodes stopped", 0);
    System.out.println("  of the one that was left: " + Crowd.outcomes(alone));
    for (Request request : List.of(Request.READ, Request.INCREMENT)) {
      assertThat(alone)
          .filteredOn(e -> e.request() == request)
          .as("%s on the node that is alone", request)
          .hasSizeGreaterThanOrEqualTo(crowd.users().size())
          .allSatisfy(
              e -> assertThat(e.reply()).isEqualTo(new Reply.Unanswered(true, "unavailable")));
    }
    assertThat(crowd.judge(HistoryRules.everyAnswer())).isEmpty();
    assertThat(crowd.oddAnswers()).isEmpty();
  }

  /** Another node takes the place of the silent one before a response would have to be refused. */
  @Tag("nightly")
  @Test
  void refusesNobody_whenANodeThatHoldsTheirCopiesHangs() throws Exception {
    Crowd crowd = nodes.crowd(12);
    crowd.inParallel(1, user -> counted(user, 0));

    nodes.signal(Signal.STOP, 2);
    long stopped = System.nanoTime();
    try {
      crowd.inParallel(
          1,
          user -> {
            while (System.nanoTime() - stopped < HANGS.toNanos()) {
              user.send(0, Request.INCREMENT);
            }
            return null;
          });
    } finally {
      nodes.signal(Signal.CONT, 2);
    }
    List<Exchange> meanwhile = crowd.exchanges().filter(e -> e.sentNanos() - stopped > 0).toList();

    System.out.println("  while one of three nodes hung: " + Crowd.outcomes(meanwhile));
    assertThat(meanwhile)
        .hasSizeGreaterThan(crowd.users().size())
        .allSatisfy(e -> assertThat(e.reply()).isInstanceOf(Reply.Served.class));
    assertThat(crowd.judge(HistoryRules.everyAnswer())).isEmpty();
  }

  @Test
  void takesOverOnlyAfterTheLease_whenThePrimaryIsKilled() throws Exception {
    Crowd crowd = nodes.crowd(12);
    crowd.inParallel(1, user -> counted(user, 1));

    long killed = System.nanoTime();
    nodes.kill(1);
    crowd.inParallel(
        1,
        user -> {
          while (!(user.send(0, Request.INCREMENT) instanceof Reply.Served)) {
            assertThat(System.nanoTime() - killed).as("ns").isLessThan(TAKEOVER.toNanos());
          }
          return null;
        });

    List<Long> takeovers =
        crowd
            .exchanges()
            .filter(e -> e.sentNanos() - killed > 0 && e.reply() instanceof Reply.Served)
            .map(e -> (e.doneNanos() - killed) / 1_000_000)
            .sorted()
            .toList();
    System.out.printf(Locale.ROOT, "takeovers with a serving lease: %s ms%n", takeovers);
    assertThat(takeovers)
        .hasSize(crowd.users().size())
        .allSatisfy(millis -> assertThat(millis).isBetween(LEASE.toMillis(), TAKEOVER.toMillis()));
    assertThat(crowd.judge(HistoryRules.everyAnswer())).isEmpty();
  }

  private static Object counted(ParallelUser user, int node) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      user.sendUntilServed(node, Request.INCREMENT);
    }
    return user;
  }
}
