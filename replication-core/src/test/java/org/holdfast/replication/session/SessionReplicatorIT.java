// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.session.id.SessionId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions on three real nodes with TLS: what an integration may rely on. */
class SessionReplicatorIT {
  private static final Duration HALF_HOUR = Duration.ofMinutes(30);
  private static final String SECRET = "a secret of the cluster";
  private static TestCluster cluster;

  /** Mutable, and without equals: only its bytes tell whether it changed. */
  static final class Cart implements Serializable {
    private static final long serialVersionUID = 1L;
    final List<String> items = new ArrayList<>();
  }

  @BeforeAll
  static void start(@TempDir Path keys) {
    TlsConfig tls = TestKeys.tls(TestKeys.self(keys, TlsConfig.CLUSTER_NAME));
    cluster = new TestCluster(3, node -> node.tls(tls), shop -> shop);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static SessionReplicator shop(int node) {
    return cluster.shops.get(node);
  }

  private static ReplicatedSession found(int node, String id) {
    return found(cluster, node, id);
  }

  private static ReplicatedSession found(TestCluster cluster, int node, String id) {
    Lookup lookup = cluster.shops.get(node).acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    return ((Lookup.Found) lookup).session();
  }

  private static String newSession(int node, String name, Object value) {
    ReplicatedSession session = shop(node).create(HALF_HOUR, 1000);
    session.attributes().put(name, value);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    return session.id();
  }

  @Test
  void servesASessionOnAnotherNode_withAllThatWasCommitted() {
    String id = newSession(0, "user", "Ada");

    ReplicatedSession moved = found(1, id);

    assertThat(moved.attributes()).containsEntry("user", "Ada");
    assertThat(moved.id()).isEqualTo(id);
    assertThat(moved.creationTimeMillis()).isEqualTo(1000);
    assertThat(moved.maxInactive()).isEqualTo(HALF_HOUR);
    moved.exit();
  }

  @Test
  void endsAtTwoHundred_whenTwoNodesIncrementInTurn() {
    String id = newSession(0, "n", 0);

    for (int i = 0; i < 200; i++) {
      ReplicatedSession session = found(i % 2, id);
      session.attributes().compute("n", (name, n) -> (Integer) n + 1);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
    }

    ReplicatedSession last = found(2, id);
    assertThat(last.attributes()).containsEntry("n", 200);
    last.exit();
  }

  @Test
  void losesNoAcknowledgedIncrement_whenThreeNodesCompete() throws Exception {
    String id = newSession(0, "n", 0);
    ExecutorService users = Executors.newFixedThreadPool(3);
    List<Future<Integer>> counts = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        int node = i;
        counts.add(users.submit(() -> incrementMany(node, id, 40)));
      }
      int acknowledged = 0;
      for (Future<Integer> count : counts) {
        acknowledged += count.get();
      }
      ReplicatedSession last = found(0, id);
      assertThat((Integer) last.attributes().get("n"))
          .as("at least the %d acknowledged ones", acknowledged)
          .isGreaterThanOrEqualTo(acknowledged);
      assertThat(acknowledged).isGreaterThan(60);
      last.exit();
    } finally {
      users.shutdownNow();
    }
  }

  private static int incrementMany(int node, String id, int times) {
    int acknowledged = 0;
    for (int i = 0; i < times; i++) {
      if (shop(node).acquire(id, null) instanceof Lookup.Found found) {
        ReplicatedSession session = found.session();
        synchronized (session) {
          session.attributes().compute("n", (name, n) -> (Integer) n + 1);
        }
        if (session.commit() == CommitOutcome.PROTECTED) {
          acknowledged++;
        }
        session.exit();
      }
    }
    return acknowledged;
  }

  @Test
  void replicatesWhatWasMutatedInPlace_whenItWasMerelyRead() {
    String id = newSession(0, "cart", new Cart());
    ReplicatedSession session = found(0, id);
    ((Cart) session.attributes().get("cart")).items.add("tea");
    session.commit();
    session.exit();

    ReplicatedSession moved = found(2, id);

    assertThat(((Cart) moved.attributes().get("cart")).items).containsExactly("tea");
    moved.exit();
  }

  @Test
  void forgetsARemovedAttribute_onTheNextNode() {
    String id = newSession(0, "gone", "soon");
    ReplicatedSession session = found(0, id);
    session.attributes().remove("gone");
    session.commit();
    session.exit();

    ReplicatedSession moved = found(1, id);

    assertThat(moved.attributes()).isEmpty();
    moved.exit();
  }

  @Test
  void asksToComeBackLater_forEachIdOfTheLastSeconds_whenItChangedTwice() {
    ReplicatedSession session = cluster.shops.get(0).create(HALF_HOUR, 1000);
    session.commit();
    String first = session.id();
    String second = session.rename();
    session.commit();
    String third = session.rename();
    session.commit();
    session.exit();

    assertThat(cluster.shops.get(0).acquire(first, null)).isInstanceOf(Lookup.Unavailable.class);
    assertThat(cluster.shops.get(0).acquire(second, null)).isInstanceOf(Lookup.Unavailable.class);
    assertThat(cluster.shops.get(1).acquire(first, null)).isInstanceOf(Lookup.Unavailable.class);
    found(1, third).exit();
  }

  @Test
  void knowsOnlyTheNewId_afterARename() {
    String id = newSession(0, "user", "Ada");
    ReplicatedSession session = found(0, id);
    String renamed = session.rename();
    session.commit();
    session.exit();

    assertThat(shop(0).acquire(id, null)).isInstanceOf(Lookup.Unavailable.class);
    assertThat(shop(1).acquire(id, null)).isInstanceOf(Lookup.Unavailable.class);
    ReplicatedSession moved = found(1, renamed);
    assertThat(moved.attributes()).containsEntry("user", "Ada");
    moved.exit();
    await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(
            () -> assertThat(shop(1).acquire(id, null)).isInstanceOf(Lookup.Unknown.class));
  }

  @Test
  void isUnknownEverywhere_afterItWasInvalidated() {
    String id = newSession(0, "user", "Ada");
    ReplicatedSession session = found(0, id);
    session.invalidate();
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();

    for (int node = 0; node < 3; node++) {
      assertThat(shop(node).acquire(id, null)).isInstanceOf(Lookup.Unknown.class);
    }
  }

  @Test
  void adoptsNoIdThatNobodyMade() {
    assertThat(shop(0).acquire("", null)).isInstanceOf(Lookup.Unknown.class);
    assertThat(shop(0).acquire("../../etc/passwd\n", null)).isInstanceOf(Lookup.Unknown.class);
    String never = shop(1).create(HALF_HOUR, 0).id();
    assertThat(shop(0).acquire(never, null)).isInstanceOf(Lookup.Unknown.class);
  }

  @Test
  void refusesTheOldHolder_whenTheSessionWasTakenMeanwhile() {
    String id = newSession(0, "n", 1);
    ReplicatedSession old = found(0, id);
    old.exit();
    found(1, id).exit();

    assertThat(old.enter()).isFalse();
    old.attributes().put("n", 99);
    assertThat(old.commit()).isEqualTo(CommitOutcome.FENCED);

    ReplicatedSession now = found(2, id);
    assertThat(now.attributes()).containsEntry("n", 1);
    now.exit();
  }

  @Test
  void keepsTheObjectOfNow_whenARequestComesLateWithAnEarlierGrant() {
    String id = newSession(0, "n", 1);
    ReplicatedSession old = found(0, id);
    Epoch before = old.epoch();
    old.exit();
    found(1, id).exit();
    ReplicatedSession now = found(0, id);
    SessionId wanted = new SessionId(id.substring(0, 16), id.substring(16));
    SessionSettings settings = SessionSettings.first("shop", wanted.secret(), 1000, HALF_HOUR);
    SessionImage image = new SessionImage(settings.toBytes(0, 0), Map.of());

    assertThat(before).isNotNull().isLessThan(now.epoch());
    assertThat(shop(0).open(wanted, new Acquired.Owned(before, image, -1)))
        .isInstanceOf(Lookup.Unavailable.class);

    assertThat(now.isValid()).isTrue();
    now.attributes().put("n", 2);
    assertThat(now.commit()).isEqualTo(CommitOutcome.PROTECTED);
    now.exit();
  }

  @Test
  void refusesAnAttributeThatCannotTravel_andKeepsTheRest() {
    String id = newSession(0, "user", "Ada");
    ReplicatedSession session = found(0, id);

    assertThatThrownBy(() -> session.attributes().put("thread", new Thread()))
        .isInstanceOf(UnserializableAttributeException.class)
        .hasMessageContaining("thread");

    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    assertThat(session.attributes()).containsOnlyKeys("user");
    session.exit();
  }

  @Test
  void refusesAnAttribute_overTheLimitsOfItsApplication() {
    SerializationConfig small = SerializationConfig.builder().maxAttributeBytes(64).build();
    try (TestCluster alone =
        new TestCluster(1, builder -> builder, shop -> shop.withSerialization(small))) {
      ReplicatedSession session = alone.shops.get(0).create(HALF_HOUR, 0);

      session.attributes().put("texts", new ArrayList<>(List.of("x")));
      assertThatThrownBy(
              () -> session.attributes().put("texts", new ArrayList<>(List.of("x".repeat(64)))))
          .isInstanceOf(UnserializableAttributeException.class)
          .hasMessageContaining("texts");
    }
  }

  @Test
  void keepsSessionsOfTwoApplicationsApart() {
    String id = newSession(0, "user", "Ada");
    SessionReplicator other =
        cluster
            .nodes
            .get(1)
            .register(ApplicationConfig.of("other", getClass().getClassLoader()), session -> {});

    assertThat(other.acquire(id, null)).isInstanceOf(Lookup.Unknown.class);
    other.close();
  }

  @Test
  void refusesAMadeUpId_withoutAskingAnybody_whenIdsAreChecked() {
    try (TestCluster checked =
        new TestCluster(2, builder -> builder.sessionIdSecret(SECRET), shop -> shop)) {
      ReplicatedSession session = checked.shops.get(0).create(HALF_HOUR, 0);
      session.attributes().put("n", 1);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
      String id = session.id();
      char other = id.charAt(5) == 'A' ? 'B' : 'A';

      SessionReplicator elsewhere = checked.shops.get(1);
      assertThat(elsewhere.acquire(id.substring(0, 5) + other + id.substring(6), null))
          .isInstanceOf(Lookup.Unknown.class);
      assertThat(checked.nodes.get(1).statistics().counters()).containsEntry("unknown", 0L);
      assertThat(elsewhere.acquire(id, null)).isInstanceOf(Lookup.Found.class);
    }
  }

  @Test
  void keepsASession_whenItsIdIsChangedByANodeThatHasANewerSecretThanTheOther() {
    List<String> next = new ArrayList<>(List.of("", SECRET));
    List<String> accepted = new ArrayList<>(List.of(SECRET, NodeConfig.UNCHECKED));
    try (TestCluster mixed =
        new TestCluster(
            2,
            builder ->
                builder.sessionIdSecret(next.remove(0)).acceptedSessionIdSecret(accepted.remove(0)),
            shop -> shop)) {
      ReplicatedSession session = mixed.shops.get(0).create(HALF_HOUR, 0);
      session.attributes().put("n", 1);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();

      String checked = renamed(mixed, 1, session.id(), 44);
      String unchecked = renamed(mixed, 0, checked, 38);
      ReplicatedSession last = found(mixed, 1, unchecked);
      assertThat(last.attributes()).containsEntry("n", 1);
      last.exit();
      List<Long> counts =
          mixed.nodes.stream().map(n -> n.statistics().counters().get("acceptedIds")).toList();
      assertThat(counts).as("found by ids that the node would not make").containsExactly(1L, 2L);
    }
  }

  /** Changes the id, as a login does, on a node that may not have the session yet. */
  private static String renamed(TestCluster cluster, int node, String id, int length) {
    ReplicatedSession session = found(cluster, node, id);
    String renamed = session.rename();
    assertThat(renamed).hasSize(length).startsWith(id.substring(0, 16));
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
    return renamed;
  }

  @Test
  void findsASessionAtOnce_whenItsPrimaryStopped_andMendsItsCopies() {
    try (TestCluster three = TestCluster.of(3)) {
      ReplicatedSession session = three.shops.get(0).create(HALF_HOUR, 0);
      session.attributes().put("n", 7);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();

      three.stop(0);

      for (int node = 1; node < 3; node++) {
        Lookup lookup = three.shops.get(node).acquire(session.id(), "node-0");
        assertThat(lookup).isInstanceOf(Lookup.Found.class);
        ReplicatedSession moved = ((Lookup.Found) lookup).session();
        assertThat(moved.attributes()).containsEntry("n", 7);
        assertThat(moved.commit()).isEqualTo(CommitOutcome.PROTECTED);
        moved.exit();
      }
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> three.nodes.get(1).isSettled() && three.nodes.get(2).isSettled());
    }
  }
}
