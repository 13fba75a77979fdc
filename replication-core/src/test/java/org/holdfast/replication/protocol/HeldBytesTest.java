// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.views.FullPeers;
import org.junit.jupiter.api.Test;

/** A member that holds as many bytes for others as it may, and the primary of its copies. */
class HeldBytesTest {
  private static final Member SELF = RecordingReplica.member(0);
  private static final Member ONE = RecordingReplica.member(1);
  private static final Member TWO = RecordingReplica.member(2);
  private static final long LEASE = millis(30_000);
  private static final SessionImage IMAGE = SimulatedClient.image(1);
  private static final long ONE_COPY = Copy.BYTES_BESIDES_IMAGE + IMAGE.packedBytes();
  private static final long RETRY = FullPeers.FIRST_REST_NANOS + 2 * ReplicaConfig.TICK_NANOS;

  private final List<Outcome> outcomes = new ArrayList<>();

  /** With room for two copies, one of them a byte larger. */
  private static RecordingReplica full() {
    RecordingReplica here = holding(2 * ONE_COPY + 1);
    receive(here, "a", 1, IMAGE);
    receive(here, "b", 1, IMAGE);
    here.sent.clear();
    return here;
  }

  private static RecordingReplica holding(long maxHeldBytes) {
    ReplicaConfig config = SimulatedCluster.config(1, millis(60_000), 0, false, 200, maxHeldBytes);
    RecordingReplica here = new RecordingReplica(SELF, config, 1);
    here.join(List.of(SELF, ONE, TWO));
    return here;
  }

  private static Epoch epoch(long counter) {
    return Epoch.mint(counter, ONE);
  }

  private static SessionImage larger(int bytes) {
    return new SessionImage(
        new byte[] {1}, Map.of("n", SimulatedClient.bytes(1), "other", new byte[8 + bytes]));
  }

  private static void receive(RecordingReplica here, String key, long version, SessionImage image) {
    here.receive(
        ONE,
        new Message.Full(
            key,
            Label.NONE,
            new Label(epoch(1), version),
            LEASE,
            SessionImage.ofPacked(image.packed())));
  }

  private static boolean answersNoRoom(RecordingReplica here) {
    List<Message.NackGap> gaps = here.take(Message.NackGap.class);
    return gaps.size() == 1 && gaps.get(0).isForRoom();
  }

  @Test
  void refusesANewCopyAndRemembersNothingOfIt_whenTheBoundIsReached() {
    RecordingReplica here = full();

    receive(here, "c", 1, IMAGE);

    assertThat(answersNoRoom(here)).isTrue();
    assertThat(here.replica.knownSessions()).isEqualTo(2);
    assertThat(here.replica.heldBytes()).isEqualTo(2 * ONE_COPY);
    assertThat(here.metrics.value(Counter.COPIES_REFUSED)).isEqualTo(1);
  }

  @Test
  void takesUpdatesThatDoNotGrow_andGrowthAsFarAsThereIsRoom() {
    RecordingReplica here = full();

    receive(here, "a", 2, IMAGE);
    receive(here, "a", 3, larger(1));
    assertThat(here.take(Message.Ack.class)).hasSize(2);
    receive(here, "b", 2, larger(1));
    assertThat(answersNoRoom(here)).isTrue();
    assertThat(here.held("b")).isEqualTo(new Label(epoch(1), 1));

    receive(here, "a", 4, IMAGE);
    receive(here, "b", 3, larger(1));
    assertThat(here.held("b")).isEqualTo(new Label(epoch(1), 3));
  }

  @Test
  void refusesAStepThatGrows_andKeepsWhatIsHeld() {
    RecordingReplica here = full();
    Label next = new Label(epoch(1), 2);
    Changes growth = new Changes(null, Map.of("other", new byte[100]), Set.of());

    here.receive(ONE, new Message.Delta("a", next, 1, LEASE, growth));

    assertThat(answersNoRoom(here)).isTrue();
    assertThat(here.held("a")).isEqualTo(new Label(epoch(1), 1));
  }

  @Test
  void takesEndsAndHasRoomAfterwards() {
    RecordingReplica here = full();

    here.receive(ONE, new Message.Remove("a", Label.NONE, new Label(epoch(1), 2)));
    assertThat(here.take(Message.Ack.class)).hasSize(1);
    assertThat(here.replica.heldBytes()).isEqualTo(ONE_COPY);
    receive(here, "c", 1, IMAGE);
    assertThat(here.take(Message.Ack.class)).hasSize(1);
  }

