// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.protocol.DrainState;
import org.junit.jupiter.api.Test;

/** A node that is stopped on purpose: where its sessions and requests go. */
class PlannedStopIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);

  @Test
  void givesEverythingAway_beforeAPlannedStop() {
    try (TestCluster three = TestCluster.of(3)) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        ReplicatedSession session = three.shops.get(i % 3).create(HALF_HOUR, 1000);
        session.attributes().put("n", i);
        session.commit();
        session.exit();
        ids.add(session.id());
      }
      List<DrainState> seen = new ArrayList<>();

      DrainState end = three.nodes.get(0).drain(Duration.ofSeconds(20), seen::add);

      assertThat(end.isComplete()).as("%s", end).isTrue();
      assertThat(seen).as("progress").isNotEmpty();
      Lookup refused = three.shops.get(0).acquire(ids.get(0), null);
      assertThat(refused).isInstanceOf(Lookup.Unavailable.class);
      assertThat(((Lookup.Unavailable) refused).reason()).contains("about to leave");
      three.stop(0);
      for (int i = 0; i < ids.size(); i++) {
        Lookup lookup = three.shops.get(1 + i % 2).acquire(ids.get(i), null);
        assertThat(lookup).isInstanceOf(Lookup.Found.class);
        ReplicatedSession session = ((Lookup.Found) lookup).session();
        assertThat(session.attributes()).containsEntry("n", i);
        session.exit();
      }
      assertThat(three.nodes.get(1).statistics().counters().get("takeovers"))
          .as("nothing had to be taken by force")
          .isZero();
    }
  }

  /**
   * At the pace of repair, 4 sessions for every 20 ms and node, its 8,000 copies alone would take
   * 20 s. One session is in use all the time.
   */
  @Test
  void givesThousandsAway_withinASmallLimit_whileOneIsInUse() throws Exception {
    Duration handOver = Duration.ofMillis(500);
    try (TestCluster three =
        new TestCluster(3, builder -> builder.handOverTimeout(handOver), shop -> shop)) {
      createMany(three, 24_000);
      ReplicatedSession inUse = three.shops.get(0).create(HALF_HOUR, 1000);
      inUse.commit();
      await().until(() -> degraded(three) == 0);

      DrainState end = three.nodes.get(0).drain(Duration.ofSeconds(18), state -> {});

      assertThat(end.isComplete()).as("%s", end).isTrue();
      assertThat(inUse.isValid()).as("the session in use has been handed over").isFalse();
      assertThat(three.nodes.get(1).statistics().primarySessions())
          .as("shared between those who stay")
          .isBetween(10_000L, 14_000L);
      assertThat(
              three.nodes.get(1).statistics().primarySessions()
                  + three.nodes.get(2).statistics().primarySessions())
          .isEqualTo(24_001);
      assertThat(degraded(three)).isZero();
    }
  }

  private static long degraded(TestCluster cluster) {
    return cluster.nodes.stream().mapToLong(node -> node.statistics().degradedSessions()).sum();
  }

  private static void createMany(TestCluster cluster, int sessions) throws Exception {
    int creators = 2 * cluster.shops.size();
    ExecutorService threads = Executors.newFixedThreadPool(creators);
    try {
      List<Future<?>> parts = new ArrayList<>();
      for (int i = 0; i < creators; i++) {
        SessionReplicator shop = cluster.shops.get(i % cluster.shops.size());
        parts.add(
            threads.submit(
                () -> {
                  for (int made = 0; made < sessions / creators; made++) {
                    ReplicatedSession session = shop.create(HALF_HOUR, 1000);
                    session.attributes().put("n", made);
                    session.commit();
                    session.exit();
                  }
                }));
      }
      for (Future<?> part : parts) {
        part.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void waitsForARequestInFlight_whenItDrains() throws Exception {
    try (TestCluster two = TestCluster.of(2)) {
      ReplicatedSession session = two.shops.get(0).create(HALF_HOUR, 1000);
      session.attributes().put("n", 1);
      session.commit();
      ReplicatedSession other = two.shops.get(1).create(HALF_HOUR, 1000);
      other.commit();
      ExecutorService stop = Executors.newSingleThreadExecutor();
      try {
        Future<DrainState> drained =
            stop.submit(() -> two.nodes.get(0).drain(Duration.ofSeconds(20), state -> {}));
        await()
            .until(() -> two.shops.get(0).acquire(other.id(), null) instanceof Lookup.Unavailable);
        session.attributes().put("n", 2);
        assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
        session.exit();

        assertThat(drained.get().served()).isZero();
        assertThat(session.isValid()).isFalse();
      } finally {
        stop.shutdownNow();
      }
    }
  }

  /** The other node would learn that this one has left before it reads the last messages. */
  @Test
  void waitsForWhatWasSent_alsoIfItDoesNotDrain() throws Exception {
    CountDownLatch reads = new CountDownLatch(1);
    CountDownLatch holdsUp = new CountDownLatch(1);
    try (TestCluster two = TestCluster.of(2)) {
      ApplicationConfig desk = ApplicationConfig.of("desk", getClass().getClassLoader());
      SessionReplicator here = two.nodes.get(0).register(desk, session -> {});
      SessionReplicator there = two.nodes.get(1).register(desk, holdingUp(holdsUp, reads));
      ReplicatedSession elsewhere = there.create(HALF_HOUR, 1000);
      elsewhere.commit();
      elsewhere.exit();
      SessionReplicator shop = two.shops.get(0);
      ReplicatedSession session = shop.create(HALF_HOUR, 1000);
      session.commit();
      CompletableFuture<Lookup> asked =
          CompletableFuture.supplyAsync(() -> here.acquire(elsewhere.id(), null));
      assertThat(holdsUp.await(10, TimeUnit.SECONDS)).isTrue();

      session.attributes().put("said", "good bye");
      assertThat(session.send()).isTrue();
      session.exit();
      CompletableFuture<Void> closing = CompletableFuture.runAsync(shop::close);

      assertThatThrownBy(() -> closing.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      reads.countDown();
      closing.get(10, TimeUnit.SECONDS);
      assertThat(asked.get(10, TimeUnit.SECONDS)).isInstanceOf(Lookup.Found.class);
      two.stop(0);
      Lookup lookup = two.shops.get(1).acquire(session.id(), null);
      assertThat(((Lookup.Found) lookup).session().attributes()).containsEntry("said", "good bye");
    } finally {
      reads.countDown();
    }
  }

  /** Keeps the thread that reads all messages until it may go on. */
  private static SessionListener holdingUp(CountDownLatch held, CountDownLatch mayGoOn) {
    return new SessionListener() {
      @Override
      public void onReleased(ReplicatedSession session) {}

      @Override
      public boolean beforeHandOver(ReplicatedSession session) {
        held.countDown();
        try {
          return !mayGoOn.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    };
  }
}
