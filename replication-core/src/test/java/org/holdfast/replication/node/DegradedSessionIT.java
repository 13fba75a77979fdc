// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.holdfast.replication.session.CommitOutcome.REFUSED;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.Test;

/** The claims that a response may make while too few nodes are there to hold a session. */
class DegradedSessionIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);

  @Test
  void servesWithoutAnyoneToHoldACopy_andSaysSo() {
    try (TestCluster alone = TestCluster.of(1)) {
      ReplicatedSession session = alone.shops.get(0).create(HALF_HOUR, 0);
      session.attributes().put("n", 1);

      assertThat(session.commit()).isEqualTo(CommitOutcome.DEGRADED);
      assertThat(alone.nodes.get(0).statistics().degradedSessions()).isEqualTo(1);
      assertThat(alone.nodes.get(0).statistics().counters()).containsEntry("degradedResponses", 1L);
      session.exit();
    }
  }

  @Test
  void servesSessionsThatNobodyHasRoomFor_andProtectsThemOnceThereIsRoom() {
    try (TestCluster two =
        new TestCluster(
            2, node -> node.maxFrameBytes(64 << 10).maxHeldBytes(64 << 10), shop -> shop)) {
      List<ReplicatedSession> sessions = new ArrayList<>();
      List<CommitOutcome> outcomes = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        ReplicatedSession session = two.shops.get(0).create(HALF_HOUR, 1000);
        session.attributes().put("picture", new byte[25_000]);
        outcomes.add(session.commit());
        sessions.add(session);
      }
      assertThat(outcomes)
          .containsExactly(
              CommitOutcome.PROTECTED, CommitOutcome.PROTECTED, CommitOutcome.DEGRADED);
      assertThat(two.nodes.get(1).heldBytes()).isBetween(50_000L, 64L << 10);
      assertThat(two.nodes.get(1).statistics().counters().get("copiesRefused")).isPositive();

      sessions.get(0).invalidate();
      sessions.get(0).commit();

      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> assertThat(two.nodes.get(0).statistics().degradedSessions()).isZero());
      sessions.forEach(ReplicatedSession::exit);
    }
  }

  @Test
  void refusesToServeWithoutASecondary_whenThatIsThePolicy() {
    try (TestCluster two =
        new TestCluster(
            2, node -> node, shop -> shop.withDegraded(DegradedPolicy.FAIL, Duration.ZERO))) {
      ReplicatedSession session = two.shops.get(0).create(HALF_HOUR, 1000);
      List<Object> list = new ArrayList<>();
      session.attributes().put("list", list);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      list.add(new Thread());
      assertThat(session.commit()).as("held back").isEqualTo(REFUSED);
      list.clear();
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      two.stop(1);
      session.attributes().put("n", 2);
      assertThat(session.commit()).as("learnt after the application ran").isEqualTo(REFUSED);
      session.exit();

      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () -> {
                Lookup lookup = two.shops.get(0).acquire(session.id(), null);
                assertThat(lookup).as("before it runs").isInstanceOf(Lookup.Unavailable.class);
                assertThat(((Lookup.Unavailable) lookup).reason())
                    .contains("no other node has room");
              });
    }
  }

  @Test
  void waitsForASecondary_whenThatIsThePolicy() throws Exception {
    try (TestCluster two =
        new TestCluster(
            2,
            node -> node,
            shop -> shop.withDegraded(DegradedPolicy.WAIT, Duration.ofSeconds(30)))) {
      ReplicatedSession session = two.shops.get(0).create(HALF_HOUR, 1000);
      session.attributes().put("n", 1);
      session.commit();
      two.stop(1);
      session.attributes().put("n", 2);
      ExecutorService request = Executors.newSingleThreadExecutor();
      try {
        Future<CommitOutcome> outcome = request.submit(session::commit);
        two.restart(1);

        assertThat(outcome.get()).isEqualTo(CommitOutcome.PROTECTED);
        session.exit();
      } finally {
        request.shutdownNow();
      }
    }
  }

  @Test
  void givesASecondaryTheTimeThatItUsuallyHas_whenItIsNotToWaitLongForOne() {
    try (TestCluster two =
        new TestCluster(
            2,
            node -> node.ackTimeout(Duration.ofSeconds(10)),
            shop -> shop.withDegraded(DegradedPolicy.WAIT, Duration.ZERO))) {
      ReplicatedSession session = two.shops.get(0).create(HALF_HOUR, 1000);
      Set<CommitOutcome> outcomes = EnumSet.noneOf(CommitOutcome.class);
      for (int i = 0; i < 1_000; i++) {
        session.attributes().put("n", i);
        outcomes.add(session.commit());
      }
      session.exit();

      assertThat(outcomes).containsExactly(CommitOutcome.PROTECTED);
    }
  }

  @Test
  void refusesAtLast_whenNoSecondaryCameInTime() {
    try (TestCluster one =
        new TestCluster(
            1,
            node -> node,
            shop -> shop.withDegraded(DegradedPolicy.WAIT, Duration.ofMillis(300)))) {
      ReplicatedSession session = one.shops.get(0).create(HALF_HOUR, 1000);
      session.attributes().put("n", 1);

      assertThat(session.commit()).isEqualTo(REFUSED);
      assertThat(session.isUntold()).as("whether nobody can know its id").isTrue();
      session.exit();
    }
  }
}