  @Test
  void fencesTheFormerPrimaryAndLooksForNoOther_whenItCannotTakeWhatTheNextOneSends() {
    RecordingReplica here = full();
    Label next = new Label(Epoch.mint(2, TWO), 5);

    here.receive(TWO, new Message.Full("a", new Label(epoch(1), 1), next, LEASE, larger(100)));
    assertThat(answersNoRoom(here)).isTrue();
    here.receive(ONE, new Message.Validate("a", new Label(epoch(1), 1), 1, 1, LEASE));
    assertThat(here.take(Message.NackEpoch.class)).hasSize(1);
    assertThat(here.held("a")).isEqualTo(new Label(epoch(1), 1));

    here.pass(2 * SimulatedCluster.CONFIG.acquireTimeoutNanos());
    assertThat(here.take(Message.Offer.class)).as("its primary has shown itself").isEmpty();
  }

  @Test
  void keepsTheLeaseOfACopyThatItCannotReplace() {
    RecordingReplica here = full();
    for (int i = 0; i < 5; i++) {
      here.pass(LEASE / 2);
      receive(here, "a", 2, larger(100));
    }
    // Longer than its first lease and the time for which it is kept afterwards.
    here.pass(LEASE + millis(50_000));

    assertThat(here.held("a")).isEqualTo(new Label(epoch(1), 1));
    assertThat(here.held("b")).as("nobody asked for it").isEqualTo(Label.NONE);
  }

  // the primary

  private static Epoch refusedBy(RecordingReplica here, String key, Member holder) {
    Epoch epoch = here.replica.snapshot(key).promised();
    here.sent.clear();
    here.receive(holder, Message.NackGap.noRoom(key, epoch));
    return epoch;
  }

  private void await(RecordingReplica here, String key, Epoch epoch, long version) {
    here.replica.await(key, epoch, version, here.now(), outcomes::add);
  }

