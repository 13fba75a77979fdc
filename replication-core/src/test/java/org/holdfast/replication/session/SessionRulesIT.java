// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.PartitionPolicy;
import org.holdfast.replication.protocol.Epoch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rules 13, 16, 17 and 21 of docs/PROTOCOL.md for a session above the protocol: what becomes of
 * former ids, who ends a session whose time is over, when a response may be ahead of its
 * acknowledgement, and what a request that goes on after its response may do. Also run with each
 * mistake of {@code mutants.txt} in this package, which must fail.
 */
@Timeout(60)
class SessionRulesIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);
  private static final Duration NEVER = Duration.ZERO;
  private static final Duration LONG_LAG = Duration.ofSeconds(20);
  private static final Duration SHORT_LAG = Duration.ofMillis(100);

  /** So short that every acknowledgement takes longer. */
  private static final Duration NO_LAG = Duration.ZERO;

  private static TestCluster cluster;

  /** Asynchronous applications beside the shop, on node 0; by how far they may be ahead. */
  private static SessionReplicator ahead;

  private static SessionReplicator shortlyAhead;
  private static SessionReplicator neverAhead;

  @BeforeAll
  static void start() {
    // A request that keeps a session makes an acquire elsewhere fail, not merely wait.
    cluster =
        new TestCluster(
            2,
            node ->
                node.handOverTimeout(Duration.ofSeconds(60)).acquireTimeout(Duration.ofSeconds(1)),
            shop -> shop);
    ahead = asynchronous("ahead", LONG_LAG);
    shortlyAhead = asynchronous("shortly ahead", SHORT_LAG);
    neverAhead = asynchronous("never ahead", NO_LAG);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static SessionReplicator asynchronous(String name, Duration lag) {
    ApplicationConfig usual = ApplicationConfig.of(name, SessionRulesIT.class.getClassLoader());
    return cluster.nodes.get(0).register(inAsynchronousMode(usual, lag), session -> {});
  }

  private static ApplicationConfig inAsynchronousMode(ApplicationConfig usual, Duration lag) {
    return new ApplicationConfig(
        usual.name(),
        usual.classLoader(),
        usual.scope(),
        usual.detection(),
        AckMode.ASYNC,
        lag,
        usual.degraded(),
        usual.degradedWait(),
        usual.patchFromBytes(),
        usual.serialization());
  }

  private static void awaitUnconfirmed(
      SessionReplicator shop, String key, Epoch epoch, Duration since) {
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> shop.replica().confirmedAgoNanos(key, epoch, shop.now()) > since.toNanos());
  }

  private static ReplicatedSession created(SessionReplicator shop) {
    ReplicatedSession session = shop.create(HALF_HOUR, 0);
    session.attributes().put("n", 1);
    return session;
  }

  private static long waits() {
    return cluster.nodes.get(0).statistics().counters().get("asyncWaits");
  }

  private static ReplicatedSession protectedSession() {
    ReplicatedSession session = created(cluster.shops.get(0));
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    return session;
  }

  private static ReplicatedSession found(int node, String id) {
    Lookup lookup = cluster.shops.get(node).acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    return ((Lookup.Found) lookup).session();
  }

  // rule 13

  @Test
  void knowsNobodyUnderAFormerId_afterSomeSeconds_thoughTheSessionChangesHandsAllTheTime() {
    List<Hopper> hoppers =
        List.of(
            new Hopper(HALF_HOUR, false), new Hopper(HALF_HOUR, true), new Hopper(NEVER, false));
    for (Hopper hopper : hoppers) {
      assertThat(hopper.knock(1)).isInstanceOf(Lookup.Unavailable.class);
    }

    AtomicInteger hops = new AtomicInteger();
    await()
        .atMost(Duration.ofSeconds(12))
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(
            () -> {
              int node = hops.incrementAndGet() % 2;
              assertThat(hoppers)
                  .extracting(hopper -> hopper.knock(node))
                  .hasOnlyElementsOfType(Lookup.Unknown.class);
            });
    assertThat(hops).hasValueGreaterThan(10);
  }

  /** A session whose id was changed on node 0, and who has the former one. */
  private static final class Hopper {
    private final String id;
    private final String former;
    private final boolean isUsed;

    /**
     * @param isUsed whether it is also used under its new id
     */
    Hopper(Duration maxInactive, boolean isUsed) {
      ReplicatedSession session = cluster.shops.get(0).create(maxInactive, 0);
      session.commit();
      this.former = session.id();
      this.id = session.rename();
      this.isUsed = isUsed;
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
    }

    /** Brings the session to {@code node}, if only to say who knows the former id there. */
    Lookup knock(int node) {
      if (isUsed) {
        ReplicatedSession used = found(node, id);
        used.accessed();
        assertThat(used.commit()).isEqualTo(CommitOutcome.PROTECTED);
        used.exit();
      }
      return cluster.shops.get(node).acquire(former, null);
    }
  }

  // rule 16

  @Test
  void staysOnTheNodeThatEndsIt_untilTheEndIsKnown() {
    ReplicatedSession session = cluster.shops.get(0).create(Duration.ofSeconds(1), 0);
    session.commit();
    session.exit();

    List<Lookup> elsewhere = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              cluster
                  .shops
                  .get(0)
                  .endExpired(
                      expiring -> {
                        // While the listeners of this node run.
                        elsewhere.add(cluster.shops.get(1).acquire(session.id(), null));
                        expiring.invalidate();
                        assertThat(expiring.commit()).isEqualTo(CommitOutcome.PROTECTED);
                      });
              return !elsewhere.isEmpty();
            });

    assertThat(elsewhere).hasSize(1).first().isInstanceOf(Lookup.Unavailable.class);
    assertThat(cluster.shops.get(1).acquire(session.id(), null)).isInstanceOf(Lookup.Unknown.class);
  }

  // rule 17

  @Test
  void waitsForTheFirstUpdateOnly_whenItNeedNotWait() {
    ReplicatedSession session = created(ahead);
    long before = waits();
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    assertThat(waits()).as("waits for being too far ahead").isEqualTo(before);

    session.attributes().put("n", 2);

    assertThat(session.commit()).isEqualTo(CommitOutcome.SENT);
    session.exit();
  }

  @Test
  void waitsForEveryUpdate_whenItWouldBeTooFarAhead() {
    ReplicatedSession session = created(neverAhead);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);

    session.attributes().put("n", 2);

    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
  }

  @Test
  void asksBeforeARead_whenNobodyHasConfirmedTheSessionForAsLongAsItMayBeAhead() {
    ReplicatedSession session = created(shortlyAhead);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    Epoch epoch = Objects.requireNonNull(session.epoch());
    awaitUnconfirmed(shortlyAhead, session.key(), epoch, SHORT_LAG);

    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
  }

  @Test
  void asksBeforeARead_whenAServingLeaseMayBeOver() {
    try (TestCluster leased =
        new TestCluster(
            3,
            node -> node.partition(PartitionPolicy.CONSISTENT).expectedNodes(3).servingLease(true),
            shop -> inAsynchronousMode(shop, LONG_LAG))) {
      SessionReplicator shop = leased.shops.get(0);
      ReplicatedSession session = created(shop);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      Epoch epoch = Objects.requireNonNull(session.epoch());
      awaitUnconfirmed(shop, session.key(), epoch, Duration.ofMillis(250));
      session.attributes().put("n", 2);
      assertThat(session.commit()).as("after an update").isEqualTo(CommitOutcome.SENT);
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> shop.replica().lagNanos(session.key(), epoch, shop.now()) == 0);
      awaitUnconfirmed(shop, session.key(), epoch, Duration.ofMillis(250));

      assertThat(session.commit()).as("after a read").isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
    }
  }

  // rule 21

  @Test
  void sendsWhatWasChangedAfterTheResponseBegan_inTheLastCommit() {
    ReplicatedSession session = protectedSession();
    session.attributes().put("late", 2);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();

    ReplicatedSession moved = found(1, session.id());

    assertThat(moved.attributes()).containsEntry("late", 2);
    moved.exit();
  }

  @Test
  void isServedElsewhere_whileARequestThatHasAnsweredGoesOn() {
    ReplicatedSession session = protectedSession();
    session.letGo();

    ReplicatedSession moved = found(1, session.id());

    assertThat(moved.attributes()).containsEntry("n", 1);
    moved.exit();
  }

  @Test
  void saysThatItIsGone_andThatChangesAreLost_whenARequestThatHasAnsweredTakesHoldTooLate() {
    ReplicatedSession session = protectedSession();
    assertThat(session.hasUnsentChanges()).isFalse();
    session.letGo();
    found(1, session.id()).exit();
    session.attributes().put("late", 2);

    assertThat(session.takeHold()).isFalse();
    assertThat(session.hasUnsentChanges()).isTrue();
    assertThat(session.commit()).isEqualTo(CommitOutcome.FENCED);
  }

  @Test
  void staysHere_onceARequestThatHasAnsweredHasTakenHoldAgain() throws Exception {
    ReplicatedSession session = protectedSession();
    session.letGo();
    assertThat(session.takeHold()).isTrue();

    CompletableFuture<Lookup> elsewhere =
        CompletableFuture.supplyAsync(() -> cluster.shops.get(1).acquire(session.id(), null));
    assertThatThrownBy(() -> elsewhere.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(cluster.leaving).as("told that it goes").doesNotContain(session);
    session.attributes().put("late", 2);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();

    Lookup found = elsewhere.get(30, TimeUnit.SECONDS);
    assertThat(found).isInstanceOf(Lookup.Found.class);
    ReplicatedSession moved = ((Lookup.Found) found).session();
    assertThat(moved.attributes()).containsEntry("late", 2);
    moved.exit();
  }

  @Test
  void takesAlongWhatIsSent_onceItsListenerHasHeardThatItGoes() throws Exception {
    ReplicatedSession session = protectedSession();
    session.exit();
    cluster.keeping.add(session);

    CompletableFuture<Lookup> elsewhere =
        CompletableFuture.supplyAsync(() -> cluster.shops.get(1).acquire(session.id(), null));
    await().atMost(Duration.ofSeconds(10)).until(() -> cluster.leaving.contains(session));
    assertThat(session.enter()).as("for anybody else").isFalse();
    session.attributes().put("late", 2);
    assertThat(session.send()).isTrue();
    assertThat(elsewhere).as("kept").isNotDone();
    session.exit();

    ReplicatedSession moved = ((Lookup.Found) elsewhere.get(30, TimeUnit.SECONDS)).session();
    assertThat(moved.attributes()).containsEntry("n", 1).containsEntry("late", 2);
    assertThat(session.send()).as("afterwards").isFalse();
    moved.exit();
  }
}
