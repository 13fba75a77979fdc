// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.protocol.DrainState;
import org.junit.jupiter.api.Test;

/** Sessions whose time is over on a node where nobody has an object of them. */
class ExpiryIT {
  @Test
  void offersTheSessionsOfADeadNode_whenTheirTimeIsOver() {
    try (TestCluster two = TestCluster.of(2)) {
      ReplicatedSession session = two.shops.get(0).create(Duration.ofSeconds(2), 0);
      session.attributes().put("n", 7);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
      two.stop(0);

      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                two.shops.get(1).endExpired(ending(expired));
                return !expired.isEmpty();
              });

      assertThat(expired).hasSize(1);
      assertThat(expired.get(0).attributes()).containsEntry("n", 7);
      assertThat(two.shops.get(1).acquire(session.id(), null)).isInstanceOf(Lookup.Unknown.class);
    }
  }

  @Test
  void expiresASession_thatOnlyAWrongOrAnOldIdHasBroughtHere() {
    try (TestCluster three = TestCluster.of(3)) {
      ReplicatedSession session = three.shops.get(0).create(Duration.ofSeconds(1), 1000);
      session.attributes().put("user", "Ada");
      session.commit();
      String old = session.id();
      session.rename();
      session.commit();
      session.exit();

      String wrong = old.substring(0, 16) + "0123456789012345678901";
      assertThat(three.shops.get(1).acquire(wrong, null)).isInstanceOf(Lookup.Unknown.class);
      assertThat(session.isValid()).as("it went to the node that was asked").isFalse();
      assertThat(three.shops.get(1).local(session.id()))
          .as("and nobody made an object of it there")
          .isNull();
      assertThat(three.shops.get(2).acquire(old, null)).isInstanceOf(Lookup.Unavailable.class);

      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> {
                three.shops.get(2).endExpired(ending(expired));
                return !expired.isEmpty();
              });
      assertThat(expired.get(0).attributes()).containsEntry("user", "Ada");
      assertThat(three.shops.get(0).acquire(session.id(), null)).isInstanceOf(Lookup.Unknown.class);
    }
  }

  @Test
  void leavesASessionAlone_thatWasUsedElsewhereAndCameBackSinceItWasListed() {
    // Patient: a machine that stalls is not what this is about.
    try (TestCluster two =
        new TestCluster(2, node -> node.ackTimeout(Duration.ofSeconds(10)), shop -> shop)) {
      ReplicatedSession session = two.shops.get(0).create(Duration.ofSeconds(5), 0);
      session.commit();
      session.setMaxInactive(Duration.ofSeconds(1));
      session.commit();
      session.exit();
      AtomicBoolean listed = new AtomicBoolean();
      Expiry expiry =
          new Expiry(
              two.shops.get(0),
              key -> {
                listed.set(true);
                use(two.shops.get(1), session.id());
                // Back here, where nobody has used it yet.
                use(two.shops.get(0), session.id());
              });

      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                expiry.end(ending(expired));
                return listed.get();
              });

      assertThat(expired).isEmpty();
      ReplicatedSession again = use(two.shops.get(1), session.id());
      assertThat(again.isValid()).as("the grant was given back, so it can move").isTrue();
    }
  }

  /** A request holds the leaving node up, so it still answers for the copies that it has. */
  @Test
  void endsSessionsAndTellsSoAtOnce_whileTheOnlyOtherNodeLeaves() throws Exception {
    try (TestCluster two =
        new TestCluster(2, node -> node.handOverTimeout(Duration.ofSeconds(60)), shop -> shop)) {
      SessionReplicator stays = two.shops.get(0);
      SessionReplicator leaves = two.shops.get(1);
      ReplicatedSession wanted = begun(stays, Duration.ofMinutes(30));
      ReplicatedSession forgotten = begun(stays, Duration.ofSeconds(1));
      begun(leaves, Duration.ofMinutes(30)).exit();
      ReplicatedSession inUse = begun(leaves, Duration.ofMinutes(30));
      forgotten.exit();
      CompletableFuture<DrainState> leaving =
          CompletableFuture.supplyAsync(
              () -> two.nodes.get(1).drain(Duration.ofSeconds(60), state -> {}));
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> two.nodes.get(0).statistics().primarySessions() == 3);

      // As an integration does for a request that finds its session timed out.
      assertThat(wanted.isStillOurs()).isTrue();
      wanted.invalidate();
      assertThat(wanted.commit().isAnswer()).isTrue();
      wanted.exit();
      assertThat(stays.acquire(wanted.id(), null)).isInstanceOf(Lookup.Unknown.class);
      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> {
                stays.endExpired(ending(expired));
                return !expired.isEmpty();
              });
      assertThat(stays.acquire(forgotten.id(), null)).isInstanceOf(Lookup.Unknown.class);

      assertThat(leaving).isNotDone();
      inUse.exit();
      leaving.get(20, TimeUnit.SECONDS);
    }
  }

  /** Returns a protected session, which its request has not exited yet. */
  private static ReplicatedSession begun(SessionReplicator shop, Duration maxInactive) {
    ReplicatedSession session = shop.create(maxInactive, 0);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    return session;
  }

  @Test
  void goesElsewhereAfterTheHandOverTimeout_whenItsListenersHang() {
    try (TestCluster two =
        new TestCluster(2, node -> node.handOverTimeout(Duration.ofMillis(300)), shop -> shop)) {
      ReplicatedSession session = two.shops.get(0).create(Duration.ofSeconds(1), 0);
      session.attributes().put("n", 7);
      session.commit();
      session.exit();

      List<CommitOutcome> ends = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                two.shops
                    .get(0)
                    .endExpired(
                        expiring -> {
                          // As long as the listeners of this node take.
                          assertThat(two.shops.get(1).acquire(session.id(), null))
                              .isInstanceOf(Lookup.Found.class);
                          expiring.invalidate();
                          ends.add(expiring.commit());
                        });
                return !ends.isEmpty();
              });

      assertThat(ends).containsExactly(CommitOutcome.FENCED);
    }
  }

  @Test
  void tellsOfTheEnd_alsoWhenNobodyIsThereToHoldTheSessionAndItIsNotServedSo() {
    try (TestCluster alone =
        new TestCluster(
            1,
            node -> node,
            shop -> shop.withDegraded(DegradedPolicy.FAIL, Duration.ofSeconds(1)))) {
      SessionReplicator shop = alone.shops.get(0);
      ReplicatedSession session = shop.create(Duration.ofSeconds(1), 0);
      assertThat(session.commit()).isEqualTo(CommitOutcome.REFUSED);
      session.exit();
      assertThat(shop.acquire(session.id(), null)).isInstanceOf(Lookup.Unavailable.class);

      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> {
                shop.endExpired(ending(expired));
                return !expired.isEmpty();
              });

      assertThat(shop.acquire(session.id(), null)).isInstanceOf(Lookup.Unknown.class);
    }
  }

  @Test
  void tellsOfTheEndElsewhere_whenTheApplicationWasClosedOnANodeThatGoesOn() {
    try (TestCluster two = TestCluster.of(2)) {
      ApplicationConfig other = ApplicationConfig.of("other", ExpiryIT.class.getClassLoader());
      SessionReplicator closed = two.nodes.get(0).register(other, session -> {});
      SessionReplicator open = two.nodes.get(1).register(other, session -> {});
      ReplicatedSession kept = two.shops.get(0).create(Duration.ofMinutes(1), 0);
      kept.commit();
      kept.exit();
      ReplicatedSession session = closed.create(Duration.ofSeconds(1), 0);
      session.attributes().put("n", 7);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();

      closed.close();

      List<ReplicatedSession> expired = new ArrayList<>();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                open.endExpired(ending(expired));
                return !expired.isEmpty();
              });
      assertThat(expired.get(0).attributes()).containsEntry("n", 7);
      assertThat(kept.isValid()).as("that of the other application stays").isTrue();
    }
  }

  private static Consumer<ReplicatedSession> ending(List<ReplicatedSession> ended) {
    return session -> {
      ended.add(session);
      session.invalidate();
      session.commit();
    };
  }

  private static ReplicatedSession use(SessionReplicator shop, String id) {
    Lookup lookup = shop.acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    ReplicatedSession session = ((Lookup.Found) lookup).session();
    session.setMaxInactive(Duration.ofMinutes(30));
    session.accessed();
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    return session;
  }
}
