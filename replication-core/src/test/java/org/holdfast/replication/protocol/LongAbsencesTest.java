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
 * Members that come back after longer than tombstones are remembered, and their copies that still
 * count.
 */
class LongAbsencesTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
  private static final long LONG = SimulatedCluster.CONFIG.tombstoneNanos() + millis(1000);
  private static final Epoch FIRST = Epoch.mint(1, OTHER);

  private final RecordingReplica here = new RecordingReplica(SELF);

  private void holdACopy(RecordingReplica where) {
    where.join(ALL);
    where.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(FIRST, 1), -1, SimulatedClient.image(1)));
  }

  private void stopFor(long nanos) {
    here.skip(nanos);
    here.tick();
  }

  private void comeBack(RecordingReplica where) {
    where.replica.onView(View.of(5, "test", ALL), where.now());
    where.receive(OTHER, new Message.LongAway(5));
  }

  @Test
  void dropsWhatItHeld_afterAStopForLongerThanTombstonesLast() {
    holdACopy(here);
    stopFor(LONG);

    comeBack(here);

    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
    assertThat(here.replica.snapshot(KEY).promised()).as("the fence").isEqualTo(FIRST);
  }

  @Test
  void dropsIt_alsoWhenItIsToldBeforeItsView() {
    holdACopy(here);
    stopFor(LONG);

    here.receive(THIRD, new Message.LongAway(5));
    assertThat(here.held(KEY).version()).isEqualTo(1);
    here.replica.onView(View.of(5, "test", ALL), here.now());

    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
  }

  @Test
  void servesNoMoreWhatItServed_afterALongStop() {
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    here.replica.end(KEY, epoch, here.now());
    stopFor(LONG);

    comeBack(here);

    assertThat(here.replica.begin(KEY, epoch)).isFalse();
    assertThat(here.released).containsExactly(KEY);
    assertThat(here.replica.primarySessions()).isZero();
    List<Acquired> found = new ArrayList<>();
    here.replica.acquire(KEY, null, here.now(), found::add);
    assertThat(found).as("unproven").isEmpty();
  }

  @Test
  void keepsEverything_ifNobodyWentOnWithoutIt() {
    holdACopy(here);
    stopFor(LONG);

    here.replica.onView(View.of(5, "test", ALL), here.now());

    assertThat(here.held(KEY).version()).isEqualTo(1);
  }

  @Test
  void keepsEverything_ifItWentOnItself() {
    holdACopy(here);
    here.pass(millis(20_000));

    comeBack(here);

    assertThat(here.held(KEY).version()).isEqualTo(1);
  }

  /** The others reported in the view before a further one came, and report it again in that. */
  @Test
  void dropsWhatItHeld_whenAnotherViewCameBeforeItWasTold() {
    holdACopy(here);
    stopFor(LONG);
    here.replica.onView(View.of(5, "test", ALL), here.now());
    here.pass(millis(100));
    here.replica.onView(View.of(6, "test", List.of(SELF, OTHER)), here.now());

    here.receive(THIRD, new Message.LongAway(5));

    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
  }

  @Test
  void servesNoMoreWhatItServed_alsoWhenARequestUsedItBeforeItWasTold() {
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    here.replica.end(KEY, epoch, here.now());
    stopFor(LONG);
    here.replica.onView(View.of(5, "test", ALL), here.now());
    here.pass(millis(10));
    assertThat(here.replica.begin(KEY, epoch)).isTrue();
    here.replica.renewLease(KEY, epoch, millis(60_000), here.now());

    here.receive(OTHER, new Message.LongAway(5));

    assertThat(here.replica.serves(KEY, epoch)).isFalse();
    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
  }

  /** The updates of a member after its report are news, whenever the view comes. */
  @Test
  void keepsWhatTheTellerSendsNext_whenTheViewComesLater() {
    holdACopy(here);
    stopFor(LONG);
    here.receive(OTHER, new Message.LongAway(5));
    assertThat(here.held(KEY)).as("from before").isEqualTo(Label.NONE);
    Label later = new Label(Epoch.mint(5, OTHER), 9);
    here.receive(OTHER, new Message.Full(KEY, Label.NONE, later, -1, SimulatedClient.image(2)));
    here.pass(millis(10));

    here.replica.onView(View.of(5, "test", ALL), here.now());

    assertThat(here.held(KEY)).isEqualTo(later);
  }

  @Test
  void keepsWhatItIsGivenInTheNewView() {
    holdACopy(here);
    stopFor(LONG);
    comeBack(here);
    Label later = new Label(Epoch.mint(5, OTHER), 9);

    here.receive(OTHER, new Message.Full(KEY, Label.NONE, later, -1, SimulatedClient.image(2)));
    here.receive(OTHER, new Message.LongAway(5));

    assertThat(here.held(KEY)).isEqualTo(later);
  }

  @Test
  void dropsWhatItsFormerPrimaryHadSent_beforeTheOthersWentOn() {
    holdACopy(here);
    stopFor(LONG);
    here.replica.onView(View.of(5, "test", ALL), here.now());
    here.receive(THIRD, new Message.LongAway(5));
    here.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(FIRST, 2), -1, SimulatedClient.image(2)));
    here.skip(millis(1));

    here.receive(OTHER, new Message.LongAway(5));

    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
    assertThat(here.take(Message.NackGap.class))
        .as("to whoever counts on it")
        .hasSize(2)
        .containsOnly(new Message.NackGap(KEY, FIRST, Label.NONE));
  }

  /** Else its primary would take it for a holder, and an update that it needs never come. */
  @Test
  void asksItsPrimaryToLookAgain_untilItHasWhatItDropped() {
    holdACopy(here);
    stopFor(LONG);
    comeBack(here);
    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
    here.sent.clear();
    long twoLooks = 2 * SimulatedCluster.CONFIG.acquireTimeoutNanos();

    here.pass(twoLooks);
    assertThat(here.sentTo(OTHER, Message.Offer.class)).contains(new Message.Offer(KEY));

    here.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(FIRST, 1), -1, SimulatedClient.image(1)));
    here.pass(millis(100));
    here.sent.clear();
    here.pass(twoLooks);
    assertThat(here.take(Message.Offer.class)).isEmpty();
  }

  @Test
  void keepsWhatItsPrimarySentAfterSayingSo_alsoWhenItsOwnViewComesLast() {
    holdACopy(here);
    stopFor(LONG);
    here.receive(OTHER, new Message.LongAway(5));
    here.skip(millis(1));
    Label later = new Label(FIRST, 2);
    here.receive(OTHER, new Message.Full(KEY, Label.NONE, later, -1, SimulatedClient.image(2)));
    here.skip(millis(1));

    here.replica.onView(View.of(5, "test", ALL), here.now());

    assertThat(here.held(KEY)).as("what it has acknowledged").isEqualTo(later);
  }

  @Test
  void keepsWhatItHasAcknowledgedSince_alsoWhenItHadTheSameStateBefore() {
    holdACopy(here);
    stopFor(LONG);
    here.receive(OTHER, new Message.LongAway(5));
    here.skip(millis(1));
    Label same = new Label(FIRST, 1);
    here.receive(OTHER, new Message.Full(KEY, Label.NONE, same, -1, SimulatedClient.image(1)));
    assertThat(here.take(Message.Ack.class)).isNotEmpty();
    here.skip(millis(1));

    here.replica.onView(View.of(5, "test", ALL), here.now());

    assertThat(here.held(KEY)).as("what its primary counts on").isEqualTo(same);
  }

  @Test
  void dropsWhatItHeld_afterStandingOnTheWrongSideForTooLong() {
    RecordingReplica minority =
        new RecordingReplica(SELF, SimulatedCluster.config(1, millis(10_000), 3, false), 1);
    holdACopy(minority);
    minority.replica.onView(View.of(2, "test", List.of(SELF)), minority.now());
    minority.pass(millis(11_000));

    comeBack(minority);

    assertThat(minority.held(KEY)).isEqualTo(Label.NONE);
  }

  @Test
  void tellsAMemberThatWasAwayTooLong_beforeAnythingElse() {
    here.join(ALL);
    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    here.pass(LONG);
    here.sent.clear();

    here.replica.onView(View.of(3, "test", ALL), here.now());

    List<Message> told =
        here.sent.stream()
            .filter(each -> each.to().equals(THIRD))
            .map(each -> each.message())
            .toList();
    assertThat(told).hasSizeGreaterThan(1);
    assertThat(told.get(0)).isEqualTo(new Message.LongAway(3));
    assertThat(here.sent)
        .noneMatch(each -> each.to().equals(OTHER) && each.message() instanceof Message.LongAway);
  }

  @Test
  void tellsItAgain_inTheViewsAfterThat() {
    here.join(ALL);
    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    here.pass(LONG);
    here.replica.onView(View.of(3, "test", ALL), here.now());
    here.sent.clear();

    here.replica.onView(View.of(4, "test", List.of(SELF, THIRD)), here.now());

    assertThat(here.take(Message.LongAway.class)).contains(new Message.LongAway(3));
  }

  @Test
  void tellsNothing_whenItStoodStillItself() {
    RecordingReplica minority =
        new RecordingReplica(SELF, SimulatedCluster.config(1, millis(10_000), 3, false), 1);
    holdACopy(minority);
    minority.replica.onView(View.of(2, "test", List.of(SELF)), minority.now());
    minority.pass(millis(11_000));

    minority.replica.onView(View.of(5, "test", ALL), minority.now());

    assertThat(minority.take(Message.LongAway.class)).isEmpty();
  }

  @Test
  void tellsNothing_toAMemberThatWasAwayForAMoment() {
    here.join(ALL);
    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    here.skip(millis(5000));

    here.replica.onView(View.of(3, "test", ALL), here.now());

    assertThat(here.take(Message.LongAway.class)).isEmpty();
  }

  /** It hung before the end, left the view after it, and is back before it counts as long away. */
  @Test
  void hasAMemberDropItsCopyOfAnEndedSession_whenItReturnsJustBeforeItCountsAsLongAway() {
    here.join(List.of(SELF, OTHER));
    Epoch epoch = here.create(KEY, 1);
    here.ack(OTHER, KEY, epoch, 1);
    here.replica.remove(KEY, epoch, here.now());
    here.replica.end(KEY, epoch, here.now());
    here.pass(millis(4000));
    here.replica.onView(View.of(2, "test", List.of(SELF)), here.now());
    here.pass(LONG - millis(3000));
    here.sent.clear();

    here.view(3, List.of(SELF, OTHER));
    here.pass(millis(500));

    assertThat(here.sentTo(OTHER, Message.LongAway.class)).isEmpty();
    assertThat(here.sentTo(OTHER, Message.Remove.class)).isNotEmpty();
  }

  /**
   * Each of two members is all but k; but this one has just dropped a session that the other may
   * still serve.
   */
  @Test
  void deniesNothingByItself_afterItDroppedWhatItHeld() {
    here.join(List.of(SELF, OTHER));
    here.receive(
        OTHER,
        new Message.Full(KEY, Label.NONE, new Label(FIRST, 1), -1, SimulatedClient.image(1)));
    stopFor(LONG);
    here.receive(OTHER, new Message.LongAway(3));
    here.replica.onView(View.of(3, "test", List.of(SELF, OTHER)), here.now());
    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
    // It has dropped the fence as well, and received reports of the other since.
    String other = "another012345678";
    here.receive(OTHER, new Message.ViewStatus(3, "test", false, false, false, false));
    List<Acquired> found = new ArrayList<>();
    here.replica.acquire(other, null, here.now(), found::add);

    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos() + millis(50));

    assertThat(found).noneMatch(Acquired.Unknown.class::isInstance);
  }

  @Test
  void takesNothingFromAMember_thatTheOthersLeftBehindTooLongAgo() {
    here.join(ALL);
    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    here.pass(LONG);
    List<Acquired> found = new ArrayList<>();
    here.replica.acquire(KEY, THIRD, here.now(), found::add);
    here.pass(millis(350));
    Message.Claim claim = here.take(Message.Claim.class).get(0);
    here.receive(
        OTHER, new Message.Promise(KEY, claim.epoch(), false, Epoch.NONE, 2, Optional.empty()));

    here.receive(
        THIRD,
        new Message.Promise(
            KEY,
            claim.epoch(),
            false,
            Epoch.NONE,
            1,
            Optional.of(
                new Message.Held(
                    new Label(FIRST, 9),
                    new Label(FIRST, 9),
                    false,
                    -1,
                    SimulatedClient.image(9)))));
    here.pass(millis(350));

    assertThat(found).noneMatch(Acquired.Owned.class::isInstance);
  }
}
