// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.config.UnreadablePolicy;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.kryo.CompiledVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two nodes with two versions of an application that cannot read each other's carts: what becomes
 * of an attribute and of its session, under either policy.
 */
@Timeout(120)
class UnreadableAttributeIT {
  private static final String CART =
      "class Cart implements Serializable { %s public static Object make() { return new Cart(); }"
          + " public String toString() { return \"cart \" + a; } }";

  /** The calls that the integration of each node received. */
  private static final class Heard implements SessionListener {
    final List<String> unreadable = new CopyOnWriteArrayList<>();

    @Override
    public void onReleased(ReplicatedSession session) {}

    @Override
    public void onUnreadable(
        ReplicatedSession session, String name, CorruptAttributeException problem) {
      UnreadableClass what = problem.unreadable();
      unreadable.add(name + " " + (what == null ? "?" : what.className() + "." + what.field()));
    }
  }

  private final CompiledVersion before = new CompiledVersion(CART.formatted("int a = 1;"), "");
  private final CompiledVersion after =
      new CompiledVersion(CART.formatted("String a = \"x\";"), "");
  private final TestCluster cluster = TestCluster.of(2);
  private final Heard heard = new Heard();

  @AfterEach
  void stop() {
    cluster.close();
  }

  private SessionReplicator old(UnreadablePolicy policy) {
    return cluster.nodes.get(0).register(application(before, policy), session -> {});
  }

  private SessionReplicator fresh(UnreadablePolicy policy) {
    return cluster.nodes.get(1).register(application(after, policy), heard);
  }

  private static ApplicationConfig application(ClassLoader loader, UnreadablePolicy policy) {
    return ApplicationConfig.of("versions", loader)
        .withSerialization(SerializationConfig.builder().unreadable(policy).build());
  }

  private ReplicatedSession cartOf(SessionReplicator old) {
    ReplicatedSession session = old.create(Duration.ofMinutes(30), 0);
    session.attributes().put("cart", before.make());
    session.attributes().put("n", 1);
    leave(session);
    return session;
  }

  private static void leave(ReplicatedSession session) {
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
  }

  private static ReplicatedSession found(SessionReplicator at, String id) {
    Lookup lookup = at.acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    return ((Lookup.Found) lookup).session();
  }

  private long counted(int node, String counter) {
    return cluster.nodes.get(node).statistics().counters().get(counter);
  }

  @Test
  void readsAsAbsent_andIsStillThereForTheOtherVersion() {
    SessionReplicator old = old(UnreadablePolicy.DROP_ATTRIBUTE);
    SessionReplicator fresh = fresh(UnreadablePolicy.DROP_ATTRIBUTE);
    String id = cartOf(old).id();

    ReplicatedSession here = found(fresh, id);
    assertThat(here.attributes().get("cart")).isNull();
    assertThat(here.attributes().get("cart")).isNull();
    assertThat(here.attributes()).doesNotContainKey("cart").containsEntry("n", 1);
    here.attributes().put("n", 2);
    leave(here);

    assertThat(heard.unreadable).containsExactly("cart shop.Cart.a");
    assertThat(counted(1, "unreadableAttributes")).isEqualTo(1);
    assertThat(counted(1, "unreadableSessions")).isZero();
    ReplicatedSession back = found(old, id);
    assertThat(back.attributes().get("cart")).hasToString("cart 1");
    assertThat(back.attributes()).containsEntry("n", 2);
    assertThat(counted(0, "unreadableAttributes")).isZero();
  }

  @Test
  void isAmongTheNames_untilItWasAskedFor() {
    SessionReplicator fresh = fresh(UnreadablePolicy.DROP_ATTRIBUTE);
    ReplicatedSession here = found(fresh, cartOf(old(UnreadablePolicy.DROP_ATTRIBUTE)).id());
    assertThat(here.attributes().keySet()).containsExactlyInAnyOrder("cart", "n");

    assertThat(here.attributes().get("cart")).isNull();

    assertThat(here.attributes().keySet()).containsExactly("n");
    assertThat(here.attributes().entrySet()).hasSize(1);
  }

  @Test
  void isReplaced_whenTheApplicationPutsAnother() {
    SessionReplicator old = old(UnreadablePolicy.DROP_ATTRIBUTE);
    SessionReplicator fresh = fresh(UnreadablePolicy.DROP_ATTRIBUTE);
    String id = cartOf(old).id();
    ReplicatedSession here = found(fresh, id);
    assertThat(here.attributes().get("cart")).isNull();

    assertThat(here.attributes().put("cart", after.make())).isNull();
    leave(here);

    ReplicatedSession back = found(old, id);
    assertThat(back.attributes().get("cart")).as("of the new version").isNull();
    assertThat(counted(0, "unreadableAttributes")).isEqualTo(1);
    leave(back);
    assertThat(found(fresh, id).attributes().get("cart")).hasToString("cart x");
  }

