// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.config.CodecChoice;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two nodes whose applications have other settings, and the lines that they log for that: at the
 * join, or when a session comes.
 */
@Timeout(60)
class SettingsAtTheJoinIT {
  private static final String DIFFER = "settings differ between members: ";
  private static final String CLASSES = "org.example.*";

  private final List<Integer> ports = TestCluster.freePorts(2);

  private SharedNode start(int index, ApplicationConfig application, Duration ackTimeout) {
    NodeConfig config =
        NodeConfig.builder("node-" + index)
            .cluster("settings-" + ports.get(0))
            .membershipPort(ports.get(index))
            .discovery("static:127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1))
            .joinTimeout(Duration.ofMillis(500))
            .drainTimeout(Duration.ZERO)
            .ackTimeout(ackTimeout)
            .build();
    return ReplicationNode.shared(config, application, InstantSource.system());
  }

  private static ApplicationConfig shop() {
    return ApplicationConfig.of("shop", SettingsAtTheJoinIT.class.getClassLoader());
  }

  /** The same application, set up in another way in all that an application can differ in. */
  private static ApplicationConfig otherShop() {
    ApplicationConfig shop = shop();
    return new ApplicationConfig(
        shop.name(),
        shop.classLoader(),
        shop.scope(),
        ChangeDetection.ON_SET,
        shop.ackMode(),
        shop.asyncLag(),
        shop.degraded(),
        shop.degradedWait(),
        shop.patchFromBytes(),
        SerializationConfig.builder()
            .codec(CodecChoice.JDK)
            .maxDepth(100)
            .allowedClasses(CLASSES)
            .build());
  }

  private String log(ApplicationConfig first, ApplicationConfig second) {
    return CapturedLog.of(
        () -> {
          try (SharedNode one = start(0, first, Duration.ofMillis(250));
              SharedNode two = start(1, second, Duration.ofMillis(400))) {
            awaitBoth(one.node(), two.node());
          }
        });
  }

  private static void awaitBoth(ReplicationNode one, ReplicationNode two) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                Stream.of(one, two)
                    .allMatch(node -> node.view().members().size() == 2 && node.isSettled()));
  }

  /** Commits what a request did, and ends the request. */
  private static void leave(ReplicatedSession session) {
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    session.exit();
  }

  private static ReplicatedSession found(SessionReplicator at, String id) {
    Lookup lookup = at.acquire(id, null);
    assertThat(lookup).isInstanceOf(Lookup.Found.class);
    return ((Lookup.Found) lookup).session();
  }

  @Test
  void areNamedInOneWarningOfEachNode_whenTheyDiffer() {
    String log = log(shop(), otherShop());
    String hash = Integer.toHexString(CLASSES.hashCode());

    assertThat(log)
        .containsOnlyOnce(
            DIFFER
                + "ackTimeoutMillis is 250 on node-0 and 400 on node-1;"
                + " codec is kryo on node-0 and jdk on node-1;"
                + " detection is on-get on node-0 and on-set on node-1;"
                + " maxDepth is 400 on node-0 and 100 on node-1;"
                + " allowedClasses (as a hash) is 0 on node-0 and "
                + hash
                + " on node-1. Each member")
        .containsOnlyOnce(
            DIFFER
                + "ackTimeoutMillis is 400 on node-1 and 250 on node-0;"
                + " codec is jdk on node-1 and kryo on node-0;"
                + " detection is on-set on node-1 and on-get on node-0;"
                + " maxDepth is 100 on node-1 and 400 on node-0;"
                + " allowedClasses (as a hash) is "
                + hash
                + " on node-1 and 0 on node-0. Each member");
  }

  @Test
  void areNotCompared_whenTheyBelongToDifferentApplications() {
    assertThat(log(shop(), otherShop().withName("other")))
        .contains(DIFFER + "ackTimeoutMillis is 250 on node-0 and 400 on node-1. Each member")
        .doesNotContain("codec is", "detection is");
  }

  /** Moves two sessions of an application that started no node there and back. */
  @Test
  void areNamedInOneWarningOfEachNode_whenSessionsOfAFurtherApplicationCome() {
    String log =
        CapturedLog.of(
            () -> {
              try (SharedNode one = start(0, shop(), Duration.ofSeconds(5));
                  SharedNode two = start(1, shop(), Duration.ofSeconds(5))) {
                awaitBoth(one.node(), two.node());
                SessionReplicator here =
                    one.node().register(shop().withName("further"), session -> {});
                SessionReplicator there =
                    two.node().register(otherShop().withName("further"), session -> {});
                for (int i = 0; i < 2; i++) {
                  ReplicatedSession begun = here.create(Duration.ofMinutes(30), 0);
                  begun.attributes().put("cart", List.of("book"));
                  leave(begun);
                  ReplicatedSession moved = found(there, begun.id());
                  assertThat(moved.attributes()).containsEntry("cart", List.of("book"));
                  moved.attributes().put("cart", List.of("book", "pen"));
                  leave(moved);
                  ReplicatedSession back = found(here, begun.id());
                  assertThat(back.attributes()).containsEntry("cart", List.of("book", "pen"));
                  leave(back);
                }
              }
            });

    String wrote =
        "a node with other settings wrote a session of application \"further\" that came here: ";
    assertThat(log)
        .doesNotContain(DIFFER)
        .containsOnlyOnce(
            wrote
                + "codec is jdk here and kryo there; detection is on-set here and on-get there;"
                + " maxDepth is 100 here and 400 there; allowedClasses is a1481a1c here and 0"
                + " there. Each node")
        .containsOnlyOnce(
            wrote
                + "codec is kryo here and jdk there; detection is on-get here and on-set there;"
                + " maxDepth is 400 here and 100 there; allowedClasses is 0 here and a1481a1c"
                + " there. Each node");
  }
}
