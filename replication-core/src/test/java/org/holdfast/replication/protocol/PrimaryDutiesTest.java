// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.holdfast.replication.membership.Member;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The duties of a primary to its sessions between requests: waits, counts, repairs, leases. */
class PrimaryDutiesTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member OTHER = RecordingReplica.member(1);
  private static final Member THIRD = RecordingReplica.member(2);
  private static final List<Member> ALL = List.of(SELF, OTHER, THIRD);
  private static final long ACK_TIMEOUT = SimulatedCluster.CONFIG.ackTimeoutNanos();

  /**
   * The clock's origin is arbitrary: it passes from negative to positive in the middle of a test.
   */
  private final RecordingReplica here =
      new RecordingReplica(SELF, SimulatedCluster.CONFIG, -millis(300));

  @BeforeEach
  void join() {
    here.join(ALL);
  }

  private Member bystanderOf(Member holder) {
    return holder.equals(OTHER) ? THIRD : OTHER;
  }

  @Test
  void doesNotMoveASilentHolder_forTheTimeThatItWasStoppedItself() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    here.write(KEY, epoch, 2);
    here.skip(millis(5000));
    here.sent.clear();

    here.tick();
    here.pass(ACK_TIMEOUT);
    here.sent.removeIf(each -> each.message() instanceof Message.ViewStatus);
    assertThat(here.sent).extracting(RecordingReplica.Sent::to).containsOnly(holder);

    here.pass(2 * ACK_TIMEOUT);
    assertThat(here.sent)
        .extracting(RecordingReplica.Sent::to)
        .as("when it keeps silent after that")
        .contains(bystanderOf(holder));
  }

  @Test
  void movesToAnotherHolder_whenOneHasBeenSilentForTwoTimeouts() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    here.write(KEY, epoch, 2);
    here.sent.clear();

    here.pass(2 * ACK_TIMEOUT + millis(50));

    assertThat(here.sent)
        .anySatisfy(
            each -> {
              assertThat(each.to()).isEqualTo(bystanderOf(holder));
              assertThat(each.message()).isInstanceOf(Message.Full.class);
            });
  }

  @Test
  void sendsTheWholeUntilItIsThere_whenAHolderSaysThatItHasDroppedWhatItHadAcknowledged() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    here.tick();
    here.sent.clear();

    here.receive(holder, new Message.NackGap(KEY, epoch, Label.NONE));
    assertThat(here.sentTo(holder, Message.Full.class)).hasSize(1);
    here.sent.clear();
    here.pass(ACK_TIMEOUT + millis(50));

    assertThat(here.sentTo(holder, Message.OfSession.class)).as("it may be lost").isNotEmpty();
    assertThat(here.replica.degradedSessions()).isEqualTo(1);
  }

  @Test
  void countsASessionAsDegraded_whenItsHolderAcknowledgesNothingInTime() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.pass(ACK_TIMEOUT / 2);
    assertThat(here.replica.degradedSessions()).as("still in time").isZero();

    here.pass(ACK_TIMEOUT);
    assertThat(here.replica.degradedSessions()).isEqualTo(1);

    here.ack(holder, KEY, epoch, 1);
    assertThat(here.replica.degradedSessions()).isZero();
  }

  @Test
  void answersWhoeverWaits_whenItsTimeIsOver() {
    Epoch epoch = here.create(KEY, 1);
    List<Outcome> outcomes = new ArrayList<>();
    here.replica.await(KEY, epoch, 1, here.now(), outcomes::add);

    here.pass(ACK_TIMEOUT / 2);
    assertThat(outcomes).isEmpty();
    here.pass(ACK_TIMEOUT);

    assertThat(outcomes).containsExactly(Outcome.UNCONFIRMED);
  }

  @Test
  void asksForProofOnceInAWhile_whileReadersWait() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    here.pass(2 * SimulatedCluster.CONFIG.freshNanos());
    here.sent.clear();

    for (int i = 0; i < 10; i++) {
      here.replica.await(KEY, epoch, 1, here.now(), outcome -> {});
      here.pass(millis(10));
    }

    assertThat(here.sent)
        .filteredOn(each -> each.to().equals(holder))
        .filteredOn(each -> each.message() instanceof Message.Validate)
        .hasSizeBetween(1, 2);
  }

  @Test
  void ranksARefusedCopyAsWhatItCameFrom_andAsksWhoRefusedIt() {
    Epoch epoch = here.takeOver(KEY, OTHER);
    Member holder = here.holderOf(KEY);
    Label newer = new Label(Epoch.mint(0, OTHER), 4);
    here.sent.clear();

    here.receive(holder, new Message.NackNewer(KEY, epoch, newer));
    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos());
    Epoch claimedEpoch = here.take(Message.Claim.class).get(0).epoch();
    Member bystander = bystanderOf(holder);
    here.receive(
        bystander, new Message.Promise(KEY, claimedEpoch, false, Epoch.NONE, 1, Optional.empty()));
    assertThat(here.replica.snapshot(KEY).primary()).as("without the one that refused").isFalse();
    Message.Held held = new Message.Held(newer, newer, false, -1, SimulatedClient.image(4));
    here.receive(
        holder, new Message.Promise(KEY, claimedEpoch, false, Epoch.NONE, 1, Optional.of(held)));

    assertThat(here.replica.snapshot(KEY).primary()).isTrue();
    assertThat(here.counter(KEY)).isEqualTo(4);
  }

  @Test
  void refusesASessionThatNoFrameCanCarry_andKeepsTheOneItHad() {
    Epoch epoch = here.create(KEY, 1);
    byte[] huge = new byte[(int) SimulatedCluster.CONFIG.maxSessionBytes()];
    here.sent.clear();

    assertThatThrownBy(
            () ->
                here.replica.update(
                    KEY,
                    epoch,
                    new Changes(null, Map.of("huge", huge), Set.of()),
                    false,
                    here.now()))
        .isInstanceOf(SessionTooLargeException.class)
        .hasMessageContaining("1,048,576")
        .hasMessageContaining("maxFrameBytes");

    assertThat(here.held(KEY)).isEqualTo(new Label(epoch, 1));
    assertThat(here.sent).isEmpty();
    assertThat(here.write(KEY, epoch, 2)).isEqualTo(2);
  }

  @Test
  void repairsTheOtherSessions_whenACallbackOfOneThrows() {
    List<String> told = new ArrayList<>();
    Map<String, Epoch> sessions = new TreeMap<>();
    for (String key : List.of("a", "b", "c")) {
      sessions.put(key, here.create(key, 1));
    }
    sessions.forEach(
        (key, epoch) ->
            here.replica.await(
                key,
                epoch,
                1,
                here.now(),
                outcome -> {
                  told.add(key);
                  throw new IllegalStateException("the callback of " + key + " fails");
                }));

    here.skip(ACK_TIMEOUT + millis(10));
    assertThatThrownBy(here::tick).isInstanceOf(IllegalStateException.class);

    assertThat(told).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void sendsLeasesInPortions_soThatNoneOutgrowsAFrame() {
    for (int i = 0; i < 450; i++) {
      String key = "key-" + i;
      Epoch epoch = here.create(key, 1);
      here.ack(here.holderOf(key), key, epoch, 1);
      here.replica.renewLease(key, epoch, millis(1000), here.now());
    }
    here.sent.clear();

    here.pass(ReplicaConfig.TOUCH_NANOS);

    List<Message.Touch> touches = here.take(Message.Touch.class);
    assertThat(touches).allSatisfy(each -> assertThat(each.leases()).hasSizeLessThanOrEqualTo(200));
    assertThat(touches.stream().mapToInt(each -> each.leases().size()).sum()).isEqualTo(450);
  }

  @Test
  void offersASessionThatNobodyUses_toBeExpired() {
    Epoch epoch = here.replica.create(KEY, SimulatedClient.image(1), millis(1000), here.now());
    here.pass(millis(2500));
    assertThat(here.replica.unused().expired(here.now())).as("while a request uses it").isEmpty();

    here.replica.end(KEY, epoch, here.now());

    assertThat(here.replica.unused().expired(here.now())).containsExactly(KEY);
  }

  @Test
  void endsASessionItself_whenNoApplicationAsksForIt() {
    ReplicaConfig config = SimulatedCluster.config(1, millis(5000));
    RecordingReplica alone = new RecordingReplica(SELF, config, -millis(2000));
    alone.join(ALL);
    Epoch epoch = alone.replica.create(KEY, SimulatedClient.image(1), millis(1000), alone.now());
    alone.replica.end(KEY, epoch, alone.now());

    alone.pass(millis(8000));

    assertThat(alone.replica.snapshot(KEY).copy().tombstone()).isTrue();
    assertThat(alone.released).containsExactly(KEY);
    assertThat(alone.replica.primarySessions()).isZero();
  }

  @Test
  void givesARequestItsWholeTime_thatJoinsAnotherOnesSearch() {
    here.replica.onPeerDown(OTHER);
    here.replica.onPeerDown(THIRD);
    List<String> refused = new ArrayList<>();
    here.replica.acquire(KEY, null, here.now(), acquired -> refused.add("first"));
    here.pass(millis(2900));
    here.replica.acquire(KEY, null, here.now(), acquired -> refused.add("second"));

    here.pass(millis(200));
    assertThat(refused).containsExactly("first");
    here.pass(millis(2900));
    assertThat(refused).containsExactly("first", "second");
  }

  @Test
  void countsNoAcknowledgementOfAnotherEpoch() {
    Epoch epoch = here.takeOver(KEY, OTHER);
    Member holder = here.holderOf(KEY);
    List<Outcome> outcomes = new ArrayList<>();
    here.replica.await(KEY, epoch, 3, here.now(), outcomes::add);

    here.ack(holder, KEY, Epoch.mint(0, OTHER), 3);

    assertThat(outcomes).isEmpty();
    here.ack(holder, KEY, epoch, 3);
    assertThat(outcomes).containsExactly(Outcome.PROTECTED);
  }

  @Test
  void saysAgainAndAgainThatItIsAlive_whileARequestKeepsTheSession() {
    here.create(KEY, 1);
    here.receive(OTHER, new Message.Ask(KEY, Epoch.mint(2, OTHER)));
    here.sent.clear();

    here.pass(SimulatedCluster.CONFIG.silenceTimeoutNanos());

    assertThat(here.take(Message.HandingOver.class)).hasSizeBetween(2, 4);
  }

  @Test
  void adoptsATombstone_whenItsPrimaryHasLeft() {
    Label ended = new Label(Epoch.mint(1, OTHER), 3);
    here.receive(OTHER, new Message.Remove(KEY, Label.NONE, ended));
    here.sent.clear();

    here.view(2, List.of(SELF, THIRD));

    assertThat(here.take(Message.Ask.class)).isNotEmpty();
  }

  /** Its epoch has lasted for as long as the end is remembered elsewhere. */
  @Test
  void remembersAnEndForAQuarterOfTheTime_onceItsEpochIsOver() {
    RecordingReplica ended = endedAndOver();
    assertThat(ended.replica.knownSessions()).isEqualTo(1);

    ended.pass(millis(6_000));

    assertThat(ended.replica.knownSessions()).isZero();
  }

  /** Its own epoch says nothing any more, and the successor knows the end. */
  @Test
  void stepsDownFromAnEnd_whenASuccessorReleasesIt_andAnswersForItNoMore() {
    RecordingReplica ended = ended();
    Epoch former = ended.replica.snapshot(KEY).promised();
    Epoch successor = Epoch.mint(former.counter() + 1, OTHER);

    ended.receive(OTHER, new Message.Release(KEY, Label.NONE, new Label(successor, 9)));
    assertThat(ended.replica.snapshot(KEY).primary()).isFalse();
    ended.receive(OTHER, new Message.NackEpoch(KEY, former, successor));
    ended.sent.clear();
    ended.pass(3 * SimulatedCluster.CONFIG.acquireTimeoutNanos());

    assertThat(ended.sentTo(OTHER, Message.Offer.class)).isEmpty();
  }

  @Test
  void remembersAnEndForTheWholeTime_whenItsLastEpochHasToldItForAPartOfThat() {
    RecordingReplica ended = ended();
    ended.pass(millis(13_000));
    ended.receive(OTHER, new Message.Claim(KEY, Epoch.mint(9, OTHER)));
    ended.sent.clear();
    ended.replica.acquire(KEY, null, ended.now(), acquired -> {});
    win(ended);
    assertThat(ended.replica.snapshot(KEY).primary()).isTrue();
    ended.pass(millis(5_000));
    assertThat(ended.replica.snapshot(KEY).primary()).as("its epoch is over").isFalse();

    ended.pass(millis(6_000));

    assertThat(ended.replica.knownSessions()).isEqualTo(1);
  }

  /** Nobody calls itself the primary; both others promise, and have nothing. */
  private static void win(RecordingReplica asking) {
    asking.pass(millis(400));
    Epoch epoch = asking.take(Message.Claim.class).get(0).epoch();
    for (Member other : List.of(OTHER, THIRD)) {
      asking.receive(
          other, new Message.Promise(KEY, epoch, false, Epoch.NONE, 1, Optional.empty()));
    }
  }

  @Test
  void remembersAnEndForItsTime_whenTheSessionBeforeItHadTheSameKey() {
    RecordingReplica ended = ended();
    ended.pass(millis(5_000));
    ended
        .replica
        .chosenKeys()
        .acquireOrBegin(KEY, SimulatedClient.image(0), -1, ended.now(), acquired -> {});
    win(ended);
    Epoch epoch = ended.replica.snapshot(KEY).promised();
    Member holder = ended.holderOf(KEY);
    ended.ack(holder, KEY, epoch, ended.held(KEY).version());
    ended.pass(millis(13_000));
    ended.ack(holder, KEY, epoch, ended.replica.remove(KEY, epoch, ended.now()));
    ended.replica.end(KEY, epoch, ended.now());

    ended.pass(millis(14_000));

    assertThat(ended.replica.snapshot(KEY).primary())
        .as("the primary still tells members that return")
        .isTrue();
  }

  @Test
  void remembersAPromiseForTheWholeTime_thoughItCameAfterTheEpochOfAnEnd() {
    RecordingReplica ended = endedAndOver();
    ended.receive(OTHER, new Message.Claim(KEY, Epoch.mint(9, OTHER)));

    ended.pass(millis(15_000));

    assertThat(ended.replica.knownSessions()).isEqualTo(1);
  }

  @Test
  void asksForNoEpochAgain_thatItHasForgotten() {
    RecordingReplica ended = endedAndOver();
    long counter = ended.replica.snapshot(KEY).promised().counter();
    ended.pass(millis(6_000));
    ended.sent.clear();

    ended.replica.acquire(KEY, null, ended.now(), acquired -> {});

    assertThat(ended.take(Message.Ask.class))
        .as("one that was away for long may hand over what it has in any of these epochs")
        .isNotEmpty()
        .allMatch(ask -> ask.epoch().counter() > counter);
  }

  private static RecordingReplica endedAndOver() {
    RecordingReplica here = ended();
    here.pass(millis(18_500));
    assertThat(here.replica.snapshot(KEY).primary()).as("its epoch is over").isFalse();
    return here;
  }

  private static RecordingReplica ended() {
    RecordingReplica here =
        new RecordingReplica(SELF, SimulatedCluster.config(1, millis(16_000)), 1);
    here.join(ALL);
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.ack(holder, KEY, epoch, 1);
    here.ack(holder, KEY, epoch, here.replica.remove(KEY, epoch, here.now()));
    here.replica.end(KEY, epoch, here.now());
    here.sent.clear();
    return here;
  }

  @Test
  void doesNotCallItsSessionsRebalanced_whileItsSuccessorHasSentNothing() {
    Epoch epoch = here.create(KEY, 1);
    here.ack(here.holderOf(KEY), KEY, epoch, 1);
    here.replica.end(KEY, epoch, here.now());
    Epoch offeredEpoch = Epoch.mint(2, OTHER);
    here.receive(OTHER, new Message.Ask(KEY, offeredEpoch));
    here.sent.clear();

    here.view(2, List.of(SELF, OTHER));
    assertThat(here.take(Message.ViewStatus.class))
        .isNotEmpty()
        .noneMatch(Message.ViewStatus::rebalanced);

    here.receive(
        OTHER,
        new Message.Full(
            KEY, new Label(epoch, 1), new Label(offeredEpoch, 1), -1, SimulatedClient.image(1)));
    here.pass(millis(30));
    assertThat(here.take(Message.ViewStatus.class)).anyMatch(Message.ViewStatus::rebalanced);
  }

  @Test
  void tellsAHolderThatItsEpochIsOver_whenItTookSomethingOfItLate() {
    Epoch epoch = here.create(KEY, 1);
    Member holder = here.holderOf(KEY);
    here.replica.end(KEY, epoch, here.now());
    Epoch offeredEpoch = Epoch.mint(2, OTHER);
    here.receive(OTHER, new Message.Ask(KEY, offeredEpoch));
    here.sent.clear();

    here.ack(holder, KEY, epoch, 1);

    assertThat(here.take(Message.NackEpoch.class))
        .containsExactly(new Message.NackEpoch(KEY, epoch, offeredEpoch));
  }

  @Test
  void asksTheMemberItPromisedTo_whenNothingHasComeFromIt() {
    here.receive(
        OTHER,
        new Message.Full(
            KEY, Label.NONE, new Label(Epoch.mint(1, OTHER), 1), -1, SimulatedClient.image(1)));
    here.receive(THIRD, new Message.Claim(KEY, Epoch.mint(2, THIRD)));
    here.sent.clear();

    here.pass(2 * SimulatedCluster.CONFIG.acquireTimeoutNanos() + millis(50));

    assertThat(here.sent)
        .anySatisfy(
            each -> {
              assertThat(each.to()).isEqualTo(THIRD);
              assertThat(each.message()).isEqualTo(new Message.Offer(KEY));
            });
  }
}
