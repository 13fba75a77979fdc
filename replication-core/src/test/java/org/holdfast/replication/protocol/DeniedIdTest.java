// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.Test;

/** When a primary may say that an id leads nowhere in what it serves. */
class DeniedIdTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final Epoch LATER = Epoch.mint(5, THIRD);

  private final List<Acquired> acquired = new ArrayList<>();

  private static RecordingReplica joined(ReplicaConfig config) {
    RecordingReplica here = new RecordingReplica(SELF, config, 1);
    here.join(List.of(SELF, OTHER, THIRD));
    return here;
  }

  /** As one that hung and wakes does not know yet: others may have changed the session's id. */
  @Test
  void tellsThatAnIdIsUnknown_onceItIsKnownToBeThePrimaryStill() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    confirmLater(here, epoch, holder);

    assertThat(acquired).as("before anybody was asked").isEmpty();
    answer(here, holder);
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  /** The holder may have promised a successor since, which has changed the session's id. */
  @Test
  void asksTheHolderAfterTheRequestCame_howeverFreshItsLastAcknowledgementIs() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    here.pass(millis(10));
    answer(here, holder);
    here.skip(1);

    here.replica.served(KEY, epoch).confirmUnknown(here.now(), here.now(), acquired::add);

    assertThat(acquired).as("by what was acknowledged 10 ms ago").isEmpty();
    answer(here, holder);
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  @Test
  void asksOnceMore_whenTheAnswerIsToAQuestionFromBeforeTheRequest() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    confirmLater(here, epoch, holder);
    Message.Validate early = here.take(Message.Validate.class).get(0);
    here.pass(millis(10));
    List<Acquired> later = new ArrayList<>();
    here.replica.served(KEY, epoch).confirmUnknown(here.now(), here.now(), later::add);

    here.receive(holder, new Message.Ack(KEY, early.label(), early.question()));

    assertThat(acquired).as("the request that the question was asked for").hasSize(1);
    assertThat(later).as("the request that came after the question").isEmpty();
    here.pass(millis(10));
    answer(here, holder);
    assertThat(later).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  /** A drawn key has no session ever after, so that a busy holder keeps nobody waiting. */
  @Test
  void tellsAnEndAtOnce_thatHasBeenProtected() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    endedLongAgo(here);

    here.replica.acquire(KEY, null, here.now(), acquired::add);

    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
    assertThat(here.take(Message.Validate.class)).isEmpty();
  }

  @Test
  void asksAboutTheEndOfAChosenKey_whichAnotherMemberMayHaveBegunAgain() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Member holder = endedLongAgo(here);

    here.replica.chosenKeys().acquire(KEY, here.now(), acquired::add);

    assertThat(acquired).isEmpty();
    answer(here, holder);
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unknown.class);
  }

  private static Member endedLongAgo(RecordingReplica here) {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    here.ack(holder, KEY, epoch, here.replica.remove(KEY, epoch, here.now()));
    here.pass(SimulatedCluster.CONFIG.freshNanos() + millis(1));
    answer(here, holder);
    return holder;
  }

  /** Cut off from both others, one of which may have taken the session over. */
  @Test
  void confirmsNothing_whenNobodyCanBeAsked_unlessTheOthersCanHaveNothing() {
    assertThat(confirmedAlone(List.of(SELF, OTHER, THIRD))).isEqualTo(Outcome.UNCONFIRMED);
    assertThat(confirmedAlone(List.of(SELF, OTHER)))
        .as("of two, the other has protected nothing without this one")
        .isEqualTo(Outcome.DEGRADED);
  }

  private static Outcome confirmedAlone(List<Member> members) {
    RecordingReplica here = new RecordingReplica(SELF, SimulatedCluster.CONFIG, 1);
    here.join(members);
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    members.stream().filter(each -> !each.equals(SELF)).forEach(here.replica::onPeerDown);
    here.pass(millis(20));
    List<Outcome> outcomes = new ArrayList<>();
    here.replica.served(KEY, epoch).confirm(here.now(), millis(250), here.now(), outcomes::add);
    return outcomes.get(0);
  }

  @Test
  void looksForTheSession_whenAnIdIsUnknownInAnEpochThatIsOver() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    confirmLater(here, epoch, holder);
    here.sent.clear();

    here.receive(holder, new Message.NackEpoch(KEY, epoch, LATER));

    assertThat(acquired).isEmpty();
    assertThat(here.take(Message.Ask.class)).hasSize(2);
  }

  @Test
  void saysThatItCannotTell_onceTheRequestHasWaitedForAnAcquireTimeout() {
    RecordingReplica here = joined(SimulatedCluster.CONFIG);
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    here.pass(millis(10));
    long since = here.now();
    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos() - millis(100));

    here.replica.served(KEY, epoch).confirmUnknown(since, here.now(), acquired::add);

    assertThat(acquired).isEmpty();
    here.pass(millis(200));
    assertThat(acquired).hasSize(1).first().isInstanceOf(Acquired.Unavailable.class);
  }

  @Test
  void tellsAnEndAndThatAnIdIsUnknown_atOnce_whenThereAreNoSecondaries() {
    RecordingReplica here = joined(SimulatedCluster.config(0, millis(16_000)));
    Epoch epoch = here.create(KEY, 1);

    here.replica.served(KEY, epoch).confirmUnknown(here.now(), here.now(), acquired::add);
    long unused = here.replica.remove(KEY, epoch, here.now());
    here.replica.acquire(KEY, null, here.now(), acquired::add);

    assertThat(acquired).hasSize(2).hasOnlyElementsOfType(Acquired.Unknown.class);
  }

  /** The holder says what it has to all that it was asked. */
  private static void answer(RecordingReplica here, Member holder) {
    List<Message.Validate> asked = here.sentTo(holder, Message.Validate.class);
    here.sent.clear();
    assertThat(asked).isNotEmpty();
    asked.forEach(
        each -> here.receive(holder, new Message.Ack(KEY, each.label(), each.question())));
  }

  /** Once its last confirmation is too old to say anything. */
  private void confirmLater(RecordingReplica here, Epoch epoch, Member holder) {
    here.ack(holder, KEY, epoch, 1);
    here.pass(SimulatedCluster.CONFIG.freshNanos() + millis(1));
    answer(here, holder);
    here.replica.served(KEY, epoch).confirmUnknown(here.now(), here.now(), acquired::add);
  }
}
