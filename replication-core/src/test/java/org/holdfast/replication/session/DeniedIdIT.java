// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.config.ApplicationConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The answer of a node about an id that its own state of the session does not have. */
@Timeout(120)
class DeniedIdIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);
  private static final Duration WAIT = Duration.ofSeconds(30);

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      boolean unused = latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ReplicatedSession protectedSession(SessionReplicator shop) {
    ReplicatedSession session = shop.create(HALF_HOUR, 0);
    await().atMost(WAIT).until(() -> session.commit() == CommitOutcome.PROTECTED);
    session.exit();
    return session;
  }

  /** The same key with another secret. */
  private static String guess(String id) {
    char last = id.charAt(id.length() - 1);
    return id.substring(0, id.length() - 1) + (last == 'A' ? 'B' : 'A');
  }

  /** Two nodes; the first receives nothing from the other after some time. */
  private static final class OneDeaf implements AutoCloseable {
    private final CountDownLatch deaf = new CountDownLatch(1);
    private final CountDownLatch hears = new CountDownLatch(1);
    private final TestCluster two;
    private final SessionReplicator left;
    private final SessionReplicator other;

    OneDeaf(Duration acquireTimeout) {
      this.two =
          new TestCluster(
              2,
              node -> node.ackTimeout(Duration.ofMillis(500)).acquireTimeout(acquireTimeout),
              shop -> shop);
      this.left = two.shops.get(0);
      this.other = two.shops.get(1);
    }

    /** The thread that calls that listener is the one that reads from the other node. */
    void deafen() throws InterruptedException {
      ApplicationConfig bait = ApplicationConfig.of("bait", DeniedIdIT.class.getClassLoader());
      ReplicatedSession taken =
          two.nodes
              .get(0)
              .register(
                  bait,
                  released -> {
                    deaf.countDown();
                    awaitQuietly(hears);
                  })
              .create(HALF_HOUR, 0);
      taken.commit();
      taken.exit();
      assertThat(two.nodes.get(1).register(bait, none -> {}).acquire(taken.id(), null))
          .isInstanceOf(Lookup.Found.class);
      assertThat(deaf.await(30, TimeUnit.SECONDS)).isTrue();
    }

    /** The other node goes on with a session that the deaf one has, under the id returned. */
    String renamedByTheOther(ReplicatedSession session) {
      ReplicatedSession goesOn = ((Lookup.Found) other.acquire(session.id(), null)).session();
      String renamed = goesOn.rename();
      assertThat(goesOn.commit()).isEqualTo(CommitOutcome.DEGRADED);
      goesOn.exit();
      assertThat(left.local(session.id())).as("it still takes itself for the primary").isNotNull();
      return renamed;
    }

    @Override
    public void close() {
      hears.countDown();
      two.close();
    }
  }

  @Test
  void deniesNoId_thatAnotherNodeMayHaveGivenTheSession_whileItHearsNobody() throws Exception {
    try (OneDeaf nodes = new OneDeaf(Duration.ofSeconds(1))) {
      ReplicatedSession session = protectedSession(nodes.left);
      nodes.deafen();
      String renamed = nodes.renamedByTheOther(session);

      assertThat(nodes.left.acquire(renamed, null)).isInstanceOf(Lookup.Unavailable.class);
      nodes.hears.countDown();
      await().atMost(WAIT).until(() -> nodes.left.acquire(renamed, null) instanceof Lookup.Found);
    }
  }

  /** As a busy one does: a request whose session has timed out would be refused for that. */
  @Test
  void knowsThatASessionIsStillItsOwn_whenTheOtherNodeSaysSoLate() throws Exception {
    try (OneDeaf nodes = new OneDeaf(WAIT)) {
      ReplicatedSession session = protectedSession(nodes.left);
      assertThat(session.enter()).isTrue();
      nodes.deafen();
      CompletableFuture<Boolean> ours = new CompletableFuture<>();
      Thread request = new Thread(() -> ours.complete(session.isStillOurs()), "request");
      request.start();
      await().atMost(WAIT).until(() -> request.getState() == Thread.State.TIMED_WAITING);
      assertThat(session.commit())
          .as("after an ack timeout, which is later than the question")
          .isEqualTo(CommitOutcome.DEGRADED);

      nodes.hears.countDown();

      assertThat(ours.get(30, TimeUnit.SECONDS)).isTrue();
      session.exit();
    }
  }

  /** It would else look for as long as somebody guesses while the session changes hands. */
  @Test
  void looksOnlyOnceMore_whenWhatTheOthersMadeOfTheSessionHasNoSuchIdEither() throws Exception {
    try (OneDeaf nodes = new OneDeaf(WAIT)) {
      ReplicatedSession session = protectedSession(nodes.left);
      nodes.deafen();
      String renamed = nodes.renamedByTheOther(session);
      CompletableFuture<Lookup> guessed = new CompletableFuture<>();
      Thread request =
          new Thread(() -> guessed.complete(nodes.left.acquire(guess(renamed), null)), "request");
      request.start();
      await().atMost(WAIT).until(() -> request.getState() == Thread.State.TIMED_WAITING);

      nodes.hears.countDown();

      assertThat(guessed.get(30, TimeUnit.SECONDS))
          .asString()
          .contains("another node took the session over while");
      assertThat(nodes.left.acquire(guess(renamed), null)).isInstanceOf(Lookup.Unknown.class);
      assertThat(nodes.other.acquire(renamed, null)).isInstanceOf(Lookup.Found.class);
    }
  }

  @Test
  void keepsNoSession_whoseIdItDenies() {
    // A request that keeps a session makes an acquire elsewhere fail, not merely wait.
    try (TestCluster two =
        new TestCluster(
            2,
            node ->
                node.handOverTimeout(Duration.ofSeconds(60)).acquireTimeout(Duration.ofSeconds(2)),
            shop -> shop)) {
      SessionReplicator left = two.shops.get(0);
      SessionReplicator other = two.shops.get(1);
      String id = protectedSession(left).id();

      assertThat(left.acquire(guess(id), null)).as("where it is").isEqualTo(new Lookup.Unknown());
      assertThat(other.acquire(guess(id), null)).as("elsewhere").isEqualTo(new Lookup.Unknown());
      assertThat(left.acquire(guess(id), null)).as("again").isEqualTo(new Lookup.Unknown());
      assertThat(other.acquire(id, null)).isInstanceOf(Lookup.Found.class);
    }
  }
}
