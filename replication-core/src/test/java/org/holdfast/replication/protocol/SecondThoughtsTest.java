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
import org.junit.jupiter.api.Test;

/** Cases in which several rules meet: a review of them found each. */
class SecondThoughtsTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
  private static final List<Member> TWO = List.of(SELF, OTHER);

  private static RecordingReplica joined(List<Member> members) {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(members);
    return here;
  }

  private static List<Epoch> createProtected(RecordingReplica here, int sessions) {
    List<Epoch> epochs = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      epochs.add(here.create("key-" + i, 1));
      here.ack(here.holderOf("key-" + i), "key-" + i, epochs.get(i), 1);
      here.replica.end("key-" + i, epochs.get(i), here.now());
      here.sent.clear();
    }
    here.pass(millis(50));
    here.sent.clear();
    return epochs;
  }

  @Test
  void pacesItsValidations_whenAPeerIsBackForAMoment() {
    RecordingReplica here = joined(ALL);
    createProtected(here, 5_000);

    here.replica.onPeerUp(OTHER);
    here.tick();

    int asked = here.take(Message.Validate.class).size();
    assertThat(asked).as("validations sent in one tick").isLessThanOrEqualTo(500);
  }

  @Test
  void pacesItsReleases_whenAMemberReturnsThatMayHoldOldCopies() {
    RecordingReplica here = joined(ALL);
    here.replica.onView(View.of(2, "test", TWO), here.now());
    here.receive(OTHER, new Message.ViewStatus(2, "test", true, false, false, false));
    here.pass(millis(50));
    here.sent.clear();
    createProtected(here, 5_000);
    here.replica.onView(View.of(3, "test", ALL), here.now());
    here.receive(OTHER, new Message.ViewStatus(3, "test", true, false, false, false));
    here.receive(THIRD, new Message.ViewStatus(3, "test", true, false, false, false));
    int most = 0;
    int validations = 0;
    int releases = 0;
    for (int i = 0; i < 100; i++) {
      here.skip(ReplicaConfig.TICK_NANOS);
      here.tick();
      List<RecordingReplica.Sent> sent = List.copyOf(here.sent);
      here.sent.clear();
      most = Math.max(most, sent.size());
      for (RecordingReplica.Sent each : sent) {
        validations += each.message() instanceof Message.Validate ? 1 : 0;
        releases += each.message() instanceof Message.Release ? 1 : 0;
        if (each.message() instanceof Message.Full full) {
          here.receive(each.to(), new Message.Ack(full.key(), full.label()));
        }
      }
    }
    assertThat(most)
        .as("messages in one tick; in all %s validations, %s releases", validations, releases)
        .isLessThanOrEqualTo(4 * SimulatedCluster.CONFIG.repairsPerTick());
  }

  @Test
  void answersTheOtherWaiters_whenTheCallbackOfOneThrows() {
    RecordingReplica here = joined(ALL);
    List<Outcome> outcomes = new ArrayList<>();
    Epoch epoch = here.create(KEY, 1);
    here.replica.await(
        KEY,
        epoch,
        1,
        here.now(),
        outcome -> {
          throw new IllegalStateException("this callback fails");
        });
    here.skip(millis(100));
    here.tick();
    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);
    for (int i = 0; i < 40; i++) {
      here.skip(ReplicaConfig.TICK_NANOS);
      try {
        here.tick();
      } catch (IllegalStateException e) {
        outcomes.add(Outcome.FENCED);
      }
    }
    assertThat(outcomes).containsExactly(Outcome.FENCED, Outcome.UNCONFIRMED);
  }

  @Test
  void sendsTheWholeOnce_toAHolderThatIsSlowButAlive() {
    RecordingReplica here = joined(ALL);
    here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.sent.clear();
    for (int i = 0; i < 300; i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      if (i % 10 == 0) {
        here.receive(holder, new Message.ViewStatus(1, "test", true, false, false, false));
      }
    }
    long again = here.sent.stream().filter(each -> each.message() instanceof Message.Full).count();
    assertThat(again).as("wholes sent again in 3 s over a stream that never broke").isZero();
  }

  @Test
  void keepsTheCopy_forWhichItsPrimaryCountsOnIt() {
    ReplicaConfig config = SimulatedCluster.config(1, millis(3000));
    RecordingReplica primary = new RecordingReplica(SELF, config, 1);
    primary.join(TWO);
    RecordingReplica holder = new RecordingReplica(OTHER, config, 1);
    holder.join(TWO);
    Epoch epoch =
        primary.replica.create(KEY, SimulatedClient.image(1), millis(1000), primary.now());
    exchange(primary, holder);
    // One request uses the session for longer than its lease and the time of tombstones.
    for (int i = 0; i < 60; i++) {
      primary.pass(millis(100));
      holder.pass(millis(100));
      exchange(primary, holder);
    }
    assertThat(primary.replica.serves(KEY, epoch)).isTrue();
    assertThat(primary.replica.degradedSessions()).isZero();
    assertThat(holder.held(KEY)).as("counted as protected").isEqualTo(primary.held(KEY));
  }

  private static void exchange(RecordingReplica one, RecordingReplica two) {
    while (!one.sent.isEmpty() || !two.sent.isEmpty()) {
      List<RecordingReplica.Sent> fromOne = List.copyOf(one.sent);
      List<RecordingReplica.Sent> fromTwo = List.copyOf(two.sent);
      one.sent.clear();
      two.sent.clear();
      fromOne.forEach(each -> two.receive(one.self, each.message()));
      fromTwo.forEach(each -> one.receive(two.self, each.message()));
    }
  }

  @Test
  void queuesNoRequestLongerThanTheAcquireTimeout_behindAHandOver() {
    RecordingReplica here = joined(ALL);
    here.create(KEY, 1);
    here.receive(OTHER, new Message.Ask(KEY, Epoch.mint(2, OTHER)));
    List<Acquired> answers = new ArrayList<>();
    here.replica.acquire(KEY, null, here.now(), answers::add);

    // Everybody has fallen silent.
    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos() + millis(50));

    assertThat(answers).hasSize(1);
  }

  @Test
  void isNotDrained_whileItsSuccessorHasShownNothingOfWhatItWasGiven() {
    RecordingReplica here = joined(TWO);
    Epoch epoch = here.create(KEY, 1);
    here.ack(OTHER, KEY, epoch, 1);
    here.write(KEY, epoch, 2);
    here.replica.end(KEY, epoch, here.now());
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    here.tick();

    // The successor asks; step 2 and the hand-over are still in the queue of the own transport.
    here.receive(OTHER, new Message.Ask(KEY, Epoch.mint(2, OTHER)));
    here.tick();

    assertThat(here.replica.drainState().isOver())
        .as("state %s: closing now drops what is queued", here.replica.drainState())
        .isFalse();
  }

  @Test
  void remembersEndedSessionsForLess_whenThereAreTooMany() {
    RecordingReplica here = joined(ALL);
    for (int i = 0; i < 2 * ReplicaConfig.MOST_REMEMBERED; i++) {
      here.receive(
          OTHER, new Message.Remove("key-" + i, Label.NONE, new Label(Epoch.mint(1, OTHER), 2)));
      here.sent.clear();
    }
    here.pass(millis(10_000));
    assertThat(here.replica.knownSessions())
        .as("not at once")
        .isEqualTo(2 * ReplicaConfig.MOST_REMEMBERED);

    here.pass(millis(50_000));

    assertThat(here.replica.knownSessions()).isLessThanOrEqualTo(ReplicaConfig.MOST_REMEMBERED);
  }

  @Test
  void tellsOfAnEnd_onlyOnceItIsKnownElsewhere() {
    RecordingReplica here = joined(TWO);
    Epoch epoch = here.create(KEY, 1);
    here.ack(OTHER, KEY, epoch, 1);
    long end = here.replica.remove(KEY, epoch, here.now());
    List<Acquired> answers = new ArrayList<>();

    here.replica.acquire(KEY, null, here.now(), answers::add);
    assertThat(answers).isEmpty();
    here.ack(OTHER, KEY, epoch, end);

    assertThat(answers).containsExactly(new Acquired.Unknown());
  }

  @Test
  void doesNotReportItsSessionsPlaced_asLongAsAMemberThatShouldHoldThemIsSilent() {
    RecordingReplica here = joined(List.of(SELF, THIRD));
    Epoch epoch = here.create(KEY, 1);
    here.ack(THIRD, KEY, epoch, 1);
    here.replica.onView(View.of(2, "test", TWO), here.now());
    here.receive(OTHER, new Message.ViewStatus(2, "test", true, true, false, false));
    here.sent.clear();

    here.pass(8 * SimulatedCluster.CONFIG.ackTimeoutNanos());
    assertThat(here.take(Message.ViewStatus.class)).noneMatch(Message.ViewStatus::rebalanced);

    here.ack(OTHER, KEY, epoch, 1);
    here.receive(OTHER, new Message.ViewStatus(2, "test", true, true, false, false));
    here.pass(millis(500));
    here.sent.stream()
        .filter(each -> each.message() instanceof Message.Full)
        .toList()
        .forEach(each -> here.ack(OTHER, KEY, epoch, 1));
    here.pass(millis(500));
    assertThat(here.take(Message.ViewStatus.class)).anyMatch(Message.ViewStatus::rebalanced);
  }

  @Test
  void answersForAnOrphan_untilItHasAPrimary() {
    RecordingReplica here = joined(ALL);
    here.receive(
        OTHER,
        new Message.Full(
            KEY, Label.NONE, new Label(Epoch.mint(1, OTHER), 1), -1, SimulatedClient.image(1)));
    here.sent.clear();
    here.replica.acquire(KEY, null, here.now(), acquired -> {});
    Epoch epoch = here.take(Message.Ask.class).get(0).epoch();
    for (int beats = 0; beats < 29; beats++) {
      here.pass(millis(100));
      here.receive(THIRD, new Message.HandingOver(KEY, epoch));
    }

    here.replica.onView(View.of(2, "test", List.of(SELF, THIRD)), here.now());
    here.pass(millis(150));

    assertThat(here.take(Message.ViewStatus.class)).noneMatch(Message.ViewStatus::rebalanced);
  }

  /** No request waits for it, but the view does. */
  @Test
  void looksAfterACopyInDoubt_soonInAViewThatWaitsForIt() {
    RecordingReplica here = joined(ALL);
    Label newest = new Label(Epoch.mint(1, OTHER), 1);
    here.receive(OTHER, new Message.Full(KEY, Label.NONE, newest, -1, SimulatedClient.image(1)));
    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(2, THIRD)));
    here.replica.onView(View.of(2, "test", ALL), here.now());
    here.sent.clear();

    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos() + millis(50));

    assertThat(here.sentTo(THIRD, Message.Offer.class)).containsExactly(new Message.Offer(KEY));
  }

  @Test
  void refusesAWhole_thatItsOwnReleaseHasOvertaken() {
    RecordingReplica here = joined(ALL);
    Epoch epoch = Epoch.mint(1, OTHER);
    here.receive(OTHER, new Message.Release(KEY, Label.NONE, new Label(epoch, 3)));

    here.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(epoch, 2), -1, SimulatedClient.image(1)));

    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
    assertThat(here.take(Message.Released.class)).hasSize(2);
  }

  @Test
  void releasesWhoeverPromised_onceItsTakeoverIsProtected() {
    RecordingReplica here = joined(ALL);
    here.receive(
        OTHER,
        new Message.Full(
            KEY,
            Label.NONE,
            new Label(Epoch.mint(1, RecordingReplica.member(9)), 1),
            -1,
            SimulatedClient.image(1)));
    here.sent.clear();
    here.replica.acquire(KEY, null, here.now(), acquired -> {});
    Epoch ask = here.take(Message.Ask.class).get(0).epoch();
    here.receive(OTHER, new Message.Hint(KEY, ask, Epoch.NONE, 1));
    here.receive(THIRD, new Message.Hint(KEY, ask, Epoch.NONE, 1));
    Epoch epoch = here.take(Message.Claim.class).get(0).epoch();
    for (Member member : List.of(OTHER, THIRD)) {
      here.receive(member, new Message.Promise(KEY, epoch, false, Epoch.NONE, 1, Optional.empty()));
    }
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);

    here.pass(millis(500));

    assertThat(here.sent)
        .anyMatch(each -> !each.to().equals(holder) && each.message() instanceof Message.Release);
  }

  @Test
  void asksTheOthersBeforeItTellsAnEnd_withTwoSecondaries() {
    List<Member> four = List.of(SELF, OTHER, THIRD, RecordingReplica.member(3));
    for (int secondaries = 1; secondaries <= 2; secondaries++) {
      RecordingReplica here =
          new RecordingReplica(SELF, SimulatedCluster.config(secondaries, millis(600_000)), 1);
      here.join(four);
      Epoch epoch = Epoch.mint(1, OTHER);
      here.receive(
          OTHER,
          new Message.Full(KEY, Label.NONE, new Label(epoch, 1), -1, SimulatedClient.image(1)));
      here.receive(OTHER, new Message.Remove(KEY, Label.NONE, new Label(epoch, 2)));
      here.sent.clear();
      List<Acquired> found = new ArrayList<>();

      here.replica.acquire(KEY, null, here.now(), found::add);

      if (secondaries == 1) {
        assertThat(found).as("two have it").hasOnlyElementsOfType(Acquired.Unknown.class);
      } else {
        assertThat(found).as("the two that have it may both be lost").isEmpty();
        assertThat(here.take(Message.Ask.class)).hasSize(3);
      }
    }
  }
}
