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

/**
 * Rules that stand behind others: the simulator hardly ever comes to a state in which they alone
 * decide. {@link ProtocolMutationIT} checks that each of these tests can fail.
 */
class SecondLineTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
  private static final Epoch FIRST = Epoch.mint(1, OTHER);
  private static final Epoch LATER = Epoch.mint(5, THIRD);

  private final List<Acquired> acquired = new ArrayList<>();

  private static RecordingReplica joined(int secondaries) {
    RecordingReplica here =
        new RecordingReplica(SELF, SimulatedCluster.config(secondaries, millis(16_000)), 1);
    here.join(ALL);
    return here;
  }

  private static Message.Full full(Label label, long leaseNanos) {
    return new Message.Full(
        KEY, Label.NONE, label, leaseNanos, SimulatedClient.image(label.version()));
  }

  private static RecordingReplica holding(long leaseNanos) {
    RecordingReplica here = joined(1);
    here.receive(OTHER, full(new Label(FIRST, 3), leaseNanos));
    here.sent.clear();
    return here;
  }

  private void acquire(RecordingReplica here) {
    here.replica.acquire(KEY, null, here.now(), acquired::add);
  }

  private static Member bystander(Member holder) {
    return holder.equals(OTHER) ? THIRD : OTHER;
  }

  private static Optional<Message.Held> promised(RecordingReplica here) {
    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(9, THIRD)));
    return here.take(Message.Promise.class).get(0).held();
  }

  // fences

  @Test
  void refusesADelta_belowItsPromise() {
    RecordingReplica here = holding(-1);
    here.receive(THIRD, new Message.Claim(KEY, LATER));

    here.receive(
        OTHER, new Message.Delta(KEY, new Label(FIRST, 3), 2, -1, RecordingReplica.step(3)));
    here.receive(
        OTHER, new Message.Delta(KEY, new Label(FIRST, 4), 3, -1, RecordingReplica.step(4)));

    assertThat(here.take(Message.NackEpoch.class)).hasSize(2);
    assertThat(here.held(KEY)).isEqualTo(new Label(FIRST, 3));
  }

  @Test
  void refusesAValidation_belowItsPromise() {
    RecordingReplica here = holding(-1);
    here.receive(THIRD, new Message.Claim(KEY, LATER));

    here.receive(OTHER, new Message.Validate(KEY, new Label(FIRST, 3), 1, 1, -1));

    assertThat(here.take(Message.NackEpoch.class)).hasSize(1);
  }

  @Test
  void keepsItsCopy_whenAReleaseIsBelowItsPromise() {
    RecordingReplica here = holding(-1);
    here.receive(THIRD, new Message.Claim(KEY, LATER));

    here.receive(OTHER, new Message.Release(KEY, Label.NONE, new Label(FIRST, 9)));

    assertThat(here.held(KEY)).isEqualTo(new Label(FIRST, 3));
    assertThat(here.take(Message.NackEpoch.class)).hasSize(1);
  }

  @Test
  void keepsItsFence_whenTheCopyIsDroppedForItsAge() {
    RecordingReplica here = holding(millis(1000));
    here.receive(THIRD, new Message.Claim(KEY, LATER));
    here.pass(millis(18_500));
    assertThat(here.held(KEY)).isEqualTo(Label.NONE);

    here.sent.clear();
    here.receive(OTHER, full(new Label(FIRST, 4), -1));

    assertThat(here.take(Message.NackEpoch.class)).hasSize(1);
  }

  @Test
  void remembersWhatItProtectedItself_whenItHasSteppedDown() {
    RecordingReplica here = joined(1);
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    here.receive(OTHER, new Message.NackEpoch(KEY, epoch, LATER));
    here.sent.clear();

    here.receive(THIRD, full(new Label(LATER, 1), -1));

    assertThat(here.take(Message.NackNewer.class)).hasSize(1);
  }

  @Test
  void ranksItsCopyAsItIs_whenRefusedAfterItWasProtected() {
    RecordingReplica here = joined(1);
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);

    here.receive(
        bystander(here.holderOf(KEY)), new Message.NackNewer(KEY, epoch, new Label(FIRST, 9)));
    here.sent.clear();

    assertThat(promised(here).orElseThrow().rank()).isEqualTo(new Label(epoch, 1));
  }

  // tombstones

  @Test
  void takesNoStep_onATombstone() {
    RecordingReplica here = holding(-1);
    here.receive(OTHER, new Message.Remove(KEY, Label.NONE, new Label(FIRST, 4)));

    here.receive(
        OTHER, new Message.Delta(KEY, new Label(FIRST, 5), 4, -1, RecordingReplica.step(5)));

    assertThat(here.replica.snapshot(KEY).copy().tombstone()).isTrue();
  }

  @Test
  void takesNoUpdate_afterTheEnd_andTellsTheHoldersAtOnce() {
    RecordingReplica here = joined(1);
    Epoch epoch = here.create(KEY, 1);
    here.replica.remove(KEY, epoch, here.now());

    assertThat(here.write(KEY, epoch, 2)).isEqualTo(-1);
    assertThat(here.take(Message.Remove.class)).hasSize(1);
  }

  // leases

  @Test
  void takesTheLeaseFromEachStep() {
    RecordingReplica here = holding(millis(10_000));

    here.receive(
        OTHER,
        new Message.Delta(KEY, new Label(FIRST, 4), 3, millis(50_000), RecordingReplica.step(4)));

    assertThat(promised(here).orElseThrow().leaseNanos()).isEqualTo(millis(50_000));
  }

  @Test
  void takesNoLease_thatIsOlderThanTheOneItHas_orOfAnotherEpoch() {
    RecordingReplica here = holding(millis(10_000));
    touch(here, FIRST, 2, millis(60_000));

    touch(here, FIRST, 1, millis(1000));
    touch(here, Epoch.NONE, 3, millis(2000));

    assertThat(promised(here).orElseThrow().leaseNanos()).isEqualTo(millis(60_000));
  }

  private static void touch(RecordingReplica here, Epoch epoch, long sequence, long leaseNanos) {
    here.receive(
        OTHER,
        new Message.Touch(List.of(new Message.Touch.Lease(KEY, epoch, sequence, leaseNanos))));
  }

  @Test
  void servesWithTheRestOfTheLease_thatCameWithTheState() {
    RecordingReplica here = joined(1);
    acquire(here);
    handOver(here, millis(7000));

    assertThat(((Acquired.Owned) acquired.get(0)).leaseNanos()).isEqualTo(millis(7000));
  }

  private static void handOver(RecordingReplica here, long leaseNanos) {
    Epoch epoch = here.take(Message.Ask.class).get(0).epoch();
    Label label = new Label(FIRST, 3);
    Message.Held held = new Message.Held(label, label, false, leaseNanos, SimulatedClient.image(3));
    here.receive(OTHER, new Message.Promise(KEY, epoch, true, FIRST, 1, Optional.of(held)));
  }

  // rounds

  @Test
  void claimsAfterAHandOver_whenTwoSecondariesAreWanted() {
    RecordingReplica here =
        new RecordingReplica(SELF, SimulatedCluster.config(2, millis(16_000)), 1);
    here.join(List.of(SELF, OTHER, THIRD, RecordingReplica.member(3)));
    acquire(here);

    handOver(here, -1);

    assertThat(acquired).isEmpty();
    assertThat(here.take(Message.Claim.class)).isNotEmpty();
  }

  @Test
  void countsNoPromise_thatWasGivenToAnEarlierEpoch() {
    RecordingReplica here = joined(1);
    acquire(here);
    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos());
    Epoch epoch = here.take(Message.Claim.class).get(0).epoch();

    Label label = new Label(FIRST, 3);
    Message.Held held = new Message.Held(label, label, false, -1, SimulatedClient.image(3));
    here.receive(
        THIRD,
        new Message.Promise(
            KEY, Epoch.mint(epoch.counter() - 1, SELF), false, FIRST, 1, Optional.of(held)));

    assertThat(acquired).isEmpty();
  }

  @Test
  void countsNoAnswer_thatWasGivenUnderAViewItDoesNotKnow() {
    RecordingReplica here = joined(1);
    acquire(here);
    Epoch epoch = here.take(Message.Ask.class).get(0).epoch();

    here.receive(OTHER, new Message.Hint(KEY, epoch, Epoch.NONE, 2));
    here.receive(THIRD, new Message.Hint(KEY, epoch, Epoch.NONE, 2));

    assertThat(acquired).isEmpty();
  }

  @Test
  void asksAnewForARequest_thatCameAfterTheQuestion() {
    RecordingReplica here = joined(1);
    acquire(here);
    Epoch epoch = here.take(Message.Ask.class).get(0).epoch();
    acquire(here);

    here.receive(OTHER, new Message.Hint(KEY, epoch, Epoch.NONE, 1));
    here.receive(THIRD, new Message.Hint(KEY, epoch, Epoch.NONE, 1));

    assertThat(acquired).containsExactly(new Acquired.Unknown());
  }

  @Test
  void asksMembersOfTheViewBefore_untilTheNewOneIsSettled() {
    RecordingReplica here = joined(1);
    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    here.sent.clear();

    acquire(here);

    assertThat(here.sentTo(THIRD, Message.Ask.class)).hasSize(1);
  }

  @Test
  void looksForAPrimary_whenTheFormerOneWasStartedAgain() {
    RecordingReplica here = holding(-1);
    Member again = new Member(OTHER.name(), 2, OTHER.host(), OTHER.port());

    here.replica.onView(View.of(2, "test", List.of(SELF, again, THIRD)), here.now());
    here.pass(millis(50));

    assertThat(here.sentTo(THIRD, Message.Ask.class)).isNotEmpty();
  }

  // ends

  @Test
  void waitsForAnEndToBeKnownElsewhere_asLongAsForASession() {
    RecordingReplica here = ending();
    acquire(here);
    here.pass(2 * SimulatedCluster.CONFIG.ackTimeoutNanos());
    assertThat(acquired).isEmpty();

    here.receive(OTHER, new Message.Ack(KEY, here.held(KEY)));

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void tellsAnEnd_whenWhoHadToConfirmItIsSilentAndNobodyElseIsThere() {
    RecordingReplica here = ending();
    acquire(here);

    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos());

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  /** As one that hung and was left behind, and then ran a logout that had been waiting. */
  @Test
  void doesNotTellAnEnd_whenTheOthersAreGoneAndMayHaveGoneOnWithTheSession() {
    RecordingReplica here = joined(1);
    Epoch epoch = here.create(KEY, 1);
    here.receive(here.sent.get(0).to(), new Message.Ack(KEY, new Label(epoch, 1)));
    long unused = here.replica.remove(KEY, epoch, here.now());
    here.replica.onView(View.of(2, "test", List.of(SELF)), here.now());

    acquire(here);
    here.pass(SimulatedCluster.CONFIG.ackTimeoutNanos());

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
  }

  /**
   * One of two members, the primary of a session that has ended, which the other does not confirm.
   */
  private static RecordingReplica ending() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, OTHER));
    Epoch epoch = here.create(KEY, 1);
    here.receive(OTHER, new Message.Ack(KEY, new Label(epoch, 1)));
    long unused = here.replica.remove(KEY, epoch, here.now());
    return here;
  }

  // leaving and doubt

  @Test
  void takesNothingOver_whenItIsAboutToLeave() {
    RecordingReplica here = joined(1);
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());

    acquire(here);

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void remindsTheMemberThatItPromisedACopyTo_whenThatDoesNotCome() {
    RecordingReplica here = holding(-1);
    here.receive(THIRD, new Message.Claim(KEY, LATER));

    here.pass(3 * SimulatedCluster.CONFIG.acquireTimeoutNanos());

    assertThat(here.sentTo(THIRD, Message.Offer.class)).isNotEmpty();
  }
}
