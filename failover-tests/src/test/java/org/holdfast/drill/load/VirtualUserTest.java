// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.Seeds;
import org.holdfast.history.Request;
import org.junit.jupiter.api.Test;

/** A user against an engine whose events the test makes, late and out of turn. */
class VirtualUserTest {
  private final VirtualNodes nodes = new VirtualNodes("ab");
  private long now;

  @Test
  void ignoresALateClose_whenItBelongsToTheConnectionBefore() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened first = nodes.last();
    first.connected();
    first.ended();
    VirtualNodes.Opened second = nodes.last();
    second.connected();

    first.ended();

    assertThat(second.closed).isFalse();
    assertThat(failures(user)).containsExactly(FailureKind.LOST_IN_FLIGHT);
    second.answered(VirtualNodes.line(1));
    assertThat(user.history().exchanges()).hasSize(2);
  }

  @Test
  void ignoresALateAnswer_whenItBelongsToTheConnectionBefore() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened first = nodes.last();
    first.connected();
    first.ended();
    VirtualNodes.Opened second = nodes.last();
    second.connected();

    first.answered(VirtualNodes.line(9));

    assertThat(user.history().exchanges()).hasSize(1);
  }

  @Test
  void pausesBeforeItAsksAnotherNode_whenAnAnswerIsTooLong() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened first = nodes.last();
    first.connected();

    first.endedAsTooLong();

    assertThat(failures(user)).containsExactly(FailureKind.ANSWER_TOO_LONG);
    assertThat(nodes.asked()).as("nobody else is asked at once").containsExactly(0);
    assertThat(nodes.recorder.wrongAnswer()).contains("more than the 1 MiB that this driver reads");
  }

  @Test
  void waitsLongerForAnAnswer_thatItAskedToBeHeld() {
    SlowRequests all = new SlowRequests(100, Duration.ofSeconds(2));
    LoadSettings settings = VirtualNodes.settings().withSlow(Optional.of(all));
    VirtualUser user = nodes.started(settings);
    nodes.last().connected();

    assertThat(nodes.last().sent).singleElement().asString().startsWith("/counter?pause=2000 ");
    assertThat(nodes.due.get(0) - 100)
        .as("the time to fail over, and the two seconds")
        .isEqualTo(settings.failoverTimeout().plusSeconds(2).toNanos());
    assertThat(user.isHeldBy(BitSet.valueOf(new long[] {1}))).isTrue();
    assertThat(user.isHeldBy(BitSet.valueOf(new long[] {2}))).isFalse();
    nodes.last().answered(VirtualNodes.line(1));
    assertThat(user.isHeldBy(BitSet.valueOf(new long[] {1}))).isFalse();
  }

  @Test
  void asksWithItsNumber_whereThePathWantsIt() {
    LoadSettings plain = VirtualNodes.settings();
    VirtualUser unused =
        nodes.started(
            new LoadSettings(
                1,
                "/page?client={user}",
                plain.thinkTime(),
                plain.failoverTimeout(),
                plain.retryDelay(),
                1,
                0,
                0));
    nodes.last().connected();

    assertThat(nodes.last().sent).singleElement().asString().startsWith("/page?client=0 ");
  }

  @Test
  void closesAConnection_whenItOpensAfterTheUserTurnedAway() {
    VirtualUser unused = startedUser(0);
    VirtualNodes.Opened slow = nodes.last();
    slow.refused();

    slow.connected();

    assertThat(slow.closed).isTrue();
    assertThat(slow.sent).isEmpty();
    assertThat(nodes.last().node()).isEqualTo(1);
  }

  @Test
  void drops_whenAnAnswerComesThatNobodyAskedFor() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();
    opened.answered(VirtualNodes.line(1));

    opened.answered(VirtualNodes.line(2));

    assertThat(opened.closed).isTrue();
    assertThat(user.history().exchanges()).hasSize(1);
  }

  @Test
  void ignoresAWakeUp_whenItWasSetForAnotherTime() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();

    user.onDue(0, 100, 100); // the wake-up that began this request, again

    assertThat(opened.sent).hasSize(1);
    assertThat(user.history().exchanges()).isEmpty();
  }

  @Test
  void asksTheOtherNodeAtOnce_whenAnEagerUsersIdleConnectionIsClosedAndRefused() {
    VirtualUser user = startedUser(1);
    VirtualNodes.Opened idle = answeredOnce();
    user.arm(Victims.of(0), System.nanoTime());

    idle.ended();
    VirtualNodes.Opened probe = nodes.last();
    assertThat(probe).isNotSameAs(idle);
    probe.refused();
    VirtualNodes.Opened elsewhere = nodes.last();
    elsewhere.connected();
    elsewhere.answered(VirtualNodes.line(2));

    assertThat(elsewhere.node()).isEqualTo(1);
    assertThat(user.recovery().turnedAtOnce()).isTrue();
    assertThat(user.recovery().right()).isTrue();
    assertThat(failures(user)).isEmpty();
    assertThat(nodes.recorder.idleCloses()).isEqualTo(1);
  }

  @Test
  void goesOnThinking_whenAnEagerUsersIdleConnectionCanBeReplaced() {
    VirtualUser unused = startedUser(1);
    VirtualNodes.Opened idle = answeredOnce();
    idle.ended();
    VirtualNodes.Opened replacement = nodes.last();
    replacement.connected();
    replacement.ended();

    assertThat(replacement.sent).isEmpty();
    assertThat(nodes.last()).isSameAs(replacement); // once a pause, no storm
  }

  @Test
  void doesNotReconnect_whenAPatientUsersIdleConnectionIsClosed() {
    VirtualUser unused = startedUser(0);
    VirtualNodes.Opened idle = answeredOnce();

    idle.ended();

    assertThat(nodes.last()).isSameAs(idle);
  }

  @Test
  void closesItsConnection_beforeAPauseThatIsLongerThanItIsKept() {
    VirtualUser user = nodes.started(keptFor(Duration.ofSeconds(99), 0));
    VirtualNodes.Opened first = answeredOnce();

    assertThat(first.closed).isTrue();
    assertThat(nodes.recorder.idleCloses()).as("that nodes did").isZero();
    nodes.wake(user, 0);
    VirtualNodes.Opened second = answeredOnce();
    assertThat(second).isNotSameAs(first);
    assertThat(user.history().exchanges()).hasSize(2);
    assertThat(failures(user)).isEmpty();
  }

  @Test
  void closesItsConnectionsToAllNodes_whenItGoesRound() {
    Duration mean = Duration.ofSeconds(100);
    Set<Boolean> seen = new HashSet<>();
    for (long seed : Seeds.of(60).toArray()) {
      VirtualNodes both = new VirtualNodes("ab");
      LoadSettings round =
          new LoadSettings(
                  1,
                  "/counter",
                  new ThinkTime(ThinkTime.Distribution.UNIFORM, mean),
                  Duration.ofSeconds(10),
                  Duration.ofSeconds(1),
                  seed,
                  0,
                  0)
              .withRouting(Routing.ROUND_ROBIN)
              .withKeepAlive(mean);
      VirtualUser user = both.started(round);
      VirtualNodes.Opened first = both.last();
      first.connected();
      first.answered(VirtualNodes.line(1));
      if (!first.closed) { // else the first pause was the long one
        both.wake(user, 0);
        VirtualNodes.Opened second = both.last();
        second.connected();
        second.answered(VirtualNodes.line(2));

        assertThat(second.node()).isNotEqualTo(first.node());
        assertThat(first.closed).as("seed %d", seed).isEqualTo(second.closed);
        seen.add(second.closed);
      }
    }
    assertThat(seen).as("long pauses and short ones, seeds from %d", Seeds.one()).hasSize(2);
  }

  @Test
  void keepsItsConnection_forAPauseThatIsNoLonger() {
    VirtualUser unused = nodes.started(keptFor(Duration.ofSeconds(100), 0));

    assertThat(answeredOnce().closed).isFalse();
  }

  @Test
  void keepsItsConnectionForAnyPause_whenItWatchesItsNode() {
    VirtualUser unused = nodes.started(keptFor(Duration.ZERO, 1));

    assertThat(answeredOnce().closed).isFalse();
  }

  @Test
  void doesNotCountTheVictimsLastAnswerAsRecovery() {
    VirtualUser user = startedUser(0);
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();
    user.arm(Victims.of(0), System.nanoTime());

    opened.answered(VirtualNodes.line(1));

    assertThat(user.recovery().answered()).isFalse();
    assertThat(user.recovery().onVictim()).isTrue();
  }

  @Test
  void countsAResetSessionAsNotRight_whenItIsTheFirstAnswerAfterTheKill() {
    VirtualUser user = startedUser(1);
    VirtualNodes.Opened idle = answeredOnce();
    user.arm(Victims.of(0), System.nanoTime());
    idle.ended();
    nodes.last().refused();
    VirtualNodes.Opened elsewhere = nodes.last();
    elsewhere.connected();

    elsewhere.answered(VirtualNodes.line(1));

    assertThat(user.recovery().answered()).isTrue();
    assertThat(user.recovery().right()).isFalse();
  }

  @Test
  void waitsBeforeItTriesAgain_whenEveryNodeRefused() {
    VirtualUser user = startedUser(0);
    nodes.last().refused();
    nodes.last().refused();

    assertThat(nodes.opened).hasSize(2);
    assertThat(failures(user)).containsExactly(FailureKind.REFUSED, FailureKind.REFUSED);
  }

  @Test
  void knowsTheSessionWhereItWasAskedForLast_beItByAFormerId() {
    VirtualUser user = startedUser(0, 25);
    hear(user, until(user, Request.INCREMENT), 0, "counter=1 session=ab12 node=a new=true");
    hear(user, until(user, Request.RENAME), 0, "counter=1 session=cd34 node=a new=false");
    assertThat(user.primary()).isZero();

    Question knock = until(user, Request.READ);
    user.failed(knock, FailureKind.REFUSED, 1, 2, 1);
    assertThat(user.primary()).as("who was not even reached").isZero();

    hear(user, knock, 1, "counter=0 session=none node=b new=false");
    assertThat(user.primary()).as("who had to have the session to say no").isEqualTo(1);
    assertThat(user.home()).isZero();
  }

  @Test
  void knowsTheSessionWhereItWas_whenAnEarlierOneIsAskedForElsewhere() {
    VirtualUser user = startedUser(0, 25);
    hear(user, until(user, Request.INCREMENT), 0, "counter=1 session=ab12 node=a new=true");
    hear(user, until(user, Request.INVALIDATE), 0, "counter=1 session=ab12 node=a new=false");

    hear(user, until(user, Request.READ), 1, "counter=0 session=none node=b new=false");

    assertThat(user.primary()).isZero();
  }

  @Test
  void knowsTheSessionWhereItWas_whenTheIdTriedElsewhereIsThatOfALostOne() {
    VirtualUser user = startedUser(0, 25);
    hear(user, until(user, Request.INCREMENT), 0, "counter=1 session=ab12 node=a new=true");
    Question waiting = until(user, Request.RENAME);
    hear(user, waiting, 0, "counter=1 session=cd34 node=a new=false");
    hear(user, lost(waiting), 0, "counter=1 session=ef56 node=a new=true");

    hear(user, until(user, Request.READ), 1, "counter=0 session=none node=b new=false");

    assertThat(user.primary()).isZero();
  }

  /** An increment of the session that the login went to, which is told a new one. */
  private static Question lost(Question login) {
    return new Question(
        Request.INCREMENT, false, "/counter", 0, login.cookie(), "cd34", "cd34", 1, 1);
  }

  /** Lets the user choose, a second later each time, until it wants that; asks nothing before. */
  private Question until(VirtualUser user, Request wanted) {
    FailoverPath failover = new FailoverPath(nodes.balancer, new SplittableRandom(1));
    for (int i = 0; i < 1_000; i++) {
      now += TimeUnit.SECONDS.toNanos(1);
      int unused = user.next(now, failover);
      Question question = user.ask();
      if (question.request() == wanted) {
        return question;
      }
    }
    throw new AssertionError("never asked for " + wanted);
  }

  private void hear(VirtualUser user, Question question, int node, String line) {
    HttpAnswer answer = new HttpAnswer(200, List.of(), "true", "", "", true, line);
    Conversation.Heard unused = user.hear(question, answer, Optional.empty(), now, now + 1, node);
  }

  private VirtualNodes.Opened answeredOnce() {
    VirtualNodes.Opened opened = nodes.last();
    opened.connected();
    opened.answered(VirtualNodes.line(1));
    return opened;
  }

  private VirtualUser startedUser(int eagerEvery) {
    return startedUser(eagerEvery, 0);
  }

  private VirtualUser startedUser(int eagerEvery, int loginPercent) {
    return nodes.started(patient(eagerEvery, loginPercent));
  }

  /** A user who thinks for 100 s. */
  private static LoadSettings keptFor(Duration keepAlive, int eagerEvery) {
    return patient(eagerEvery, 0).withKeepAlive(keepAlive);
  }

  private static LoadSettings patient(int eagerEvery, int loginPercent) {
    LoadSettings patient = VirtualNodes.settings();
    return new LoadSettings(
        1,
        patient.path(),
        patient.thinkTime(),
        patient.failoverTimeout(),
        patient.retryDelay(),
        1,
        eagerEvery,
        loginPercent);
  }

  private static List<FailureKind> failures(VirtualUser user) {
    return Failures.of(user.history());
  }
}
