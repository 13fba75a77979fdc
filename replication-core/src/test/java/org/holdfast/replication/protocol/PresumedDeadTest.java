// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More members than may fail have vanished: they are missed for a while, then given up. */
class PresumedDeadTest {
  private static final String KEY = "shop0123456789ab";
  private static final String HELD = "shop0123456789cd";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member LOST = RecordingReplica.member(1);
  private static final Member LOST_TOO = RecordingReplica.member(2);
  private static final Member STAYS = RecordingReplica.member(3);
  private static final Epoch FORMER = Epoch.mint(1, LOST);
  private static final long PRESUMED_DEAD = SimulatedCluster.CONFIG.presumedDeadNanos();

  private final RecordingReplica here = new RecordingReplica(SELF);
  private final List<Acquired> answers = new ArrayList<>();
  private long vanishedNanos;

  @BeforeEach
  void loseTwo() {
    here.join(List.of(SELF, LOST, LOST_TOO, STAYS));
    here.receive(
        LOST,
        new Message.Full(HELD, Label.NONE, new Label(FORMER, 1), -1, SimulatedClient.image(1)));
    vanishedNanos = here.now();
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS)), here.now());
    here.receive(STAYS, new Message.ViewStatus(2, "test", true, false, false, false));
  }

  /** Lets time pass until so long after the loss; the member that stays knows of no session. */
  private void passUntil(long nanosAfterLoss) {
    while (here.now() - vanishedNanos < nanosAfterLoss) {
      here.pass(ReplicaConfig.TICK_NANOS);
      List<RecordingReplica.Sent> sent = List.copyOf(here.sent);
      here.sent.clear();
      sent.stream().filter(each -> each.to().equals(STAYS)).forEach(each -> reply(each.message()));
    }
  }

  private void reply(Message message) {
    if (message instanceof Message.Ask ask) {
      here.receive(STAYS, new Message.Hint(ask.key(), ask.epoch(), Epoch.NONE, 2));
    } else if (message instanceof Message.Claim claim) {
      here.receive(
          STAYS,
          new Message.Promise(claim.key(), claim.epoch(), false, Epoch.NONE, 2, Optional.empty()));
    } else if (message instanceof Message.Full full) {
      here.receive(STAYS, new Message.Ack(full.key(), full.label()));
    } else if (message instanceof Message.Validate validate) {
      here.receive(STAYS, new Message.Ack(validate.key(), validate.label(), validate.question()));
    }
  }

  private void acquire(String key) {
    here.replica.acquire(key, null, here.now(), answers::add);
  }

  @Test
  void refusesWhatCannotBeProven_untilTheyArePresumedDead() {
    acquire(KEY);
    acquire(HELD);
    passUntil(PRESUMED_DEAD / 2);
    acquire(KEY);
    acquire(HELD);
    passUntil(PRESUMED_DEAD - millis(50));

    assertThat(answers)
        .as("they may be alive behind a cut")
        .hasSize(4)
        .hasOnlyElementsOfType(Acquired.Unavailable.class);
    assertThat(here.replica.isSettled()).isFalse();
    assertThat(here.metrics.value(Counter.PRESUMED_DEAD)).isZero();
  }

  /** Once all its members know a view, they answer as protected, whether it has settled or not. */
  @Test
  void missesThem_alsoIfNoViewWithThemHasSettled() {
    RecordingReplica beside = new RecordingReplica(SELF);
    beside.join(List.of(SELF, STAYS));
    List<Member> all = List.of(SELF, LOST, LOST_TOO, STAYS);
    beside.replica.onView(View.of(2, "test", all), beside.now());
    for (Member member : List.of(LOST, LOST_TOO, STAYS)) {
      beside.receive(member, new Message.ViewStatus(2, "test", false, false, false, false));
    }
    beside.replica.onView(View.of(3, "test", List.of(SELF, STAYS)), beside.now());
    beside.receive(STAYS, new Message.ViewStatus(3, "test", true, false, false, false));

    beside.pass(PRESUMED_DEAD / 2);
    assertThat(beside.replica.isSettled()).isFalse();

    beside.pass(PRESUMED_DEAD);
    assertThat(beside.replica.isSettled()).isTrue();
  }

  @Test
  void tellsThatTheSessionIsGone_andCountsIt_onceTheyArePresumedDead() {
    passUntil(PRESUMED_DEAD + millis(50));
    assertThat(here.replica.isSettled()).isTrue();

    acquire(KEY);
    passUntil(PRESUMED_DEAD + millis(100));

    assertThat(answers).singleElement().isInstanceOf(Acquired.Unknown.class);
    assertThat(here.metrics.value(Counter.PRESUMED_DEAD)).isEqualTo(2);
    assertThat(here.metrics.value(Counter.PRESUMED_LOST)).isEqualTo(1);
  }

  @Test
  void servesAndProtectsWhatIsLeft_onceTheyArePresumedDead() {
    passUntil(PRESUMED_DEAD + millis(2000));
    acquire(HELD);
    Epoch epoch = here.create(KEY, 1);
    List<Outcome> outcomes = new ArrayList<>();
    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);
    here.replica.await(HELD, here.replica.snapshot(HELD).promised(), 1, here.now(), outcomes::add);
    passUntil(PRESUMED_DEAD + millis(2100));

    assertThat(answers).singleElement().isInstanceOf(Acquired.Owned.class);
    assertThat(outcomes).containsExactly(Outcome.PROTECTED, Outcome.PROTECTED);
    assertThat(here.replica.degradedSessions()).isZero();
    assertThat(here.metrics.value(Counter.PRESUMED_LOST)).isZero();
  }

  @Test
  void givesThemUp_thoughRequestsForWhatCannotBeProvenNeverEnd() {
    while (here.now() - vanishedNanos < PRESUMED_DEAD + millis(2000)) {
      acquire(HELD);
      passUntil(here.now() - vanishedNanos + millis(50));
    }

    assertThat(here.replica.isSettled()).isTrue();
    assertThat(here.metrics.value(Counter.PRESUMED_DEAD)).isEqualTo(2);
    assertThat(answers).last().isInstanceOf(Acquired.Owned.class);
  }

  @Test
  void refusesSoonWhatCannotBeProven_whileTooManyAreMissing() {
    acquire(HELD);
    passUntil(2 * SimulatedCluster.CONFIG.silenceTimeoutNanos() + millis(100));

    assertThat(answers).singleElement().isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void countsNoLoss_whenUnknownIdsComeLongAfter() {
    passUntil(PRESUMED_DEAD + SimulatedCluster.CONFIG.tombstoneNanos() + millis(100));
    acquire(KEY);
    passUntil(here.now() - vanishedNanos + millis(50));

    assertThat(answers).singleElement().isInstanceOf(Acquired.Unknown.class);
    assertThat(here.metrics.value(Counter.UNKNOWN)).isPositive();
    assertThat(here.metrics.value(Counter.PRESUMED_LOST)).isZero();
  }

  @Test
  void asksThoseThatVanished_untilTheyArePresumedDead() {
    passUntil(millis(100));
    here.sent.clear();

    here.pass(2 * ReplicaConfig.STATUS_NANOS);

    assertThat(here.sent)
        .as("who has gone on without this member says so")
        .filteredOn(each -> each.message() instanceof Message.ViewStatus)
        .extracting(RecordingReplica.Sent::to)
        .contains(LOST, LOST_TOO, STAYS);
  }

  @Test
  void missesNobody_whenNoMoreVanishedThanMayFail() {
    RecordingReplica other = new RecordingReplica(SELF);
    other.join(List.of(SELF, LOST, STAYS));

    other.view(2, List.of(SELF, STAYS));

    assertThat(other.replica.isSettled()).isTrue();
    assertThat(other.metrics.value(Counter.PRESUMED_DEAD)).isZero();
    assertThat(other.sent)
        .filteredOn(each -> each.to().equals(LOST))
        .extracting(RecordingReplica.Sent::message)
        .doesNotHaveAnyElementsOfTypes(Message.ViewStatus.class);
  }
}
