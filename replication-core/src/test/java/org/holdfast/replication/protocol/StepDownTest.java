// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;

/**
 * A primary gives its session up, and the requests that wait for the session look for it at once.
 */
class StepDownTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);

  private static RecordingReplica joined(List<Member> members) {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(members);
    return here;
  }

  /** A request queues behind a hand-over whose acquirer still sends but cannot be reached. */
  private static RecordingReplica withAQueuedRequestAndABrokenStream(List<Acquired> answers) {
    RecordingReplica here = joined(List.of(SELF, OTHER));
    Epoch epoch = here.create(KEY, 1);
    here.ack(OTHER, KEY, epoch, 1);
    here.receive(OTHER, new Message.Ask(KEY, Epoch.mint(2, OTHER)));
    here.replica.acquire(KEY, null, here.now(), answers::add);
    assertThat(answers).as("queued behind the hand-over").isEmpty();
    here.replica.onPeerDown(OTHER);
    here.sent.clear();
    return here;
  }

  private static RecordingReplica withARequestThatWaitsForAnEnd(List<Acquired> answers) {
    RecordingReplica here = joined(List.of(SELF, OTHER));
    Epoch epoch = here.create(KEY, 1);
    here.replica.remove(KEY, epoch, here.now());
    here.replica.end(KEY, epoch, here.now());
    here.replica.acquire(KEY, null, here.now(), answers::add);
    assertThat(answers).as("the end is not known elsewhere yet").isEmpty();
    here.sent.clear();
    return here;
  }

  /** Else two members that look for an ended session would take it from each other for ever. */
  @Test
  void keepsAnEndedSession_untilItsEndIsKnown() {
    List<Acquired> answers = new ArrayList<>();
    RecordingReplica here = withARequestThatWaitsForAnEnd(answers);
    Label end = here.held(KEY);

    here.receive(OTHER, new Message.Ask(KEY, Epoch.mint(5, OTHER)));
    assertThat(here.sent)
        .extracting(RecordingReplica.Sent::message)
        .hasOnlyElementsOfType(Message.HandingOver.class);
    here.sent.clear();

    here.receive(OTHER, new Message.Ack(KEY, end));
    assertThat(answers).containsExactly(new Acquired.Unknown());
    assertThat(here.take(Message.Promise.class)).singleElement().matches(Message.Promise::handOver);
  }

  @Test
  void looksForAnEndedSessionAgain_whenAnotherMemberFencesItMeanwhile() {
    List<Acquired> answers = new ArrayList<>();
    RecordingReplica here = withARequestThatWaitsForAnEnd(answers);
    here.pass(millis(50));

    here.receive(OTHER, new Message.Claim(KEY, Epoch.mint(5, OTHER)));
    assertThat(answers).as("it goes on to wait").isEmpty();
    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }

  /** Else its holders would keep a copy of an ended session that nobody looks after. */
  @Test
  void hasAnEndTaken_thatNobodyHadHeardOfWhenItWasFenced() {
    RecordingReplica here = joined(List.of(SELF, OTHER, THIRD));
    Epoch epoch = here.create(KEY, 1);
    here.replica.remove(KEY, epoch, here.now());
    here.replica.end(KEY, epoch, here.now());
    Epoch higher = Epoch.mint(9, THIRD);
    here.sent.clear();

    here.receive(THIRD, new Message.NackEpoch(KEY, epoch, higher));
    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos() * 2);
    assertThat(here.sent).contains(new RecordingReplica.Sent(THIRD, new Message.Offer(KEY)));

    here.receive(THIRD, new Message.Release(KEY, here.held(KEY), new Label(higher, 7)));
    here.pass(millis(100));
    here.sent.clear();
    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos() * 2);
    assertThat(here.take(Message.Offer.class)).isEmpty();
  }

  /** Else a member that returns with an older copy would keep it: no primary tells that one. */
  @Test
  void hasAnEndTaken_thatItsHolderKnewWhenItWasFenced() {
    RecordingReplica here = joined(List.of(SELF, OTHER, THIRD));
    Epoch epoch = here.create(KEY, 1);
    here.replica.remove(KEY, epoch, here.now());
    here.replica.end(KEY, epoch, here.now());
    for (Member holder : List.of(OTHER, THIRD)) {
      here.receive(holder, new Message.Ack(KEY, here.held(KEY)));
      here.receive(holder, new Message.Released(KEY, here.held(KEY)));
    }
    here.sent.clear();

    here.receive(THIRD, new Message.NackEpoch(KEY, epoch, Epoch.mint(9, THIRD)));
    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos() * 2);
    assertThat(here.sent).contains(new RecordingReplica.Sent(THIRD, new Message.Offer(KEY)));
  }

  @Test
  void acknowledgesNothingBelowItsPromise_whenAQueuedRequestStartsARoundInTheStepDown() {
    List<Acquired> answers = new ArrayList<>();
    RecordingReplica here = withAQueuedRequestAndABrokenStream(answers);
    Epoch later = Epoch.mint(3, OTHER);

    Label first = here.held(KEY);
    here.receive(
        OTHER, new Message.Full(KEY, first, new Label(later, 1), -1, SimulatedClient.image(7)));

    SessionSnapshot after = here.replica.snapshot(KEY);
    assertThat(here.take(Message.Ack.class))
        .extracting(Message.Ack::label)
        .containsExactly(new Label(later, 1));
    assertThat(after.promised()).as("what it looked for afterwards").isGreaterThan(later);
    assertThat(after.copy().from())
        .as("descends from what it acknowledged")
        .isEqualTo(new Label(later, 1));
    assertThat(!after.primary() || after.copy().epoch().equals(after.promised()))
        .as("a primary's copy is of its own epoch: %s", after)
        .isTrue();
  }

  @Test
  void namesItsBytesByItsOwnEpoch_whenAQueuedRequestStartsARoundInTheStepDown() {
    List<Acquired> answers = new ArrayList<>();
    RecordingReplica here = withAQueuedRequestAndABrokenStream(answers);
    Epoch later = Epoch.mint(3, OTHER);
    here.receive(
        OTHER,
        new Message.Full(KEY, here.held(KEY), new Label(later, 1), -1, SimulatedClient.image(7)));

    assertThat(answers).hasSize(1).allMatch(Acquired.Owned.class::isInstance);
    Epoch epoch = ((Acquired.Owned) answers.get(0)).epoch();
    here.write(KEY, epoch, 99);

    assertThat(here.held(KEY).epoch())
        .as("what the other's next write is called, too")
        .isEqualTo(epoch);
  }

  @Test
  void acknowledgesNothingBelowItsOwnClaim_alsoAmongThree() {
    RecordingReplica here = joined(List.of(SELF, OTHER, THIRD));
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    here.receive(OTHER, new Message.Ask(KEY, Epoch.mint(2, OTHER)));
    here.replica.acquire(KEY, null, here.now(), acquired -> {});
    here.replica.onPeerDown(OTHER);
    here.replica.onPeerDown(THIRD);
    here.sent.clear();
    Epoch later = Epoch.mint(3, OTHER);

    here.receive(
        OTHER,
        new Message.Full(KEY, here.held(KEY), new Label(later, 1), -1, SimulatedClient.image(7)));

    assertThat(here.take(Message.Ack.class)).hasSize(1);
    assertThat(here.held(KEY)).isEqualTo(new Label(later, 1));
  }

  @Test
  void promisesNothingBelowItsOwnPromise_whenAQueuedRequestStartsARoundInTheStepDown() {
    List<Acquired> answers = new ArrayList<>();
    RecordingReplica here = withAQueuedRequestAndABrokenStream(answers);
    Epoch epoch = Epoch.mint(3, OTHER);

    here.receive(OTHER, new Message.Claim(KEY, epoch));

    SessionSnapshot after = here.replica.snapshot(KEY);
    assertThat(here.take(Message.Promise.class))
        .as("given before it looked for the session again")
        .extracting(Message.Promise::epoch)
        .containsExactly(epoch);
    assertThat(after.promised()).isGreaterThan(epoch);
    assertThat(after.copy().epoch()).isEqualTo(after.promised());
  }
}
