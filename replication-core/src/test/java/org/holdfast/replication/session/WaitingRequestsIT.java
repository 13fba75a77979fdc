// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that their node does not give away hold so many threads of another, and no more. */
@Timeout(120)
class WaitingRequestsIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final int LIMIT = 2;

  private final ExecutorService users = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    users.shutdownNow();
  }

  @Test
  void sendsAwayWhomItHasNoPlaceFor_andStillServesOthers() {
    try (TestCluster cluster = cluster(Duration.ofSeconds(60))) {
      for (int round = 1; round <= 2; round++) {
        long before = crowdedOut(cluster);
        List<ReplicatedSession> kept = keptAtHome(cluster, 5);
        List<CompletableFuture<Lookup>> lookups = askedForElsewhere(cluster, kept);

        await().atMost(WAIT).until(() -> done(lookups).size() == 3);
        assertThat(crowdedOut(cluster)).isEqualTo(before + 3);
        assertThat(done(lookups))
            .allSatisfy(
                lookup ->
                    assertThat(lookup)
                        .isInstanceOfSatisfying(
                            Lookup.Unavailable.class,
                            refused ->
                                assertThat(refused.reason())
                                    .contains("2 requests already wait")
                                    .contains("maxWaitingRequests")));
        ReplicatedSession free = keptAtHome(cluster, 1).get(0);
        free.exit();
        await().atMost(WAIT).until(() -> isServedElsewhere(cluster, free));
        assertThat(done(lookups)).as("the places are taken still").hasSize(3);

        kept.forEach(ReplicatedSession::exit);
        await().atMost(WAIT).until(() -> done(lookups).size() == 5);
        assertThat(done(lookups)).filteredOn(Lookup.Found.class::isInstance).hasSize(LIMIT);
        done(lookups).forEach(WaitingRequestsIT::exit);
      }
    }
  }

  @Test
  void hasAPlaceAgain_onceSomebodyHasWaitedInVain() {
    try (TestCluster cluster = cluster(Duration.ofMillis(700))) {
      for (int round = 1; round <= 3; round++) {
        List<CompletableFuture<Lookup>> lookups =
            askedForElsewhere(cluster, keptAtHome(cluster, LIMIT));

        await().atMost(WAIT).until(() -> done(lookups).size() == LIMIT);
        assertThat(done(lookups)).allMatch(Lookup.Unavailable.class::isInstance);
        assertThat(crowdedOut(cluster)).isZero();
      }
    }
  }

  private static TestCluster cluster(Duration acquireTimeout) {
    return new TestCluster(
        2,
        node ->
            node.handOverTimeout(Duration.ofSeconds(60))
                .acquireTimeout(acquireTimeout)
                .maxWaitingRequests(LIMIT),
        shop -> shop);
  }

  /** Sessions that requests on the first node have entered: they are not handed over meanwhile. */
  private static List<ReplicatedSession> keptAtHome(TestCluster cluster, int count) {
    List<ReplicatedSession> sessions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 0);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      sessions.add(session);
    }
    return sessions;
  }

  private List<CompletableFuture<Lookup>> askedForElsewhere(
      TestCluster cluster, List<ReplicatedSession> sessions) {
    return sessions.stream()
        .map(ReplicatedSession::id)
        .map(
            id ->
                CompletableFuture.supplyAsync(
                    () -> cluster.shops.get(1).acquire(id, "node-0"), users))
        .toList();
  }

  /** A hand-over that takes longer than a moment on a busy machine is refused, and asked again. */
  private static boolean isServedElsewhere(TestCluster cluster, ReplicatedSession session) {
    Lookup lookup = cluster.shops.get(1).acquire(session.id(), "node-0");
    exit(lookup);
    return lookup instanceof Lookup.Found;
  }

  private static void exit(Lookup lookup) {
    if (lookup instanceof Lookup.Found found) {
      found.session().exit();
    }
  }

  private static List<Lookup> done(List<CompletableFuture<Lookup>> lookups) {
    return lookups.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join).toList();
  }

  private static long crowdedOut(TestCluster cluster) {
    return cluster.nodes.get(1).statistics().counters().get("crowdedOut");
  }
}
