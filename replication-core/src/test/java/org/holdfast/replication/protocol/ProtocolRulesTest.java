// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rules 1-6 and 12 of the protocol, one message at a time; the simulator shows what breaks without
 * them.
 */
class ProtocolRulesTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);

  private final RecordingReplica here = new RecordingReplica(SELF);

  @BeforeEach
  void join() {
    here.join(List.of(SELF, OTHER, THIRD));
  }

  private static Message.Full full(Member primary, long counter, long version, Label from) {
    return new Message.Full(
        KEY,
        from,
        new Label(Epoch.mint(counter, primary), version),
        -1,
        SimulatedClient.image(version));
  }

  private List<Acquired> acquire() {
    List<Acquired> outcome = new ArrayList<>();
    here.replica.acquire(KEY, null, here.now(), outcome::add);
    return outcome;
  }

  private Epoch claimed() {
    List<Message.Claim> claims = here.take(Message.Claim.class);
    assertThat(claims).isNotEmpty();
    return claims.get(0).epoch();
  }

  private void promise(Member from, Epoch epoch, Epoch before, Message.Held held) {
    here.receive(
        from,
        new Message.Promise(KEY, epoch, false, before, 1, java.util.Optional.ofNullable(held)));
  }

  private static Message.Held held(Label label) {
    return new Message.Held(label, label, false, -1, SimulatedClient.image(label.version()));
  }

  @Test
  void keepsItsPromise_toRefuseLowerEpochs() {
    here.receive(OTHER, new Message.Claim(KEY, Epoch.mint(5, OTHER)));
    here.sent.clear();

    here.receive(THIRD, full(THIRD, 4, 9, Label.NONE));
    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(4, THIRD)));

    assertThat(here.take(Message.NackEpoch.class))
        .extracting(Message.NackEpoch::promised)
        .containsExactly(Epoch.mint(5, OTHER), Epoch.mint(5, OTHER));
    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
  }

  @Test
  void doesNotServe_beforeAllButOneMemberHavePromised() {
    List<Acquired> outcome = acquire();
    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos());
    Epoch epoch = claimed();
    assertThat(outcome).isEmpty();

    promise(THIRD, epoch, Epoch.NONE, held(new Label(Epoch.mint(1, OTHER), 7)));

    assertThat(outcome).hasSize(1);
    assertThat(((Acquired.Owned) outcome.get(0)).epoch()).isEqualTo(epoch);
  }

  @Test
  void servesTheHighestCopy_whateverItsHolder() {
    here.receive(OTHER, full(OTHER, 1, 3, Label.NONE));
    here.replica.onPeerDown(OTHER);
    List<Acquired> outcome = acquire();
    here.receive(
        THIRD,
        new Message.Hint(
            KEY, here.take(Message.Ask.class).get(0).epoch(), Epoch.mint(1, OTHER), 1));
    Epoch epoch = claimed();

    promise(THIRD, epoch, Epoch.mint(1, OTHER), held(new Label(Epoch.mint(1, OTHER), 8)));

    Acquired.Owned owned = (Acquired.Owned) outcome.get(0);
    assertThat(SimulatedClient.counter(owned.image())).isEqualTo(8);
  }

  @Test
  void keepsTheBytes_whenItStepsDown() {
    Epoch epoch = here.create(KEY, 1);
    here.write(KEY, epoch, 2);

    here.receive(OTHER, new Message.NackEpoch(KEY, epoch, Epoch.mint(9, OTHER)));

    assertThat(here.replica.snapshot(KEY).primary()).isFalse();
    assertThat(here.replica.snapshot(KEY).promised()).isEqualTo(Epoch.mint(9, OTHER));
    assertThat(here.held(KEY)).isEqualTo(new Label(epoch, 2));
  }

  @Test
  void neverTakesSilenceForAbsence() {
    here.replica.onPeerDown(OTHER);
    here.replica.onPeerDown(THIRD);

    List<Acquired> outcome = acquire();
    here.pass(SimulatedCluster.CONFIG.acquireTimeoutNanos() + SimulatedClock.millis(100));

    assertThat(outcome).hasSize(1);
    assertThat(outcome.get(0)).isInstanceOf(Acquired.Unavailable.class);
    assertThat(((Acquired.Unavailable) outcome.get(0)).reason()).contains("n1, n2");
  }

  @Test
  void refusesAHigherEpoch_thatDoesNotDescendFromWhatItAcknowledged() {
    here.receive(OTHER, full(OTHER, 1, 8, Label.NONE));
    here.sent.clear();

    here.receive(THIRD, full(THIRD, 2, 7, new Label(Epoch.mint(1, OTHER), 7)));

    assertThat(here.take(Message.NackNewer.class))
        .containsExactly(
            new Message.NackNewer(KEY, Epoch.mint(2, THIRD), new Label(Epoch.mint(1, OTHER), 8)));
    assertThat(here.held(KEY)).isEqualTo(new Label(Epoch.mint(1, OTHER), 8));
  }

  @Test
  void keepsFenceAndLabelApart() {
    here.receive(OTHER, full(OTHER, 1, 8, Label.NONE));

    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(4, THIRD)));

    Message.Promise promise = here.take(Message.Promise.class).get(0);
    assertThat(promise.before()).isEqualTo(Epoch.mint(1, OTHER));
    assertThat(promise.held().orElseThrow().label()).isEqualTo(new Label(Epoch.mint(1, OTHER), 8));
  }

  @Test
  void makesAReaderWait_forAnotherRequestsUnacknowledgedChange() {
    Epoch epoch = here.create(KEY, 1);
    long version = here.write(KEY, epoch, 2);
    List<Outcome> reader = new ArrayList<>();

    here.replica.await(KEY, epoch, version, here.now(), reader::add);
    assertThat(reader).isEmpty();
    Member holder = here.sent.get(0).to();
    here.receive(holder, new Message.Ack(KEY, new Label(epoch, version)));

    assertThat(reader).containsExactly(Outcome.PROTECTED);
  }

  @Test
  void asksBeforeItAnswers_whenTheLastAcknowledgementIsOld() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.sent.get(0).to();
    here.receive(holder, new Message.Ack(KEY, new Label(epoch, 1)));
    here.pass(2 * SimulatedCluster.CONFIG.freshNanos());
    here.sent.clear();
    List<Outcome> reader = new ArrayList<>();

    here.replica.await(KEY, epoch, 1, here.now(), reader::add);
    assertThat(reader).isEmpty();
    assertThat(here.sent)
        .filteredOn(each -> each.to().equals(holder))
        .extracting(RecordingReplica.Sent::message)
        .singleElement()
        .isInstanceOf(Message.Validate.class);
    here.receive(holder, new Message.NackEpoch(KEY, epoch, Epoch.mint(2, holder)));

    assertThat(reader).containsExactly(Outcome.FENCED);
  }

  @Test
  void asksBeforeItAnswers_whenTheAcknowledgementWaitedWhileTheProcessWasStopped() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.sent.get(0).to();
    here.skip(SimulatedClock.millis(5000));
    here.receive(holder, new Message.Ack(KEY, new Label(epoch, 1)));
    List<Outcome> reader = new ArrayList<>();

    here.replica.await(KEY, epoch, 1, here.now(), reader::add);
    assertThat(reader).isEmpty();
    long first = here.take(Message.Validate.class).get(0).question();
    here.skip(SimulatedClock.millis(5000));
    here.replica.await(KEY, epoch, 1, here.now(), reader::add);
    here.receive(holder, new Message.Ack(KEY, new Label(epoch, 1), first));
    here.receive(holder, new Message.Ack(KEY, new Label(epoch, 1), first));
    here.pass(SimulatedClock.millis(20));
    here.receive(holder, new Message.Ack(KEY, new Label(epoch, 1), first));

    assertThat(reader).as("the first waiter alone").containsExactly(Outcome.PROTECTED);
    long second = here.take(Message.Validate.class).get(0).question();
    assertThat(second).isGreaterThanOrEqualTo(first);
  }

  @Test
  void refusesAMember_untilItKnowsTheViewThatTookItBack() {
    here.replica.onView(View.of(2, "test", List.of(SELF, THIRD)), here.now());
    here.receive(THIRD, new Message.ViewStatus(2, "test", true, false, false, false));
    here.tick();
    here.replica.onView(View.of(3, "test", List.of(SELF, OTHER, THIRD)), here.now());
    here.sent.clear();

    here.receive(OTHER, full(OTHER, 1, 1, Label.NONE));
    assertThat(here.take(Message.Ack.class)).isEmpty();

    here.receive(OTHER, new Message.ViewStatus(3, "test", false, false, false, false));
    here.receive(THIRD, new Message.ViewStatus(3, "test", false, false, false, false));
    here.receive(OTHER, full(OTHER, 1, 1, Label.NONE));
    assertThat(here.take(Message.Ack.class)).hasSize(1);
  }

  @Test
  void keepsItsCopy_whenALateReleaseNamesTheSameState() {
    here.receive(OTHER, full(OTHER, 1, 8, Label.NONE));

    here.receive(OTHER, new Message.Release(KEY, Label.NONE, new Label(Epoch.mint(1, OTHER), 8)));
    assertThat(here.held(KEY)).isEqualTo(new Label(Epoch.mint(1, OTHER), 8));

    here.receive(OTHER, new Message.Release(KEY, Label.NONE, new Label(Epoch.mint(1, OTHER), 9)));
    assertThat(here.held(KEY)).isEqualTo(Label.NONE);
  }

  @Test
  void refusesAMember_onceItHasInstalledAViewWithoutIt() {
    here.receive(OTHER, full(OTHER, 1, 8, Label.NONE));
    here.replica.onView(View.of(2, "test", List.of(SELF, THIRD)), here.now());
    here.sent.clear();

    here.receive(OTHER, full(OTHER, 1, 9, Label.NONE));

    assertThat(here.take(Message.Ack.class)).isEmpty();
    assertThat(here.held(KEY)).isEqualTo(new Label(Epoch.mint(1, OTHER), 8));
  }

  @Test
  void givesTheSessionUp_onlyAfterItsRunningRequest() {
    Epoch epoch = here.create(KEY, 1);
    here.sent.clear();

    here.receive(OTHER, new Message.Ask(KEY, Epoch.mint(2, OTHER)));
    assertThat(here.take(Message.HandingOver.class)).hasSize(1);
    here.write(KEY, epoch, 2);
    here.replica.end(KEY, epoch, here.now());

    Message.Promise handOver = here.take(Message.Promise.class).get(0);
    assertThat(handOver.handOver()).isTrue();
    assertThat(SimulatedClient.counter(handOver.held().orElseThrow().image())).isEqualTo(2);
  }

  @Test
  void givesTheSessionUpAllTheSame_whenARequestTakesTooLong() {
    here.create(KEY, 1);
    here.receive(OTHER, new Message.Ask(KEY, Epoch.mint(2, OTHER)));

    here.pass(SimulatedCluster.CONFIG.handOverTimeoutNanos() + SimulatedClock.millis(50));

    assertThat(here.replica.snapshot(KEY).primary()).isFalse();
    assertThat(here.take(Message.Promise.class)).anyMatch(Message.Promise::handOver);
  }
}
