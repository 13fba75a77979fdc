// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Message.ViewStatus.Standing;
import org.holdfast.replication.wire.MessageCodec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member that found none of the listed others: they may be alive behind a cut. */
class FoundedAloneTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final long MISSED_NANOS = SimulatedCluster.CONFIG.presumedDeadNanos();

  private final RecordingReplica here = new RecordingReplica(SELF);
  private final List<Acquired> answers = new ArrayList<>();

  @BeforeEach
  void foundAlone() {
    here.join(List.of(SELF));
    here.replica.foundedAlone(here.now());
  }

  private Acquired acquire() {
    answers.clear();
    here.replica.acquire(KEY, null, here.now(), answers::add);
    assertThat(answers).as("at once").hasSize(1);
    return answers.get(0);
  }

  @Test
  void refusesWhatItDoesNotKnow_forAsLongAsVanishedMembersAreMissed() {
    assertThat(acquire()).isInstanceOf(Acquired.Unavailable.class);
    here.pass(MISSED_NANOS - millis(20));
    assertThat(acquire()).isInstanceOf(Acquired.Unavailable.class);

    here.pass(millis(30));
    assertThat(acquire()).isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void servesWhatBeginsHere_andTellsThatItHasEnded() {
    Epoch epoch = here.create(KEY, 1);
    here.replica.end(KEY, epoch, here.now());
    assertThat(acquire()).isInstanceOf(Acquired.Owned.class);
    here.replica.end(KEY, epoch, here.now());

    assertThat(here.replica.remove(KEY, epoch, here.now())).isPositive();
    assertThat(acquire()).isInstanceOf(Acquired.Unknown.class);
  }

  /** The others may have a session of that key: two of them would be one too many. */
  @Test
  void beginsNoChosenKey_whileListedMembersAreMissed() {
    assertThat(begin()).isInstanceOf(Acquired.Unavailable.class);

    here.pass(MISSED_NANOS);

    assertThat(begin()).isInstanceOf(Acquired.Owned.class);
  }

  private Acquired begin() {
    answers.clear();
    here.replica
        .chosenKeys()
        .acquireOrBegin(KEY, SimulatedClient.image(0), -1, here.now(), answers::add);
    assertThat(answers).as("at once").hasSize(1);
    return answers.get(0);
  }

  @Test
  void tellsWhatNobodyKnows_onceAnotherMemberIsFound() {
    assertThat(acquire()).isInstanceOf(Acquired.Unavailable.class);
    here.view(2, List.of(SELF, OTHER));
    here.pass(millis(10));
    here.sent.clear();

    assertThat(acquire(here, 2)).isInstanceOf(Acquired.Unknown.class);
  }

  /** Asks for a session of which no other member knows, as all of them answer. */
  private Acquired acquire(RecordingReplica member, long view) {
    answers.clear();
    member.sent.clear();
    member.replica.acquire(KEY, null, member.now(), answers::add);
    for (int round = 0; round < 2; round++) {
      List<RecordingReplica.Sent> sent = List.copyOf(member.sent);
      member.sent.clear();
      sent.forEach(each -> reply(member, each.to(), each.message(), view));
      member.pass(millis(10));
    }
    assertThat(answers).hasSize(1);
    return answers.get(0);
  }

  private static void reply(RecordingReplica member, Member from, Message message, long view) {
    if (message instanceof Message.Ask ask) {
      member.receive(from, new Message.Hint(ask.key(), ask.epoch(), Epoch.NONE, view));
    } else if (message instanceof Message.Claim claim) {
      member.receive(
          from,
          new Message.Promise(
              claim.key(), claim.epoch(), false, Epoch.NONE, view, Optional.empty()));
    }
  }

  private static Message.ViewStatus report(long view, boolean newcomer, Standing standing) {
    Message.ViewStatus report =
        new Message.ViewStatus(
            view,
            "test",
            true,
            newcomer,
            false,
            false,
            false,
            false,
            0,
            List.of(),
            false,
            Message.ViewStatus.basesOf(standing));
    // As it arrives over the wire.
    return (Message.ViewStatus) MessageCodec.decode(MessageCodec.encode(report));
  }

  private static Standing toldTo(Member member, RecordingReplica by) {
    List<Message.ViewStatus> told = by.sentTo(member, Message.ViewStatus.class);
    return told.get(told.size() - 1).standing();
  }

  private static View view(long number, Member... members) {
    return View.of(number, "test", List.of(members));
  }

  @Test
  void takesNotTheWordOfAMemberThatKnowsNoMore_whenTheyMeetOneThatKnows() {
    settleBehindACut();

    meetAThird(Standing.UNDECIDED);

    assertThat(deniedByOneOfTwo()).isFalse();
  }

  /** Each of them answers what it does not know by then, but not for the member that they meet. */
  @Test
  void takesNotTheWordOfAMemberThatKnowsNoMore_whenTheyMeetAThirdAfterTheirTime() {
    settleBehindACut();
    here.pass(MISSED_NANOS);
    assertThat(acquire(here, 2)).isInstanceOf(Acquired.Unknown.class);

    meetAThird(Standing.KNOWS);

    assertThat(deniedByOneOfTwo()).isFalse();
  }

  /** Both were started behind one cut, and their view settled there. */
  private void settleBehindACut() {
    here.replica.onView(view(2, SELF, OTHER), here.now());
    here.receive(OTHER, placed(report(2, true, Standing.UNDECIDED), 2));
    here.pass(millis(50));
    assertThat(here.replica.isSettled()).isTrue();
  }

  private void meetAThird(Standing standingOfTheOther) {
    here.replica.onView(view(3, SELF, OTHER, THIRD), here.now());
    here.receive(OTHER, report(3, false, standingOfTheOther));
    here.receive(THIRD, report(3, false, Standing.KNOWS));
    here.sent.clear();
  }

  /** Whether a session is unknown as soon as the other says so, while the third is slow. */
  private boolean deniedByOneOfTwo() {
    answers.clear();
    here.replica.acquire(KEY, null, here.now(), answers::add);
    for (long end = here.now() + SimulatedCluster.CONFIG.acquireTimeoutNanos();
        here.now() < end; ) {
      List<RecordingReplica.Sent> sent = List.copyOf(here.sent);
      here.sent.clear();
      sent.stream()
          .filter(each -> each.to().equals(OTHER)) // the third is slow
          .forEach(each -> reply(here, each.to(), each.message(), 3));
      here.pass(millis(10));
    }
    return answers.stream().anyMatch(Acquired.Unknown.class::isInstance);
  }

  private static Message.ViewStatus placed(Message.ViewStatus report, int members) {
    return new Message.ViewStatus(
        report.viewNumber(),
        report.viewCreator(),
        true,
        report.newcomer(),
        false,
        false,
        false,
        false,
        0,
        Collections.nCopies(members, 0L),
        false,
        report.bases());
  }

  @Test
  void refusesWhatItDoesNotKnow_thoughMembersJoinThatKnowNoMore() {
    here.sent.clear();
    here.replica.onView(view(2, SELF, OTHER), here.now());
    here.receive(OTHER, report(2, true, Standing.KNOWS));
    assertThat(toldTo(OTHER, here)).isEqualTo(Standing.UNDECIDED);
    assertThat(acquire(here, 2)).isInstanceOf(Acquired.Unavailable.class);

    here.replica.onView(view(3, SELF, OTHER, THIRD), here.now());
    here.receive(OTHER, report(3, false, Standing.UNDECIDED));
    here.receive(THIRD, report(3, true, Standing.KNOWS));
    assertThat(acquire(here, 3)).isInstanceOf(Acquired.Unavailable.class);
    here.pass(MISSED_NANOS);
    assertThat(acquire(here, 3)).isInstanceOf(Acquired.Unknown.class);

    here.sent.clear();
    here.replica.onView(view(4, SELF, OTHER), here.now());
    assertThat(toldTo(OTHER, here)).as("after its time").isEqualTo(Standing.KNOWS);
  }

  @Test
  void waitsForTheOthers_whenItJoinsOneThatTheseMayContinueWithout() {
    RecordingReplica joined = new RecordingReplica(SELF);
    joined.tick();
    joined.replica.onView(view(2, SELF, OTHER), joined.now());
    Message.ViewStatus report = report(2, false, Standing.OUTNUMBERED);
    assertThat(report.standing()).as("over the wire").isEqualTo(Standing.OUTNUMBERED);

    joined.receive(OTHER, report);
    joined.tick();

    assertThat(toldTo(OTHER, joined)).as("what it knows itself").isEqualTo(Standing.UNDECIDED);
    assertThat(joined.replica.missesListed(joined.now())).isTrue();
    assertThat(acquire(joined, 2)).isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void refusesWhatItDoesNotKnow_whenItJoinsOneThatFoundedAlone() {
    RecordingReplica joined = new RecordingReplica(SELF);
    joined.tick();
    joined.replica.onView(view(2, SELF, OTHER), joined.now());
    assertThat(toldTo(OTHER, joined)).isEqualTo(Standing.UNDECIDED);
    assertThat(acquire(joined, 2)).as("no report yet").isInstanceOf(Acquired.Unavailable.class);
    joined.receive(OTHER, report(2, false, Standing.UNDECIDED));

    assertThat(acquire(joined, 2)).isInstanceOf(Acquired.Unavailable.class);
    joined.pass(MISSED_NANOS - millis(100));
    joined.receive(OTHER, report(2, false, Standing.UNDECIDED));
    assertThat(acquire(joined, 2)).isInstanceOf(Acquired.Unavailable.class);

    joined.pass(millis(100));
    assertThat(acquire(joined, 2)).isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void tellsWhatNobodyKnows_whenItJoinsOneThatFoundedAloneAndOneFromBefore() {
    RecordingReplica joined = new RecordingReplica(SELF);
    joined.tick();
    joined.replica.onView(view(2, SELF, OTHER, THIRD), joined.now());
    joined.receive(OTHER, report(2, false, Standing.UNDECIDED));
    assertThat(joined.replica.missesListed(joined.now())).isTrue();

    joined.receive(THIRD, report(2, false, Standing.KNOWS));
    joined.receive(OTHER, report(2, false, Standing.UNDECIDED));

    assertThat(joined.replica.missesListed(joined.now())).isFalse();
    assertThat(acquire(joined, 2)).isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void refusesWhatItDoesNotKnow_whenAnotherJoinedBeforeItKnewThatItFoundedAlone() {
    RecordingReplica founder = joinedWhileItStarts();

    founder.replica.foundedAlone(founder.now());
    founder.tick();

    assertThat(founder.sentTo(OTHER, Message.ViewStatus.class)).as("no news").isEmpty();
    assertThat(acquire(founder, 2)).isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void tellsAMemberThatJoinedWhileItStarted_onceItHasFoundAll() {
    RecordingReplica founder = joinedWhileItStarts();

    founder.replica.foundAll();
    founder.tick();

    assertThat(toldTo(OTHER, founder)).isEqualTo(Standing.KNOWS);
    founder.sent.clear();
    founder.tick();
    assertThat(founder.sentTo(OTHER, Message.ViewStatus.class)).as("no news").isEmpty();
  }

  /** The report with the news is sent once, and its view has settled: it may be lost. */
  @Test
  void asksAgainAndAgain_whetherNobodyIsMissed_untilItKnows() {
    RecordingReplica joined = new RecordingReplica(SELF);
    joined.tick();
    joined.replica.onView(view(2, SELF, OTHER), joined.now());
    joined.receive(OTHER, placed(report(2, false, Standing.UNDECIDED), 2));
    joined.pass(millis(50));
    assertThat(joined.replica.isSettled()).isTrue();
    assertThat(asks(joined)).isTrue();
    assertThat(asks(joined)).isTrue();

    joined.receive(OTHER, placed(report(2, false, Standing.KNOWS), 2));

    assertThat(joined.replica.missesListed(joined.now())).isFalse();
    joined.tick();
    assertThat(asks(joined)).as("once it knows").isFalse();
  }

  /** Whether it asks the other member for a report. */
  private static boolean asks(RecordingReplica member) {
    member.sent.clear();
    member.pass(2 * ReplicaConfig.STATUS_NANOS);
    return member.sentTo(OTHER, Message.ViewStatus.class).stream()
        .anyMatch(Message.ViewStatus::replyWanted);
  }

  /** A founder whose start goes on although the view of it and another has settled. */
  private static RecordingReplica joinedWhileItStarts() {
    RecordingReplica founder = new RecordingReplica(SELF);
    founder.tick();
    founder.replica.onView(view(1, SELF), founder.now());
    founder.replica.onView(view(2, SELF, OTHER), founder.now());
    assertThat(toldTo(OTHER, founder)).isEqualTo(Standing.UNDECIDED);
    founder.receive(OTHER, report(2, true, Standing.UNDECIDED));
    founder.pass(millis(100));
    assertThat(founder.replica.isSettled()).isTrue();
    founder.sent.clear();
    return founder;
  }

  @Test
  void endsTheWaitOfNobody_whileItMissesMoreMembersThanMayBeLost() {
    RecordingReplica left = new RecordingReplica(SELF);
    left.join(List.of(SELF, THIRD, RecordingReplica.member(3)));
    left.replica.onView(view(2, SELF, OTHER), left.now());
    left.receive(OTHER, report(2, true, Standing.UNDECIDED));
    left.pass(MISSED_NANOS - millis(100));
    assertThat(toldTo(OTHER, left)).isEqualTo(Standing.OUTNUMBERED);

    left.pass(millis(200));

    assertThat(toldTo(OTHER, left)).as("they are presumed dead").isEqualTo(Standing.KNOWS);
  }

  @Test
  void missesNobody_whenOneFromBeforeWasFoundWhileItStarted() {
    RecordingReplica founder = new RecordingReplica(SELF);
    founder.tick();
    founder.replica.onView(view(1, SELF), founder.now());
    founder.replica.onView(view(2, SELF, OTHER), founder.now());
    founder.receive(OTHER, report(2, false, Standing.KNOWS));

    founder.replica.foundedAlone(founder.now());

    assertThat(acquire(founder, 2)).isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void endsTheWaitOfOthers_onceItHasStartedAndFoundAll() {
    RecordingReplica founder = new RecordingReplica(SELF);
    founder.tick();
    founder.replica.onView(view(1, SELF), founder.now());
    founder.replica.foundAll();
    founder.replica.onView(view(2, SELF, OTHER), founder.now());
    founder.receive(OTHER, report(2, false, Standing.UNDECIDED));

    assertThat(toldTo(OTHER, founder)).isEqualTo(Standing.KNOWS);
    assertThat(acquire(founder, 2)).isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void missesNobody_onceItHasFoundAllListedMembers() {
    here.replica.onView(view(2, SELF, OTHER), here.now());
    here.receive(OTHER, report(2, true, Standing.UNDECIDED));
    assertThat(acquire(here, 2)).isInstanceOf(Acquired.Unavailable.class);
    here.sent.clear();

    here.replica.foundAllListed();
    here.tick();

    assertThat(toldTo(OTHER, here)).isEqualTo(Standing.KNOWS);
    here.receive(OTHER, report(2, false, Standing.UNDECIDED));
    assertThat(acquire(here, 2)).isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void saysWhatItAlwaysSays_whenNobodyElseIsListed() {
    RecordingReplica single = new RecordingReplica(SELF);
    single.join(List.of(SELF));
    single.replica.acquire(KEY, null, single.now(), answers::add);
    assertThat(answers).singleElement().isInstanceOf(Acquired.Unknown.class);
  }
}
