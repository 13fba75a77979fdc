// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;

/** The members that may serve if only the side with the majority may. */
class MajorityTest extends MajorityMember {
  @Test
  void servesNothing_beforeTheExpectedMajorityHasCome() {
    view(1, List.of(SELF));
    here.replica.acquire(KEY, null, here.now(), found::add);
    assertThat(found).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
    assertThat(((Acquired.Unavailable) found.get(0)).reason()).contains("majority");
    assertThat(here.replica.isSettled()).isFalse();

    view(2, List.of(SELF, OTHER));
    assertThat(here.replica.isSettled()).isTrue();
    here.replica.acquire(KEY, null, here.now(), found::add);
    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }

  @Test
  void refusesWhatItServed_onceItReachesNobody_beforeAnyViewSaysSo() {
    view(1, ALL);
    Epoch epoch = createProtected();
    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);
    here.replica.onPeerDown(OTHER);
    here.replica.onPeerDown(THIRD);

    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);

    assertThat(outcomes).containsExactly(Outcome.PROTECTED, Outcome.SHUT_OUT);
    assertThat(here.replica.begin(KEY, epoch)).isFalse();
    here.replica.onPeerUp(THIRD);
    assertThat(here.replica.begin(KEY, epoch)).isTrue();
  }

  @Test
  void neverTakesItselfForTheCluster_howeverLongItIsAlone() {
    view(1, ALL);
    Epoch epoch = createProtected();
    view(2, List.of(SELF));

    here.pass(SimulatedCluster.CONFIG.presumedDeadNanos() + millis(1000));

    assertThat(here.replica.isSettled()).isFalse();
    assertThat(here.replica.begin(KEY, epoch)).isFalse();
  }

  @Test
  void goesOnWithTwoOfThree_andThenNeedsBoth() {
    view(1, ALL);
    Epoch epoch = createProtected();
    view(2, List.of(SELF, OTHER));
    here.receive(OTHER, new Message.Ack(KEY, new Label(epoch, 1)));
    here.pass(millis(30));
    assertThat(here.replica.begin(KEY, epoch)).isTrue();
    assertThat(here.replica.isSettled()).isTrue();

    view(3, List.of(SELF));
    assertThat(here.replica.begin(KEY, epoch)).as("one of two is no majority").isFalse();
  }

  @Test
  void goesOnAlone_whenTheOthersHaveLeftInOrder() {
    view(1, ALL);
    Epoch epoch = createProtected();
    for (Member leaving : List.of(OTHER, THIRD)) {
      here.receive(leaving, leaving(1, true));
    }
    view(2, List.of(SELF));

    assertThat(here.replica.begin(KEY, epoch)).isTrue();
  }

  @Test
  void doesNotGoOnAlone_whenTheOthersWereOnlyAboutToLeave() {
    view(1, ALL);
    Epoch epoch = createProtected();
    for (Member leaving : List.of(OTHER, THIRD)) {
      here.receive(leaving, leaving(1, false));
    }
    view(2, List.of(SELF));

    assertThat(here.replica.begin(KEY, epoch))
        .as("they may be serving behind a cut, two of three")
        .isFalse();
  }

  @Test
  void isNobodysMajority_onceItHasSaidThatItIsDrained() {
    view(1, ALL);
    Epoch epoch = createProtected();
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    here.receive(OTHER, leaving(1, true));
    here.receive(THIRD, new Message.ViewStatus(1, "test", true, false, false, false));
    here.receive(OTHER, leaving(1, false));
    view(2, List.of(SELF, OTHER));

    assertThat(here.replica.begin(KEY, epoch))
        .as("who has withdrawn does not vote again, whatever it says of its copies")
        .isFalse();
    assertThat(here.sentTo(OTHER, Message.ViewStatus.class))
        .last()
        .satisfies(told -> assertThat(told.bases().get(0).voters()).hasSize(2));
  }

  /** The cut was {SELF, OTHER} against three, which have settled without them, and has moved. */
  @Test
  void standsOnTheNewestViewThatSettled_whoeverBringsIt() {
    Member fourth = RecordingReplica.member(3);
    Member fifth = RecordingReplica.member(4);
    List<Member> three = List.of(THIRD, fourth, fifth);
    view(1, List.of(SELF, OTHER, THIRD, fourth, fifth));
    view(2, List.of(SELF, OTHER));
    assertThat(mayServe()).isFalse();

    install(3, ALL);
    here.receive(OTHER, standsOn(3));
    assertThat(mayServe()).as("two of five, as far as is known").isFalse();
    here.receive(THIRD, standsOn(3, settled(2, three)));

    assertThat(mayServe()).as("one of the three that went on").isFalse();
    here.pass(SimulatedCluster.CONFIG.presumedDeadNanos() + millis(1000));
    assertThat(here.replica.isSettled()).isFalse();
  }

  @Test
  void standsOnAViewThatMayHaveSettled_asWell() {
    Member fourth = RecordingReplica.member(3);
    Member fifth = RecordingReplica.member(4);
    view(1, List.of(SELF, OTHER, THIRD, fourth, fifth));
    install(2, ALL);
    here.pass(millis(50));
    here.receive(OTHER, standsOn(2));
    assertThat(mayServe()).as("three of five, two of three").isTrue();

    view(3, List.of(SELF, fourth, fifth));

    assertThat(mayServe())
        .as("the other two may have heard that its sessions were placed")
        .isFalse();
    view(4, List.of(SELF, THIRD, fourth, fifth));
    assertThat(mayServe()).isTrue();
  }

  @Test
  void forgetsAViewThatNobodyCanHaveSettled() {
    Member fourth = RecordingReplica.member(3);
    Member fifth = RecordingReplica.member(4);
    view(1, List.of(SELF, OTHER, THIRD, fourth, fifth));
    view(2, List.of(SELF, OTHER));

    view(3, List.of(SELF, THIRD, fourth));

    assertThat(mayServe()).as("three of five").isTrue();
  }

  @Test
  void countsWhoHasNotReportedYet_forAMoment() {
    view(1, ALL);
    Epoch epoch = createProtected();
    install(2, List.of(SELF, OTHER));

    assertThat(here.replica.begin(KEY, epoch)).isTrue();
    here.pass(millis(250));
    assertThat(here.replica.begin(KEY, epoch)).isTrue();
    here.pass(millis(100));
    assertThat(here.replica.begin(KEY, epoch)).isFalse();
    here.receive(OTHER, standsOn(2));
    assertThat(here.replica.begin(KEY, epoch)).isTrue();
  }

  @Test
  void doesNotRelyOnMembersThatHaveForgotten_unlessAllAreThere() {
    view(1, ALL);
    Member other = new Member(OTHER.name(), 2, "127.0.0.1", 7001);
    Member third = new Member(THIRD.name(), 2, "127.0.0.1", 7002);

    view(2, List.of(SELF, other));

    assertThat(mayServe())
        .as("before it was started again, it may have gone on with the third")
        .isFalse();
    view(3, List.of(SELF, other, third));
    assertThat(mayServe()).isTrue();
  }

  @Test
  void countsARestartedMember_asTheOneThatItWas() {
    view(1, ALL);
    Epoch epoch = createProtected();
    Member again = new Member(OTHER.name(), 2, "127.0.0.1", 7001);
    view(2, List.of(SELF, OTHER));

    view(3, List.of(SELF, again));

    assertThat(here.replica.begin(KEY, epoch)).isTrue();
    here.replica.acquire("another-key-0000", null, here.now(), found::add);
    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }

  @Test
  void doesNotTakeItsVoteBack_whenItIsNotDrainedAnyMore() {
    view(1, ALL);
    here.replica.drain(SimulatedCluster.DRAIN_NANOS, here.now());
    assertThat(here.replica.drainState().isOver()).isTrue();
    for (Member leaving : List.of(OTHER, THIRD)) {
      here.receive(leaving, leaving(1, false));
    }
    here.sent.clear();
    here.replica.drainState();

    assertThat(here.sentTo(OTHER, Message.ViewStatus.class))
        .isNotEmpty()
        .allMatch(told -> !told.drained() && told.withdrawn());
  }

  /** It finds three of the five that continued without this member: more are gone than may be. */
  @Test
  void doesNotSettle_whileTooManyAreGoneWhomOnlyOthersKnow() {
    Member fourth = RecordingReplica.member(3);
    List<Member> four = List.of(SELF, OTHER, THIRD, fourth);
    List<Member> five =
        List.of(OTHER, THIRD, fourth, RecordingReplica.member(4), RecordingReplica.member(5));
    view(1, ALL);
    view(2, List.of(SELF));
    install(3, four);
    here.receive(OTHER, standsOn(3, settled(2, five)));
    for (Member member : List.of(OTHER, THIRD, fourth)) {
      here.receive(member, new Message.ViewStatus(3, "test", true, false, false, false));
    }
    here.pass(millis(1000));

    assertThat(mayServe()).isTrue();
    assertThat(here.replica.isSettled()).isFalse();
    here.pass(SimulatedCluster.CONFIG.presumedDeadNanos());
    assertThat(here.replica.isSettled()).isTrue();
  }

  @Test
  void believesNoEarlyReport_ofWhoIsNotInTheView() {
    view(1, ALL);
    createProtected();
    Member stranger = RecordingReplica.member(9);
    here.receive(stranger, standsOn(2, settled(9, List.of(stranger))));

    view(2, ALL);

    assertThat(mayServe()).isTrue();
  }
}
