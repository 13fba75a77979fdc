// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commits of one session that overlap or fail, with real values on two real nodes. */
@Timeout(120)
class ReplicatedSessionIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);
  private static TestCluster cluster;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Stops a thread that encodes a {@link Slow}, once it is armed. */
  private static final class Barrier {
    final CountDownLatch reached;
    final CountDownLatch open = new CountDownLatch(1);

    Barrier(int encoders) {
      reached = new CountDownLatch(encoders);
    }
  }

  private static volatile Barrier barrier = new Barrier(0);

  static final class Slow implements Serializable {
    private static final long serialVersionUID = 1L;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      Barrier current = barrier;
      if (current.reached.getCount() > 0) {
        current.reached.countDown();
        pass(current.open);
      }
    }
  }

  private static void pass(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).as("something happened in time").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @BeforeAll
  static void start() {
    // A request that was never ended at the replica makes an acquire fail, not merely wait.
    cluster =
        new TestCluster(2, node -> node.handOverTimeout(Duration.ofSeconds(60)), shop -> shop);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void stopThreads() {
    barrier.open.countDown();
    threads.shutdownNow();
  }

  private static ReplicatedSession found(int node, String id) {
    Lookup lookup = cluster.shops.get(node).acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    return ((Lookup.Found) lookup).session();
  }

  private static long created() {
    return cluster.nodes.get(0).statistics().counters().get("created");
  }

  private CompletableFuture<CommitOutcome> commitElsewhere(ReplicatedSession session) {
    return CompletableFuture.supplyAsync(session::commit, threads);
  }

  private static <T> T done(CompletableFuture<T> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  @Test
  void createsASessionOnce_whenTwoRequestsCommitItAtOnce() throws Exception {
    long before = created();
    ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 0);
    assertThat(session.enter()).isTrue();
    session.attributes().put("slow", new Slow());
    barrier = new Barrier(2);
    Barrier mine = barrier;
    CompletableFuture<CommitOutcome> first = commitElsewhere(session);
    CompletableFuture<CommitOutcome> second = commitElsewhere(session);
    pass(mine.reached);
    mine.open.countDown();

    assertThat(done(first)).isEqualTo(CommitOutcome.PROTECTED);
    assertThat(done(second)).isEqualTo(CommitOutcome.PROTECTED);

    assertThat(created() - before).isEqualTo(1);
    session.exit();
    session.exit();
    ReplicatedSession moved = found(1, session.id());
    assertThat(moved.attributes()).containsOnlyKeys("slow");
    moved.exit();
  }

  @Test
  void servesASessionElsewhere_whenEveryRequestLeftBeforeItsFirstCommit() {
    ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 0);
    session.attributes().put("n", 1);
    session.exit();
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);

    ReplicatedSession moved = found(1, session.id());

    assertThat(moved.attributes()).containsEntry("n", 1);
    moved.exit();
  }

  @Test
  void servesASessionElsewhere_whenEveryRequestHadLetGoBeforeItsFirstCommit() {
    ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 0);
    session.attributes().put("n", 1);
    assertThat(session.enter()).isTrue();
    session.letGo();
    session.letGo();
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);

    ReplicatedSession moved = found(1, session.id());

    assertThat(moved.attributes()).containsEntry("n", 1);
    moved.exit();
  }

  @Test
  void staysHere_whenARequestTakesHoldAgainBeforeTheFirstCommit() {
    ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 0);
    session.letGo();
    assertThat(session.takeHold()).isTrue();
    session.attributes().put("n", 1);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();

    ReplicatedSession moved = found(1, session.id());

    assertThat(moved.attributes()).containsEntry("n", 1);
    moved.exit();
  }

  @Test
  void answersEverythingElse_whileACommitEncodes_andSendsWhatWasSetMeanwhile() throws Exception {
    ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 1000);
    session.attributes().put("slow", new Slow());
    barrier = new Barrier(1);
    Barrier mine = barrier;
    CompletableFuture<CommitOutcome> commit = commitElsewhere(session);
    pass(mine.reached);

    CompletableFuture<String> others =
        CompletableFuture.supplyAsync(
            () -> {
              assertThat(session.id()).hasSize(38);
              assertThat(session.creationTimeMillis()).isEqualTo(1000);
              assertThat(session.maxInactive()).isEqualTo(HALF_HOUR);
              assertThat(session.enter()).isTrue();
              session.accessed();
              session.attributes().put("slow", "replaced");
              session.setMaxInactive(Duration.ofMinutes(5));
              session.exit();
              return session.rename();
            },
            threads);
    String renamed = done(others);
    mine.open.countDown();
    assertThat(done(commit)).isEqualTo(CommitOutcome.PROTECTED);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();

    ReplicatedSession moved = found(1, renamed);
    assertThat(moved.maxInactive()).isEqualTo(Duration.ofMinutes(5));
    assertThat(moved.attributes()).containsEntry("slow", "replaced");
    moved.exit();
  }

  @Test
  void sendsSettingsAndAttributes_andIsProtectedAgain_whenOneCouldNotBeEncodedBefore() {
    ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 0);
    List<Object> bad = new ArrayList<>();
    session.attributes().put("bad", bad);
    session.attributes().put("n", 1);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.attributes().put("n", 2);
    session.setMaxInactive(Duration.ofMinutes(5));
    bad.add(new Thread());
    assertThatThrownBy(session::commitWhole).isInstanceOf(UnserializableAttributeException.class);
    assertThat(session.commit()).isEqualTo(CommitOutcome.DEGRADED);
    session.exit();

    assertThat(session.enter()).isTrue();
    assertThat(session.commit()).isEqualTo(CommitOutcome.DEGRADED);
    bad.clear();
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();

    ReplicatedSession moved = found(1, session.id());
    assertThat(moved.attributes()).containsEntry("n", 2);
    assertThat(moved.maxInactive()).isEqualTo(Duration.ofMinutes(5));
    moved.exit();
  }

  @Test
  void publishesNoOlderValue_whenACommitOvertakesAnotherThatEncodes() throws Exception {
    ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 0);
    session.attributes().put("n", new Slow());
    barrier = new Barrier(1);
    Barrier mine = barrier;
    CompletableFuture<CommitOutcome> encoder = commitElsewhere(session);
    pass(mine.reached);
    session.attributes().put("n", "newer");

    CompletableFuture<CommitOutcome> other = commitElsewhere(session);

    assertThat(done(other)).isEqualTo(CommitOutcome.PROTECTED);
    mine.open.countDown();
    assertThat(done(encoder)).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    ReplicatedSession moved = found(1, session.id());
    assertThat(moved.attributes()).containsEntry("n", "newer");
    moved.exit();
  }
}