  @Test
  void givesTheCopyToAnother_whenItsHolderHasNoRoom() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, ONE, TWO));
    Epoch epoch = here.create("a", 1);
    Member first = here.holderOf("a");
    Member other = first.equals(ONE) ? TWO : ONE;
    await(here, "a", epoch, 1);

    refusedBy(here, "a", first);
    assertThat(here.holderOf("a")).isEqualTo(other);
    here.ack(other, "a", epoch, 1);

    assertThat(outcomes).containsExactly(Outcome.PROTECTED);
  }

  @Test
  void isDegradedAtOnceAndProtectedAgainWithoutAWrite_whenNobodyHasRoomForAWhile() {
    RecordingReplica here = alone();
    Epoch epoch = here.create("a", 1);
    await(here, "a", epoch, 1);

    refusedBy(here, "a", ONE);
    assertThat(outcomes).containsExactly(Outcome.DEGRADED);
    assertThat(here.replica.degradedSessions()).isEqualTo(1);
    Epoch second = here.create("b", 1);
    here.write("b", second, 2);
    await(here, "b", second, 2);
    assertThat(here.take(Message.Full.class)).as("not offered, as no smaller").isEmpty();
    assertThat(outcomes).containsExactly(Outcome.DEGRADED, Outcome.DEGRADED);

    here.pass(RETRY);
    assertThat(here.take(Message.Full.class)).extracting(Message.Full::key).contains("a", "b");
    here.ack(ONE, "a", epoch, 1);
    here.ack(ONE, "b", second, 2);
    assertThat(here.replica.degradedSessions()).isZero();
  }

  @Test
  void asksAFullMemberLessAndLessOften() {
    RecordingReplica here = alone();
    here.create("a", 1);
    int offers = 0;
    refusedBy(here, "a", ONE);
    for (int i = 0; i < 6_000; i++) {
      here.pass(ReplicaConfig.TICK_NANOS);
      if (!here.take(Message.Full.class).isEmpty()) {
        offers++;
        refusedBy(here, "a", ONE);
      }
    }

    assertThat(offers).as("after 1, 2, 4, 8 s, then each 16 s").isEqualTo(6);
  }

  @Test
  void offersASmallerSession_whenALargerOneWasRefused() {
    RecordingReplica here = alone();
    here.replica.create("large", larger(1_000), -1, here.now());
    refusedBy(here, "large", ONE);

    Epoch epoch = here.create("small", 1);

    assertThat(here.holderOf("small")).isEqualTo(ONE);
    here.ack(ONE, "small", epoch, 1);
    assertThat(here.replica.degradedSessions()).isEqualTo(1);
  }

  @Test
  void tellsAMemberWithoutRoomOfTheEnd_sinceThatNeedsNone() {
    RecordingReplica here = alone();
    Epoch epoch = here.create("a", 1);
    here.ack(ONE, "a", epoch, 1);
    here.write("a", epoch, 2);
    refusedBy(here, "a", ONE);

    here.replica.remove("a", epoch, here.now());

    assertThat(here.take(Message.Remove.class)).hasSize(1);
  }

  @Test
  void settlesAView_inWhichNobodyElseHasRoom() {
    RecordingReplica here = alone();
    here.create("a", 1);
    refusedBy(here, "a", ONE);

    here.view(2, List.of(SELF, ONE));

    assertThat(here.replica.isSettled()).isTrue();
    assertThat(here.replica.degradedSessions()).isEqualTo(1);
  }

  /** The member that is missed may have the only other copy. */
  @Test
  void settlesNoView_thatLacksAMember_whileASessionWaitsForRoom() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, ONE, TWO));
    Epoch epoch = here.create("a", 1);
    refusedBy(here, "a", here.holderOf("a"));
    refusedBy(here, "a", here.holderOf("a"));

    here.view(2, List.of(SELF, ONE));
    assertThat(here.replica.isSettled()).isFalse();

    here.pass(RETRY);
    here.ack(ONE, "a", epoch, 1);
    here.tick();
    assertThat(here.replica.isSettled()).isTrue();
  }

  @Test
  void settlesAView_inWhichNobodyHasRoom_onceTheMissingCountAsDead() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, ONE, TWO));
    here.create("a", 1);
    refusedBy(here, "a", here.holderOf("a"));
    refusedBy(here, "a", here.holderOf("a"));
    here.view(2, List.of(SELF, ONE));
    long overdue = here.now() + SimulatedCluster.CONFIG.presumedDeadNanos();

    while (here.now() < overdue) {
      assertThat(here.now() + millis(100) < overdue && here.replica.isSettled()).isFalse();
      here.pass(ReplicaConfig.TICK_NANOS);
      if (!here.take(Message.Full.class).isEmpty()) {
        refusedBy(here, "a", ONE);
      }
    }

    assertThat(here.replica.isSettled()).isTrue();
    assertThat(here.replica.degradedSessions()).isEqualTo(1);
  }

  /** The view in which it got its only other copy never settled. */
  @Test
  void settlesNoView_thatLacksAMemberOfAnUnsettledOne_whileASessionWaitsForRoom() {
    RecordingReplica here = alone();
    Epoch epoch = here.create("a", 1);
    refusedBy(here, "a", ONE);
    here.confirm(2, List.of(SELF, ONE, TWO));
    here.tick();
    assertThat(here.sentTo(TWO, Message.Full.class)).hasSize(1);
    here.ack(TWO, "a", epoch, 1);
    assertThat(here.replica.degradedSessions()).isZero();
    assertThat(here.replica.isSettled()).isFalse();

    here.view(3, List.of(SELF, ONE));

    assertThat(here.replica.isSettled()).isFalse();
  }

  /** With two secondaries a view of two has room for no second one, full or not. */
  @Test
  void settlesAViewAtOnce_inWhichAllHaveRoom_thoughOneHadNone() {
    RecordingReplica here =
        new RecordingReplica(SELF, SimulatedCluster.config(2, millis(60_000)), 1);
    here.join(List.of(SELF, ONE, TWO));
    Epoch epoch = here.create("a", 1);
    refusedBy(here, "a", TWO);
    here.pass(RETRY);
    here.ack(ONE, "a", epoch, 1);
    here.ack(TWO, "a", epoch, 1);

    here.view(2, List.of(SELF, TWO));

    assertThat(here.replica.degradedSessions()).isEqualTo(1);
    assertThat(here.replica.isSettled()).isTrue();
  }

  /** A session that waits for room has nothing to do each tick. */
  @Test
  void leavesTheSessionAlone_untilTheMemberMayHaveRoom() {
    RecordingReplica here = alone();
    Epoch epoch = here.create("a", 1);
    here.ack(ONE, "a", epoch, 1);
    here.write("a", epoch, 2);
    refusedBy(here, "a", ONE);
    here.pass(FullPeers.FIRST_REST_NANOS / 2);

    assertThat(here.sent).isEmpty();
    assertThat(here.replica.timedSessions()).isZero();
  }

  private static RecordingReplica alone() {
    RecordingReplica here = new RecordingReplica(SELF);
    here.join(List.of(SELF, ONE));
    return here;
  }

  // the sum

  @Test
  void countsWhatItHolds_whateverHappens() {
    long first = Seeds.one();
    for (long seed = first; seed < first + 30; seed++) {
      countsWhatItHolds(new Random(seed), seed);
    }
  }

  private static void countsWhatItHolds(Random random, long seed) {
    RecordingReplica here = holding(4 * ONE_COPY);
    for (int i = 0; i < 400; i++) {
      String key = "s" + random.nextInt(8);
      step(here, key, random);
      if (random.nextInt(50) == 0) {
        here.pass(millis(random.nextInt(70_000)));
      }
      assertThat(here.replica.heldBytes()).as("seed %d", seed).isEqualTo(really(here));
    }
  }

  @Test
  void countsTheBytesOfACopyInPages_afterEachStep() {
    Random random = new Random(Seeds.one());
    RecordingReplica here = holding(Long.MAX_VALUE);
    receive(here, "a", 1, IMAGE);
    for (int version = 2; version < 100; version++) {
      String name = "n" + random.nextInt(60);
      Changes step =
          random.nextInt(4) == 0
              ? new Changes(null, Map.of(), Set.of(name))
              : new Changes(null, Map.of(name, new byte[random.nextInt(2_000)]), Set.of());
      here.receive(
          ONE, new Message.Delta("a", new Label(epoch(1), version), version - 1, LEASE, step));
      assertThat(here.replica.heldBytes()).as("seed %d", Seeds.one()).isEqualTo(really(here));
    }
    assertThat(here.held("a").version()).isEqualTo(99);
    assertThat(here.replica.heldBytes()).isGreaterThan(PagedImage.MOST_PACKED_BYTES);
  }

  private static long really(RecordingReplica here) {
    long sum = 0;
    for (String key : here.replica.knownKeys()) {
      SessionSnapshot known = here.replica.snapshot(key);
      if (!known.primary() && known.copy() != null && !known.copy().tombstone()) {
        SessionImage image = known.copy().image();
        // Packed anew, since an image in pages adds its bytes up step by step.
        byte[] packed = new SessionImage(image.settings(), image.attributes()).packed();
        sum += Copy.BYTES_BESIDES_IMAGE + packed.length;
      }
    }
    return sum;
  }

  /** Something that happens to a session, in no order that a cluster would have. */
  private static void step(RecordingReplica here, String key, Random random) {
    SessionSnapshot known = here.replica.snapshot(key);
    Epoch promised = known.promised();
    Label held = here.held(key);
    Member from = random.nextBoolean() ? ONE : TWO;
    Epoch higher = Epoch.mint(promised.counter() + 1, from);
    SessionImage image = larger(random.nextInt(400));
    switch (random.nextInt(9)) {
      case 0 -> here.receive(from, new Message.Claim(key, higher));
      case 1 ->
          here.receive(
              from,
              new Message.Full(key, held, new Label(higher, held.version() + 1), LEASE, image));
      case 2, 3 ->
          here.receive(
              from,
              new Message.Delta(
                  key,
                  new Label(held.epoch(), held.version() + 1),
                  held.version(),
                  LEASE,
                  new Changes(null, Map.of("other", new byte[random.nextInt(400)]), Set.of())));
      case 4 ->
          here.receive(from, new Message.Remove(key, held, new Label(higher, held.version() + 1)));
      case 5 ->
          here.receive(from, new Message.Release(key, held, new Label(higher, held.version() + 1)));
      case 6 -> {
        if (promised.isNone()) {
          here.create(key, 1);
        } else if (known.primary()) {
          here.write(key, promised, 3);
        }
      }
      case 7 -> {
        here.replica.acquire(key, from, here.now(), acquired -> {});
        here.pass(millis(400));
        here.sent.clear();
      }
      default -> {
        if (known.primary()) {
          here.replica.end(key, promised, here.now());
          here.receive(from, new Message.Ask(key, higher));
        }
      }
    }
  }
}
