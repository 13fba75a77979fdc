// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.holdfast.drill.load.ParallelUser;
import org.holdfast.history.Exchange;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.Request;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** More node processes die at once than one. */
@Timeout(180)
class TwoCrashesIT {
  @TempDir private Path workDir;

  @Test
  void losesNothingProtected_whenTwoOfFourNodesAreKilledAndEachSessionHasTwoSecondaries()
      throws Exception {
    try (NodesUnderTest nodes = new NodesUnderTest(4, 2, workDir)) {
      Crowd crowd = nodes.crowd(40);
      crowd.inParallel(1, user -> counted(user, List.of(user.nextNode()), 5));

      nodes.kill(1);
      nodes.kill(2);
      long killed = System.nanoTime();
      crowd.inParallel(1, user -> counted(user, List.of(0, 3), 3));
      crowd.inParallel(1, user -> served(user, List.of(0, 3), Request.READ));

      crowd.print("40 users, two of four nodes killed", (System.nanoTime() - killed) / 1e9);
      assertThat(crowd.judge(HistoryRules.promise())).isEmpty();
      assertThat(crowd.oddAnswers()).isEmpty();
      assertThat(
              crowd.users().stream()
                  .filter(user -> wasServedBy(user, NodesUnderTest.name(1), NodesUnderTest.name(2)))
                  .filter(TwoCrashesIT::wasProtectedAtFirst))
          .as("users of the killed nodes whose last answer there was protected")
          .hasSizeGreaterThan(5)
          .allSatisfy(
              user ->
                  assertThat(last(user).value()).as(user.log().name()).isGreaterThanOrEqualTo(8));
    }
  }

  @Tag("nightly")
  @Test
  void refusesASession_untilItsMissingHoldersArePresumedDead_whenBothAreKilled() throws Exception {
    try (NodesUnderTest nodes = new NodesUnderTest(3, 1, workDir)) {
      Crowd crowd = nodes.crowd(30);
      crowd.inParallel(1, user -> counted(user, List.of(1), 2));

      nodes.kill(1);
      nodes.kill(2);
      crowd.inParallel(1, user -> user.send(0, Request.READ));

      List<Reply> replies =
          crowd.users().stream()
              .map(user -> user.log().exchanges().get(user.log().exchanges().size() - 1).reply())
              .toList();
      assertThat(replies)
          .as("none is said not to exist")
          .noneMatch(reply -> reply instanceof Reply.NotFound)
          .as("those of which node-1 cannot prove that it has their newest state")
          .anyMatch(
              reply -> reply instanceof Reply.Unanswered why && why.reason().equals("unavailable"));
      nodes.awaitGone(0, 1);
      nodes.awaitGone(0, 2);
      List<ParallelUser> lost = crowd.users().stream().filter(TwoCrashesIT::isRefused).toList();
      assertThat(lost).isNotEmpty();

      long gone = System.nanoTime();
      Reply then = new Reply.Unanswered(false, "nobody asked");
      while (then instanceof Reply.Unanswered && System.nanoTime() - gone < 60_000_000_000L) {
        then = lost.get(0).send(0, Request.INCREMENT);
      }

      long seconds = (System.nanoTime() - gone) / 1_000_000_000L;
      System.out.printf("both holders killed: refused for %d s, then %s%n", seconds, then);
      assertThat(then).isInstanceOf(Reply.Served.class);
      assertThat(seconds).as("refused for, s").isBetween(15L, 45L);
    }
  }

  private static boolean isRefused(ParallelUser user) {
    List<Exchange> log = user.log().exchanges();
    return log.get(log.size() - 1).reply() instanceof Reply.Unanswered;
  }

  private static boolean wasServedBy(ParallelUser user, String... nodes) {
    return List.of(nodes).contains(user.log().exchanges().get(0).node());
  }

  /** Its fifth answer is the last before the kill. */
  private static boolean wasProtectedAtFirst(ParallelUser user) {
    List<Exchange> served =
        user.log().exchanges().stream().filter(e -> e.reply() instanceof Reply.Served).toList();
    return ((Reply.Served) served.get(4).reply()).protection() == Reply.Protection.PROTECTED;
  }

  private static Reply.Served last(ParallelUser user) {
    List<Exchange> log = user.log().exchanges();
    return (Reply.Served) log.get(log.size() - 1).reply();
  }

  private static Object counted(ParallelUser user, List<Integer> nodes, int times)
      throws InterruptedException {
    for (int i = 0; i < times; i++) {
      served(user, nodes, Request.INCREMENT);
    }
    return user;
  }

  private static Object served(ParallelUser user, List<Integer> nodes, Request request)
      throws InterruptedException {
    for (int attempt = 0; attempt < 1_000; attempt++) {
      if (user.send(nodes.get(attempt % nodes.size()), request) instanceof Reply.Served) {
        return user;
      }
    }
    throw new AssertionError(user.log().name() + " was never served");
  }
}
