// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.Test;

/** How a member finds a session whose primary it is not, message by message. */
class AcquireRoundTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
  private static final Epoch FIRST = Epoch.mint(0, OTHER);
  private static final long SILENCE = SimulatedCluster.CONFIG.silenceTimeoutNanos();
  private static final long ACQUIRE_TIMEOUT = SimulatedCluster.CONFIG.acquireTimeoutNanos();

  private final List<Acquired> outcome = new ArrayList<>();

  private static RecordingReplica joined(int secondaries) {
    RecordingReplica replica =
        new RecordingReplica(
            SELF, SimulatedCluster.config(secondaries, millis(600_000)), -millis(100));
    replica.join(ALL);
    return replica;
  }

  /** This member wants two secondaries; OTHER says that it wants one, THIRD does not say. */
  private static RecordingReplica joinedOneThatWantsFewer() {
    Member fewer =
        new Member(
            OTHER.name(),
            OTHER.incarnation(),
            OTHER.host(),
            OTHER.port(),
            "",
            "",
            new AnnouncedSettings(List.of("65536", "1")));
    RecordingReplica replica =
        new RecordingReplica(SELF, SimulatedCluster.config(2, millis(600_000)), -millis(100));
    replica.join(List.of(SELF, fewer, THIRD));
    return replica;
  }

  private void acquire(RecordingReplica here) {
    here.replica.acquire(KEY, null, here.now(), outcome::add);
  }

  private static Message.Held held(long version) {
    Label label = new Label(FIRST, version);
    return new Message.Held(label, label, false, -1, SimulatedClient.image(version));
  }

  private static Message.Promise promise(Epoch epoch, boolean handOver, long version) {
    return new Message.Promise(KEY, epoch, handOver, Epoch.NONE, 1, Optional.of(held(version)));
  }

  private static Message.Full full(long version) {
    return new Message.Full(
        KEY, Label.NONE, new Label(FIRST, version), -1, SimulatedClient.image(version));
  }

  private static Message.Hint hint(Epoch epoch) {
    return new Message.Hint(KEY, epoch, FIRST, 1);
  }

  private static Message.Hint ignorance(Epoch epoch) {
    return new Message.Hint(KEY, epoch, Epoch.NONE, 1);
  }

  @Test
  void waitsForThePromiseOfEverybodyWhoSpoke_thoughFewerWouldProveIt() {
    RecordingReplica here = joined(1);
    here.receive(OTHER, full(3));
    here.sent.clear();
    acquire(here);
    Epoch asked = here.take(Message.Ask.class).get(0).epoch();
    here.receive(THIRD, hint(asked));
    here.replica.onPeerDown(OTHER);
    here.replica.onPeerUp(OTHER);
    here.receive(OTHER, hint(asked));
    here.pass(millis(100));
    Epoch epoch = here.take(Message.Claim.class).get(0).epoch();

    here.receive(THIRD, promise(epoch, false, 2));
    assertThat(outcome).isEmpty();
    here.receive(OTHER, promise(epoch, false, 4));

    assertThat(SimulatedClient.counter(((Acquired.Owned) outcome.get(0)).image())).isEqualTo(4);
  }

  @Test
  void servesWithoutWhoFellSilentAgain_whenTheOthersProveIt() {
    RecordingReplica here = joined(1);
    here.receive(OTHER, full(1));
    here.sent.clear();
    acquire(here);
    Epoch asked = here.take(Message.Ask.class).get(0).epoch();
    here.receive(THIRD, hint(asked));
    here.receive(OTHER, hint(asked));
    here.pass(millis(100));
    Epoch epoch = here.take(Message.Claim.class).get(0).epoch();

    here.receive(THIRD, promise(epoch, false, 2));
    here.pass(SILENCE);

    assertThat(outcome).hasSize(1).first().isInstanceOf(Acquired.Owned.class);
  }

  @Test
  void asksAsManyAsTheMemberWithTheFewestSecondariesNeeds() {
    RecordingReplica here = joinedOneThatWantsFewer();
    acquire(here);

    here.pass(ACQUIRE_TIMEOUT - millis(50));
    assertThat(outcome)
        .as("a copy may be on the two that do not answer, and nowhere else")
        .isEmpty();
    here.pass(millis(100));

    assertThat(outcome).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void servesWhatIsHandedOver_whenOneSecondaryIsTheFewestOfAll() {
    RecordingReplica here = joinedOneThatWantsFewer();
    acquire(here);
    Epoch asked = here.take(Message.Ask.class).get(0).epoch();

    here.receive(OTHER, promise(asked, true, 7));

    assertThat(outcome).hasSize(1).first().isInstanceOf(Acquired.Owned.class);
  }

  @Test
  void keepsWhatALivingPrimaryHandedOver_whenThatAloneProvesNothing() {
    RecordingReplica here = joined(2);
    acquire(here);
    Epoch asked = here.take(Message.Ask.class).get(0).epoch();

    here.receive(OTHER, promise(asked, true, 7));
    here.pass(SILENCE);

    assertThat(outcome).hasSize(1);
    assertThat(SimulatedClient.counter(((Acquired.Owned) outcome.get(0)).image())).isEqualTo(7);
  }

  @Test
  void triesAgainLater_whenItHasFencedOthersInVain() {
    RecordingReplica here = joined(1);
    here.receive(OTHER, full(3));
    here.replica.onPeerDown(OTHER);
    here.replica.onPeerDown(THIRD);
    acquire(here);
    here.pass(ACQUIRE_TIMEOUT + millis(50));
    assertThat(outcome).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
    here.replica.onPeerUp(THIRD);
    here.sent.clear();

    List<Message.Claim> claims = List.of();
    for (int i = 0; i < 700 && claims.isEmpty(); i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      claims = here.take(Message.Claim.class);
    }
    assertThat(claims).as("without any request").isNotEmpty();
    here.receive(THIRD, promise(claims.get(0).epoch(), false, 2));

    assertThat(here.replica.snapshot(KEY).primary()).isTrue();
  }

  @Test
  void concludesNothingFromSilence_whileItWasStoppedItself() {
    RecordingReplica here = joined(1);
    acquire(here);
    Epoch asked = here.take(Message.Ask.class).get(0).epoch();
    here.skip(millis(5000) - ACQUIRE_TIMEOUT);
    here.tick();
    assertThat(here.take(Message.Claim.class)).as("right after it woke").isEmpty();

    here.receive(OTHER, promise(asked, true, 7));

    assertThat(outcome).hasSize(1).first().isInstanceOf(Acquired.Owned.class);
  }

  @Test
  void asksEverybody_whenItWasAloneBeforeItFoundTheOthers() {
    RecordingReplica here =
        new RecordingReplica(SELF, SimulatedCluster.config(1, millis(600_000)), 1);
    here.join(List.of(SELF, OTHER));
    here.view(2, List.of(SELF));
    assertThat(here.replica.isSettled()).isTrue();
    here.replica.onView(View.of(3, "test", ALL), here.now());
    here.receive(OTHER, new Message.ViewStatus(3, "test", false, false, false, false));
    here.receive(THIRD, new Message.ViewStatus(3, "test", false, false, false, false));
    here.sent.clear();
    acquire(here);
    here.receive(THIRD, hint(here.take(Message.Ask.class).get(0).epoch()));

    here.pass(SILENCE + millis(20));
    Epoch epoch = here.take(Message.Claim.class).get(0).epoch();
    here.receive(THIRD, promise(epoch, false, 2));

    assertThat(outcome).as("the other one may know of views that matter").isEmpty();
  }

  @Test
  void settlesAtOnce_whenMembersAreLostThatHeldNoCopies() {
    RecordingReplica here = joined(0);
    here.replica.onView(View.of(2, "test", List.of(SELF)), here.now());
    here.pass(millis(50));

    assertThat(here.replica.isSettled()).isTrue();
  }

  /** Asks for a key that the others do not know either. */
  private void acquireInVain(RecordingReplica here) {
    acquire(here);
    Epoch asked = here.take(Message.Ask.class).get(0).epoch();
    for (Member member : List.of(OTHER, THIRD)) {
      here.receive(member, ignorance(asked));
    }
    assertThat(outcome).containsExactly(new Acquired.Unknown());
  }

  @Test
  void asksOnceASecond_forAKeyThatNobodyKnows() {
    RecordingReplica here = joined(1);
    acquireInVain(here);

    acquire(here);
    assertThat(here.take(Message.Ask.class)).isEmpty();
    assertThat(outcome).hasSize(2).last().isEqualTo(new Acquired.Unknown());
    assertThat(here.replica.knownSessions()).as("nothing is kept of it").isZero();

    here.pass(millis(1100));
    acquire(here);
    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }

  /** One after the other, the last of many would wait longer than it was promised. */
  @Test
  void asksOnceForAllThatCameTooLateForTheFirstAnswer() {
    RecordingReplica here = joined(1);
    acquire(here);
    Epoch asked = here.take(Message.Ask.class).get(0).epoch();
    for (int late = 0; late < 5; late++) {
      acquire(here);
    }

    here.receive(OTHER, ignorance(asked));
    here.pass(SILENCE + 2 * ReplicaConfig.TICK_NANOS);
    assertThat(outcome).as("of whom it knew when it asked").hasSize(1);

    here.receive(OTHER, ignorance(here.take(Message.Ask.class).get(0).epoch()));
    here.pass(SILENCE + 2 * ReplicaConfig.TICK_NANOS);
    assertThat(outcome).hasSize(6).hasOnlyElementsOfType(Acquired.Unknown.class);
  }

  @Test
  void servesAKeyThatWasUnknown_onceItHasTurnedUpAfterAll() {
    RecordingReplica here = joined(1);
    acquireInVain(here);
    here.receive(OTHER, full(1));
    here.sent.clear();

    acquire(here);

    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }

  @Test
  void asksAgainForAnUnknownKey_inAnotherView() {
    RecordingReplica here = joined(1);
    acquireInVain(here);
    here.replica.onView(View.of(2, "test", ALL), here.now());
    here.sent.clear();

    acquire(here);

    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }
}
