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
 * The behaviour of a member that the others have left out of their view, and their messages to it.
 */
class ExclusionTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
  private static final Message.NotInView GONE_ON = new Message.NotInView(2);
  private static final Epoch PROMISED = Epoch.mint(9, THIRD);

  private final RecordingReplica here = new RecordingReplica(SELF);
  private final List<Acquired> found = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();

  @Test
  void refusesRunningAndNewRequests_onceTheOthersHaveGoneOnWithoutIt() {
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);
    here.replica.acquire("looked-for-000000", null, here.now(), found::add);

    here.receive(OTHER, GONE_ON);
    here.receive(THIRD, GONE_ON);
    here.pass(millis(10));

    assertThat(outcomes).containsExactly(Outcome.SHUT_OUT);
    assertThat(here.replica.begin(KEY, epoch)).isFalse();
    here.replica.acquire(KEY, null, here.now(), found::add);
    assertThat(found).hasSize(2).allMatch(each -> each instanceof Acquired.Unavailable);
    assertThat(found).allMatch(each -> ((Acquired.Unavailable) each).reason().contains("without"));
  }

  @Test
  void servesAgain_withTheNextViewThatItIsIn() {
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    here.receive(OTHER, GONE_ON);
    here.receive(THIRD, GONE_ON);

    here.replica.onView(View.of(3, "test", ALL), here.now());

    assertThat(here.replica.begin(KEY, epoch)).isTrue();
  }

  @Test
  void goesOn_whenOneOfTwoSaysSo_orWhenTheNewsAreOld() {
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);

    here.receive(OTHER, GONE_ON);
    here.receive(OTHER, GONE_ON);
    here.receive(THIRD, new Message.NotInView(0));
    here.receive(RecordingReplica.member(7), GONE_ON);

    assertThat(here.replica.begin(KEY, epoch)).isTrue();
  }

  @Test
  void asksTheOthers_whenOneSaysSo_andWhenItWasStopped() {
    here.join(ALL);

    here.receive(OTHER, GONE_ON);
    assertThat(here.take(Message.ViewStatus.class))
        .hasSize(2)
        .allMatch(Message.ViewStatus::replyWanted);

    here.skip(millis(3000));
    here.tick();
    assertThat(here.take(Message.ViewStatus.class))
        .hasSize(2)
        .allMatch(Message.ViewStatus::replyWanted);
  }

  @Test
  void tellsAMemberOutsideTheView_whateverItAsks_butNotOneThatIsJustComing() {
    here.join(List.of(SELF, OTHER));

    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(1, THIRD)));
    here.receive(THIRD, new Message.ViewStatus(0, "test", true, false, false, true));
    assertThat(here.take(Message.NotInView.class))
        .containsExactly(new Message.NotInView(1), new Message.NotInView(1));

    here.replica.onView(View.of(2, "test", ALL), here.now());
    here.sent.clear();
    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(1, THIRD)));
    assertThat(here.take(Message.NotInView.class)).isEmpty();
  }

  /** Whether it asks {@code member} whether the session of {@link #KEY} has a successor. */
  private boolean asksOfASuccessor(Member member) {
    here.sent.clear();
    here.pass(millis(350));
    return here.sentTo(member, Message.Validate.class).stream()
        .anyMatch(validate -> validate.key().equals(KEY) && validate.question() == 0);
  }

  @Test
  void stepsDownForASession_onceOneThatHasGoneOnHasPromisedItToASuccessor() {
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    Epoch other = here.create("served-here-alone", 1);
    here.receive(OTHER, GONE_ON);
    assertThat(asksOfASuccessor(OTHER)).isTrue();

    here.receive(OTHER, new Message.NackEpoch(KEY, epoch, Epoch.mint(9, THIRD)));

    assertThat(here.replica.begin(KEY, epoch)).isFalse();
    assertThat(here.replica.begin("served-here-alone", other)).as("without a successor").isTrue();
  }

  /** Version 2 is known here alone, and the member that has gone on has promised to the third. */
  private Epoch stepDownBeforeTheSuccessorServes() {
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    here.write(KEY, epoch, 2);
    here.replica.end(KEY, epoch, here.now());
    here.receive(OTHER, GONE_ON);
    here.receive(OTHER, new Message.NackEpoch(KEY, epoch, PROMISED));
    assertThat(here.replica.begin(KEY, epoch)).isFalse();
    here.sent.clear();
    return epoch;
  }

  /**
   * The member that promised cannot tell whether its promise was enough: the successor may serve
   * already. If it does not, the session must not stay without a primary.
   */
  @Test
  void offersTheSessionToTheSuccessorThatItSteppedDownFor_whenThatDoesNotServe() {
    Epoch unused = stepDownBeforeTheSuccessorServes();

    here.pass(2 * SimulatedCluster.CONFIG.acquireTimeoutNanos());

    assertThat(here.sent).contains(new RecordingReplica.Sent(THIRD, new Message.Offer(KEY)));
  }

  @Test
  void servesAllThatItAnswered_whenItIsBackAndThatSuccessorHasNotServed() {
    Label older = new Label(stepDownBeforeTheSuccessorServes(), 1);
    here.view(3, ALL);
    here.sent.clear();

    here.replica.acquire(KEY, null, here.now(), found::add);
    for (int i = 0; i < 100 && found.isEmpty(); i++) {
      answerWithACopyOf(older);
      here.pass(ReplicaConfig.TICK_NANOS);
    }

    assertThat(found).singleElement().isInstanceOf(Acquired.Owned.class);
    assertThat(here.counter(KEY)).as("with what was never protected").isEqualTo(2);
  }

  /** The others answer what they were asked: neither serves the session, both have an old copy. */
  private void answerWithACopyOf(Label label) {
    List<RecordingReplica.Sent> asked = List.copyOf(here.sent);
    here.sent.clear();
    Message.Held held = new Message.Held(label, label, false, -1, SimulatedClient.image(1));
    for (RecordingReplica.Sent each : asked) {
      if (each.message() instanceof Message.Ask ask) {
        here.receive(each.to(), new Message.Hint(KEY, ask.epoch(), PROMISED, 3));
      } else if (each.message() instanceof Message.Claim claim) {
        here.receive(
            each.to(),
            new Message.Promise(KEY, claim.epoch(), false, PROMISED, 3, Optional.of(held)));
      }
    }
  }

  @Test
  void asksNobodyOfSuccessors_whenNobodyHasGoneOn_orNobodyHasSaidSoForLong() {
    here.join(ALL);
    here.create(KEY, 1);
    assertThat(asksOfASuccessor(OTHER) && asksOfASuccessor(THIRD)).isFalse();

    here.receive(OTHER, GONE_ON);
    here.pass(millis(2100));

    assertThat(asksOfASuccessor(OTHER) && asksOfASuccessor(THIRD)).isFalse();
  }

  /** Its link to one other was cut, and the third has gone on with that one. */
  @Test
  void hearsOfAParallelView_inAViewOfItsOwnOfAnyNumber() {
    here.join(ALL);
    here.create(KEY, 1);
    here.replica.onView(View.of(2, "here", List.of(SELF, OTHER)), here.now());
    here.receive(OTHER, new Message.NotInView(2));
    assertThat(asksOfASuccessor(OTHER)).as("parallel, of the same number").isTrue();

    here.replica.onView(View.of(4, "here", List.of(SELF)), here.now());
    here.receive(OTHER, new Message.NotInView(2));

    assertThat(asksOfASuccessor(OTHER)).as("parallel, of a lower number").isTrue();
    assertThat(here.replica.begin(KEY, Epoch.mint(1, SELF)))
        .as("one alone excludes nobody")
        .isTrue();
  }

  @Test
  void asksFormerMembers_whetherTheyHaveGoneOn() {
    here.join(ALL);
    here.sent.clear();

    here.replica.onView(View.of(2, "here", List.of(SELF)), here.now());

    assertThat(here.sentTo(OTHER, Message.ViewStatus.class)).isNotEmpty();
    assertThat(here.sentTo(THIRD, Message.ViewStatus.class)).isNotEmpty();
  }

  @Test
  void goesOnAlone_whateverTheOtherOfTwoSays() {
    here.join(List.of(SELF, OTHER));
    Epoch epoch = here.create(KEY, 1);
    here.replica.onView(View.of(2, "here", List.of(SELF)), here.now());

    here.receive(OTHER, new Message.NotInView(2));

    assertThat(asksOfASuccessor(OTHER)).isFalse();
    assertThat(here.replica.begin(KEY, epoch)).isTrue();
  }

  /** As after a hang: the other one has taken over what this one still believes to serve. */
  @Test
  void refusesRequests_untilItsNextView_whenTheOtherOfItsViewOfTwoHasGoneOn() {
    here.join(List.of(SELF, OTHER));
    Epoch epoch = here.create(KEY, 1);

    here.receive(OTHER, GONE_ON);
    assertThat(here.replica.begin(KEY, epoch)).isFalse();

    here.replica.onView(View.of(2, "here", List.of(SELF)), here.now());
    assertThat(here.replica.begin(KEY, epoch)).isTrue();
  }

  @Test
  void presumesNobodyDead_whoSaysThatItHasGoneOn() {
    here.join(ALL);
    here.replica.onView(View.of(2, "here", List.of(SELF)), here.now());
    long end = here.now() + SimulatedCluster.CONFIG.presumedDeadNanos() + millis(1000);
    while (here.now() < end) {
      here.receive(OTHER, new Message.NotInView(2));
      here.pass(millis(500));
    }
    assertThat(here.replica.isSettled()).isFalse();

    here.pass(millis(2100));

    assertThat(here.replica.isSettled()).isTrue();
  }

  @Test
  void tellsAMemberOutsideTheView_ofASuccessorOfWhatItStillServes() {
    Epoch former = Epoch.mint(1, THIRD);
    here.join(ALL);
    here.receive(
        THIRD,
        new Message.Full(KEY, Label.NONE, new Label(former, 1), -1, SimulatedClient.image(1)));
    here.replica.onView(View.of(2, "test", List.of(SELF, OTHER)), here.now());
    Message.Validate claim = new Message.Validate(KEY, new Label(former, 2), 0, 1, -1);
    here.receive(THIRD, claim);
    assertThat(here.take(Message.NackEpoch.class)).as("nobody has taken it over").isEmpty();
    here.receive(OTHER, new Message.Claim(KEY, Epoch.mint(5, OTHER)));
    here.sent.clear();

    here.receive(THIRD, claim);

    assertThat(here.sentTo(THIRD, Message.NackEpoch.class))
        .containsExactly(new Message.NackEpoch(KEY, former, Epoch.mint(5, OTHER)));
  }
}
