// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/** Members that have given everything away are not missed, however many leave together. */
class DrainedTogetherTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member LEAVES = RecordingReplica.member(1);
  private static final Member LEAVES_TOO = RecordingReplica.member(2);
  private static final Member STAYS = RecordingReplica.member(3);
  private static final List<Member> ALL = List.of(SELF, LEAVES, LEAVES_TOO, STAYS);

  private final RecordingReplica here = new RecordingReplica(SELF);
  private final List<Acquired> answers = new ArrayList<>();

  private static Message.ViewStatus leaving(boolean drained) {
    return new Message.ViewStatus(
        1, "test", true, false, true, drained, false, false, 0, List.of(), false, List.of());
  }

  /** Has both leave in one view, and a request ask for what nobody knows. */
  private void leave() {
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS)), here.now());
    here.sent.clear();
    here.replica.acquire(KEY, null, here.now(), answers::add);
    Message.Ask ask = here.take(Message.Ask.class).get(0);
    here.receive(STAYS, new Message.Hint(KEY, ask.epoch(), Epoch.NONE, 2));
    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos() + 2 * ReplicaConfig.TICK_NANOS);
  }

  private void settle() {
    here.receive(STAYS, new Message.ViewStatus(2, "test", true, false, false, false));
    here.pass(millis(50));
  }

  @Test
  void areNotMissed_onceBothHaveSaidThatTheyAreDrained() {
    here.join(ALL);
    here.receive(LEAVES, leaving(true));
    here.receive(LEAVES_TOO, leaving(true));

    leave();
    assertThat(answers).singleElement().isInstanceOf(Acquired.Unknown.class);

    settle();
    assertThat(here.replica.isSettled()).isTrue();
  }

  @Test
  void areMissed_whenTheyLeaveBeforeTheyAreDrained() {
    here.join(ALL);
    here.receive(LEAVES, leaving(false));
    here.receive(LEAVES_TOO, leaving(false));

    leave();
    assertThat(answers).isEmpty();

    settle();
    assertThat(here.replica.isSettled()).isFalse();
  }

  @Test
  void areMissed_whenOneHasBeenGivenSomethingSince() {
    here.join(ALL);
    here.receive(LEAVES, leaving(true));
    here.receive(LEAVES_TOO, leaving(true));
    here.receive(LEAVES_TOO, leaving(false));

    here.receive(LEAVES, leaving(false));

    leave();
    assertThat(answers).isEmpty();
  }

  @Test
  void areAsked_asLongAsTheyAreThere() {
    here.join(ALL);
    here.receive(LEAVES, leaving(true));
    here.receive(LEAVES_TOO, leaving(true));

    here.replica.acquire(KEY, null, here.now(), answers::add);
    Message.Ask ask = here.take(Message.Ask.class).get(0);
    here.receive(STAYS, new Message.Hint(KEY, ask.epoch(), Epoch.NONE, 1));
    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos() + 2 * ReplicaConfig.TICK_NANOS);

    assertThat(answers).isEmpty();
  }

  @Test
  void sayThatTheyAreDrained_onceTheirSuccessorHasReleasedThem() {
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    here.replica.end(KEY, epoch, here.now());
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    here.tick();
    Epoch next = Epoch.mint(2, STAYS);
    here.receive(STAYS, new Message.Ask(KEY, next));
    here.sent.clear();

    assertThat(here.replica.drainState().isOver()).isFalse();
    assertThat(here.take(Message.ViewStatus.class)).noneMatch(Message.ViewStatus::drained);

    here.receive(STAYS, new Message.Release(KEY, new Label(epoch, 1), new Label(next, 2)));
    assertThat(here.replica.drainState().isOver()).isTrue();
    assertThat(here.sentTo(STAYS, Message.ViewStatus.class))
        .singleElement()
        .matches(Message.ViewStatus::drained);
  }

  @Test
  void sayNothingOfTheKind_whenNobodyIsThereToHaveTakenAnything() {
    here.join(List.of(SELF, LEAVES));
    here.receive(LEAVES, leaving(false));
    here.create(KEY, 1);
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    here.sent.clear();

    assertThat(here.replica.drainState().isOver()).isTrue();
    assertThat(here.take(Message.ViewStatus.class)).noneMatch(Message.ViewStatus::drained);
  }

  /**
   * The one that stays does not know that one was drained: for it two are missing, and it can take
   * nothing over before the view has settled, which waits for what it cannot take over.
   */
  @Test
  void holdUpNoViewForGood_whenOnlyOneMemberHasHeardThatOneWasDrained() {
    here.join(ALL);
    here.receive(LEAVES, leaving(true));
    Label label = new Label(Epoch.mint(1, LEAVES_TOO), 1);
    here.receive(
        LEAVES_TOO, new Message.Full(KEY, Label.NONE, label, -1, SimulatedClient.image(1)));
    here.receive(STAYS, new Message.Claim(KEY, Epoch.mint(2, STAYS)));
    here.replica.onView(View.of(2, "test", List.of(SELF, STAYS)), here.now());
    here.receive(STAYS, new Message.ViewStatus(2, "test", true, false, false, false));

    here.pass(SimulatedCluster.CONFIG.presumedDeadNanos() - millis(100));
    assertThat(here.take(Message.ViewStatus.class)).noneMatch(Message.ViewStatus::rebalanced);

    here.pass(millis(200));
    assertThat(here.take(Message.ViewStatus.class)).anyMatch(Message.ViewStatus::rebalanced);
  }
}
