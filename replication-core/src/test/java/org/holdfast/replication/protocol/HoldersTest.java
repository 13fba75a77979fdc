// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.placement.Placement;
import org.holdfast.replication.protocol.Message.ViewStatus.Standing;
import org.junit.jupiter.api.Test;

/** Which holders count, and when one takes the place of another. */
class HoldersTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final Member FOURTH = RecordingReplica.member(3);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
  private static final long ACK_TIMEOUT = SimulatedCluster.CONFIG.ackTimeoutNanos();

  private final List<Outcome> outcomes = new ArrayList<>();

  private static RecordingReplica joined(int secondaries) {
    return joined(secondaries, ALL);
  }

  private static RecordingReplica joined(int secondaries, List<Member> members) {
    RecordingReplica here =
        new RecordingReplica(SELF, SimulatedCluster.config(secondaries, millis(16_000)), 1);
    here.join(members);
    return here;
  }

  private static Message.ViewStatus status(long view, boolean draining) {
    return new Message.ViewStatus(view, "test", true, false, draining, false);
  }

  private void await(RecordingReplica here, Epoch epoch, long version) {
    here.replica.await(KEY, epoch, version, here.now(), outcomes::add);
  }

  private Member bystanderOf(Member holder) {
    return holder.equals(OTHER) ? THIRD : OTHER;
  }

  /** A key that the view places on these members first, in this order. */
  private static String placedFirstOn(View view, Member... first) {
    Placement placement = Placement.of(view);
    return IntStream.range(0, 1_000)
        .mapToObj(number -> String.format(Locale.ROOT, "shop%012d", number))
        .filter(
            key ->
                placement.candidates(key, view.members().size()).stream()
                    .filter(each -> !each.equals(SELF))
                    .limit(first.length)
                    .toList()
                    .equals(List.of(first)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void waitsForBothHolders_whenTwoSecondariesAreWanted() {
    RecordingReplica here = joined(2);
    Epoch epoch = here.create(KEY, 1);
    await(here, epoch, 1);

    here.ack(OTHER, KEY, epoch, 1);
    assertThat(outcomes).isEmpty();
    here.ack(THIRD, KEY, epoch, 1);

    assertThat(outcomes).containsExactly(Outcome.PROTECTED);
  }

  @Test
  void countsANewMembersAcknowledgement_onlyOnceAllKnowTheView() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, OTHER));
    here.replica.onView(View.of(2, "test", List.of(SELF, THIRD)), here.now());
    Epoch epoch = here.create(KEY, 1);
    await(here, epoch, 1);

    here.ack(THIRD, KEY, epoch, 1);
    assertThat(outcomes).isEmpty();
    here.receive(THIRD, status(2, false));
    here.tick();

    assertThat(outcomes).containsExactly(Outcome.PROTECTED);
  }

  // members that vanished and may continue without those that are left

  /** Installs a view of this member and another, which knows it. */
  private static void leftWith(RecordingReplica here, Member other) {
    here.replica.onView(View.of(2, "test", List.of(SELF, other)), here.now());
    here.receive(other, status(2, false));
    here.tick();
  }

  /** Writes version 2, which the member acknowledges, and awaits that. */
  private void writeTo(RecordingReplica here, Epoch epoch, Member holder) {
    long version = here.write(KEY, epoch, 2);
    here.ack(holder, KEY, epoch, version);
    await(here, epoch, version);
  }

  /** They are all but one of three members, and have not heard of the one that joined. */
  @Test
  void protectsNothingWithANewMember_whileTheVanishedMayTakeTheSessionOver() {
    RecordingReplica here = joined(1);
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    leftWith(here, FOURTH);

    writeTo(here, epoch, FOURTH);

    assertThat(outcomes).containsExactly(Outcome.DEGRADED);
    assertThat(here.replica.degradedSessions()).isOne();
  }

  @Test
  void protectsWithANewMember_onceTheVanishedArePresumedDead() {
    RecordingReplica here = joined(1);
    leftWith(here, FOURTH);
    here.pass(SimulatedCluster.CONFIG.presumedDeadNanos() + millis(50));
    assertThat(here.replica.isSettled()).isTrue();
    Epoch epoch = here.create(KEY, 1);

    writeTo(here, epoch, FOURTH);

    assertThat(outcomes).containsExactly(Outcome.PROTECTED);
  }

  /** Two of four prove nothing by themselves. */
  @Test
  void protectsWithAMemberFromBefore_thoughMoreHaveVanishedThanMayFail() {
    RecordingReplica here = joined(1, List.of(SELF, OTHER, THIRD, FOURTH));
    leftWith(here, OTHER);
    Epoch epoch = here.create(KEY, 1);

    writeTo(here, epoch, OTHER);

    assertThat(outcomes).containsExactly(Outcome.PROTECTED);
  }

  @Test
  void protectsWithAMemberThatWasStartedAgain_asItsFormerProcessIsGone() {
    RecordingReplica here = joined(1);
    Member again = new Member(OTHER.name(), 2, OTHER.host(), OTHER.port());
    leftWith(here, again);
    Epoch epoch = here.create(KEY, 1);

    writeTo(here, epoch, again);

    assertThat(outcomes).containsExactly(Outcome.PROTECTED);
  }

  /** The member that joined knows of no earlier view: it relies on the report of the other. */
  @Test
  void protectsNothing_whereItHasJoinedAMemberWithoutWhichOthersMayContinue() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.tick();
    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    here.receive(OTHER, status(Standing.OUTNUMBERED));
    Epoch epoch = here.create(KEY, 1);
    writeTo(here, epoch, OTHER);
    assertThat(outcomes).containsExactly(Outcome.DEGRADED);

    here.receive(OTHER, status(Standing.KNOWS));
    await(here, epoch, 2);

    assertThat(outcomes).containsExactly(Outcome.DEGRADED, Outcome.PROTECTED);
  }

  /** Another member comes, and the first acknowledgement outruns the report on that view. */
  @Test
  void protectsNothing_inTheNextViewEither_untilTheMemberThatItJoinedReportsOtherwise() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.tick();
    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    here.receive(OTHER, status(2, Standing.OUTNUMBERED));
    Epoch epoch = here.create(KEY, 1);
    here.replica.onView(View.of(3, "test", List.of(SELF, OTHER, THIRD)), here.now());
    writeTo(here, epoch, OTHER);
    assertThat(outcomes).containsExactly(Outcome.DEGRADED);

    here.receive(OTHER, status(3, Standing.KNOWS));
    await(here, epoch, 2);

    assertThat(outcomes).containsExactly(Outcome.DEGRADED, Outcome.PROTECTED);
  }

  private static Message.ViewStatus status(Standing standing) {
    return status(2, standing);
  }

  private static Message.ViewStatus status(long view, Standing standing) {
    return new Message.ViewStatus(
        view,
        "test",
        true,
        false,
        false,
        false,
        false,
        false,
        0,
        List.of(),
        false,
        Message.ViewStatus.basesOf(standing));
  }

  @Test
  void protectsANewSession_beforeAllKnowTheView() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, OTHER));
    here.replica.onView(View.of(2, "test", ALL), here.now());
    String key = placedFirstOn(View.of(2, "test", ALL), THIRD);
    Epoch epoch = here.create(key, 1);
    here.replica.await(key, epoch, 1, here.now(), outcomes::add);

    assertThat(here.sentTo(THIRD, Message.Full.class)).hasSize(1);
    here.ack(OTHER, key, epoch, 1);
    assertThat(outcomes).containsExactly(Outcome.PROTECTED);

    here.receive(OTHER, status(2, false));
    here.receive(THIRD, status(2, false));
    here.ack(THIRD, key, epoch, 1);
    here.pass(millis(50));
    here.ack(THIRD, key, epoch, 2);
    assertThat(here.sentTo(OTHER, Message.Release.class)).as("given up again").isNotEmpty();
  }

  @Test
  void choosesAMemberThatCounts_beforeAllKnowTheView() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, OTHER));
    View four = View.of(2, "test", List.of(SELF, OTHER, THIRD, FOURTH));
    here.replica.onView(four, here.now());
    here.create(placedFirstOn(four, THIRD, FOURTH), 1);

    assertThat(here.sentTo(OTHER, Message.Full.class)).hasSize(1);
    assertThat(here.sentTo(FOURTH, Message.Full.class)).isEmpty();
  }

  @Test
  void choosesAsManyAsItTakes_beforeAllKnowTheView() {
    RecordingReplica here = joined(2, List.of(SELF, OTHER, THIRD, FOURTH));
    Member fifth = RecordingReplica.member(4);
    View five = View.of(2, "test", List.of(SELF, OTHER, THIRD, FOURTH, fifth));
    here.replica.onView(five, here.now());
    String key = placedFirstOn(five, fifth, OTHER, THIRD);
    Epoch epoch = here.create(key, 1);
    here.replica.await(key, epoch, 1, here.now(), outcomes::add);

    assertThat(here.sentTo(FOURTH, Message.Full.class)).isEmpty();
    here.ack(OTHER, key, epoch, 1);
    here.ack(fifth, key, epoch, 1);
    assertThat(outcomes).isEmpty();
    here.ack(THIRD, key, epoch, 1);
    assertThat(outcomes).containsExactly(Outcome.PROTECTED);
  }

  @Test
  void reliesOnNoMemberThatLeaves_beforeAllKnowTheView() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, OTHER));
    here.receive(OTHER, status(1, true));
    here.replica.onView(View.of(2, "test", ALL), here.now());
    here.create(KEY, 1);

    assertThat(here.sentTo(THIRD, Message.Full.class)).hasSize(1);
    assertThat(here.sentTo(OTHER, Message.Full.class)).isEmpty();
  }

  @Test
  void makesNoMoreCopies_whereTheFormerHolderCounts() {
    RecordingReplica here = joined(1);
    View four = View.of(2, "test", List.of(SELF, OTHER, THIRD, FOURTH));
    String key = placedFirstOn(four, FOURTH);
    Epoch epoch = here.create(key, 1);
    Member former = here.holderOf(key);
    here.ack(former, key, epoch, 1);
    here.replica.onView(four, here.now());
    here.write(key, epoch, 2);

    assertThat(here.sentTo(FOURTH, Message.Full.class)).hasSize(1);
    assertThat(here.sentTo(bystanderOf(former), Message.Full.class)).isEmpty();
  }

  @Test
  void countsASessionAsDegraded_whenItsOnlyHolderIsGone() {
    RecordingReplica here = joined(1);
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    assertThat(here.replica.degradedSessions()).isZero();

    here.replica.onView(View.of(2, "test", List.of(SELF)), here.now());
    here.pass(2 * ACK_TIMEOUT);

    assertThat(here.replica.degradedSessions()).isEqualTo(1);
  }

  @Test
  void goesOnWithItsFormerHolder_untilTheNewOneHasEverything() {
    RecordingReplica here = joined(1);
    Epoch epoch = here.create(KEY, 1);
    Member former = here.holderOf(KEY);
    Member next = bystanderOf(former);
    here.ack(former, KEY, epoch, 1);

    here.receive(former, status(1, true));
    here.tick();
    here.sent.clear();
    here.write(KEY, epoch, 2);
    assertThat(here.sentTo(former, Message.Delta.class)).hasSize(1);
    here.ack(next, KEY, epoch, 2);
    here.pass(millis(50));
    here.ack(next, KEY, epoch, 3);

    assertThat(here.sentTo(former, Message.Release.class)).isNotEmpty();
  }

  @Test
  void releasesNobody_beforeAllKnowTheView() {
    RecordingReplica here = joined(1);
    List<Member> four = List.of(SELF, OTHER, THIRD, FOURTH);
    here.replica.onView(View.of(2, "test", four), here.now());
    here.sent.clear();
    Epoch epoch = here.takeOver(KEY, OTHER);

    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 3);
    here.pass(millis(50));
    assertThat(here.take(Message.Release.class)).isEmpty();

    for (Member member : List.of(OTHER, THIRD, FOURTH)) {
      here.receive(member, status(2, false));
    }
    here.pass(millis(50));
    here.ack(holder, KEY, epoch, 3);
    assertThat(here.take(Message.Release.class)).isNotEmpty();
  }
}