  @Test
  void isGoneEverywhere_whenTheApplicationRemovesIt() {
    SessionReplicator old = old(UnreadablePolicy.DROP_ATTRIBUTE);
    SessionReplicator fresh = fresh(UnreadablePolicy.DROP_ATTRIBUTE);
    String id = cartOf(old).id();
    ReplicatedSession here = found(fresh, id);
    assertThat(here.attributes().get("cart")).isNull();

    assertThat(here.attributes().remove("cart")).isNull();
    leave(here);

    assertThat(found(old, id).attributes().keySet()).containsExactly("n");
  }

  @Test
  void travelsWithTheWholeSession_fromTheNodeThatCannotReadIt() {
    String id = cartOf(old(UnreadablePolicy.DROP_ATTRIBUTE)).id();
    ReplicatedSession here = found(fresh(UnreadablePolicy.DROP_ATTRIBUTE), id);
    assertThat(here.attributes().get("cart")).isNull();
    leave(here);

    cluster.stop(0);
    cluster.restart(0);
    SessionReplicator again =
        cluster
            .nodes
            .get(2)
            .register(application(before, UnreadablePolicy.DROP_ATTRIBUTE), session -> {});
    ReplicatedSession back =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () ->
                    again.acquire(id, null) instanceof Lookup.Found found ? found.session() : null,
                Objects::nonNull);

    assertThat(back.attributes().get("cart")).hasToString("cart 1");
  }

  @Test
  void endsItsSessionEverywhere_whenThePolicyIsToInvalidate() {
    SessionReplicator old = old(UnreadablePolicy.INVALIDATE);
    SessionReplicator fresh = fresh(UnreadablePolicy.INVALIDATE);
    String id = cartOf(old).id();
    ReplicatedSession here = found(fresh, id);
    assertThat(here.attributes()).containsEntry("n", 1);
    assertThat(here.isValid()).isTrue();

    assertThat(here.attributes().get("cart")).isNull();

    assertThat(here.isValid()).isFalse();
    leave(here);
    assertThat(heard.unreadable).containsExactly("cart shop.Cart.a");
    assertThat(counted(1, "unreadableAttributes")).isEqualTo(1);
    assertThat(counted(1, "unreadableSessions")).isEqualTo(1);
    assertThat(old.acquire(id, null)).isInstanceOf(Lookup.Unknown.class);
  }

  @Test
  void endsNothing_whenTheApplicationPutsOrRemovesWhatItNeverAskedFor() {
    SessionReplicator old = old(UnreadablePolicy.INVALIDATE);
    SessionReplicator fresh = fresh(UnreadablePolicy.INVALIDATE);
    String first = cartOf(old).id();
    String second = cartOf(old).id();
    ReplicatedSession put = found(fresh, first);
    ReplicatedSession removed = found(fresh, second);

    put.attributes().put("cart", after.make());
    removed.attributes().remove("cart");

    assertThat(heard.unreadable).hasSize(2);
    leave(put);
    leave(removed);
    assertThat(found(fresh, first).attributes().get("cart")).hasToString("cart x");
    assertThat(found(old, second).attributes().keySet()).containsExactly("n");
    assertThat(counted(1, "unreadableSessions")).isZero();
  }

  @Test
  void tellsTheLogOncePerClass_andNeverTheId() {
    List<String> lines = new ArrayList<>();
    UnreadableReport report =
        new UnreadableReport(
            application(after, UnreadablePolicy.DROP_ATTRIBUTE),
            new ReplicationMetrics(),
            heard,
            lines::add);
    ReplicatedSession session = cartOf(old(UnreadablePolicy.DROP_ATTRIBUTE));

    for (String type : List.of("shop.Cart", "shop.Cart", "shop.Item")) {
      report.add(
          session,
          "cart",
          new CorruptAttributeException(new UnreadableClass(type, "a", "was retyped")),
          false);
    }
    report.add(session, "n", new CorruptAttributeException("checksum"), false);
    report.add(session, "n", new CorruptAttributeException("checksum"), false);

    assertThat(heard.unreadable).hasSize(5);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .contains("application \"versions\"", "class shop.Cart, field a: was retyped");
    assertThat(lines).noneMatch(line -> line.contains(session.id().substring(0, 12)));
  }
}
