// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.id.SessionIds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that starts while it can reach none of the others. */
@Timeout(120)
class FoundedAloneIT {
  private final List<Integer> ports = TestCluster.freePorts(4);
  private final String id = new SessionIds("shop", Secret.NONE, Secret.NONE).create().full();

  @Test
  void refusesIdsOfOthers_untilItFindsOne_whenAListedAddressDoesNotAnswer() throws IOException {
    ReplicationNode[] alone = new ReplicationNode[1];
    try (ServerSocket silent = silent(2);
        ReplicationNode before = start(1, 1, 3)) {
      assertThat(silent.isBound()).isTrue();
      SessionReplicator unused = shop(before);
      String log = CapturedLog.of(() -> alone[0] = start(0, 0, 2, 3));
      SessionReplicator shop = shop(alone[0]);
      assertThat(log).containsOnlyOnce("503 to requests with session ids that it does not know");
      assertThat(shop.acquire(id, "node-1")).isInstanceOf(Lookup.Unavailable.class);
      assertThat(shop.acquire("made-up", "node-1")).isInstanceOf(Lookup.Unknown.class);

      // Both list it, and it lists both.
      try (ReplicationNode common = start(3, 0, 1, 3)) {
        SessionReplicator another = shop(common);
        await()
            .atMost(Duration.ofSeconds(60)) // three clusters of one merge in two rounds at least
            .until(() -> alone[0].view().members().contains(before.self()));
        await()
            .atMost(Duration.ofSeconds(5))
            .until(() -> shop.acquire(id, "node-1") instanceof Lookup.Unknown);
        await()
            .atMost(Duration.ofSeconds(5))
            .until(() -> another.acquire(id, "node-1") instanceof Lookup.Unknown);
      }
    } finally {
      alone[0].close();
    }
  }

  @Test
  void refusesIdsOfOthers_onBothNodes_whenTwoStartBehindOneCut() throws IOException {
    try (ServerSocket silent = silent(2);
        ReplicationNode first = start(0, 0, 1, 2)) {
      assertThat(silent.isBound()).isTrue();
      ReplicationNode[] started = new ReplicationNode[1];
      String log =
          CapturedLog.awaiting(
              "joined nodes that have found none", () -> started[0] = start(1, 0, 1, 2));
      try (ReplicationNode second = started[0]) {
        SessionReplicator one = shop(first);
        SessionReplicator two = shop(second);
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> first.view().members().size() == 2 && first.isSettled());
        await().atMost(Duration.ofSeconds(20)).until(second::isSettled);

        assertThat(one.acquire(id, "node-2")).isInstanceOf(Lookup.Unavailable.class);
        assertThat(two.acquire(id, "node-2")).isInstanceOf(Lookup.Unavailable.class);
        assertThat(two.acquire("made-up", "node-2")).isInstanceOf(Lookup.Unknown.class);
      }
      assertThat(log).containsOnlyOnce("joined nodes that have found none");
    }
  }

  /** As do two nodes that start at once, of which the first one waits for the other in vain. */
  @Test
  void knowsThatNobodyHasTheSession_onceEachListedNodeHasJoined() throws IOException {
    ReplicationNode first;
    SessionReplicator one;
    try (ServerSocket silent = silent(1)) {
      assertThat(silent.isBound()).isTrue();
      first = start(0, 0, 1);
      one = shop(first);
      assertThat(one.acquire(id, "node-1")).isInstanceOf(Lookup.Unavailable.class);
    }
    try (first;
        ReplicationNode second = start(1, 0, 1)) {
      SessionReplicator two = shop(second);
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () ->
                  one.acquire(id, "node-2") instanceof Lookup.Unknown
                      && two.acquire(id, "node-2") instanceof Lookup.Unknown);
    }
  }

  private ServerSocket silent(int index) throws IOException {
    return new ServerSocket(ports.get(index), 50, InetAddress.getLoopbackAddress());
  }

  @Test
  void knowsThatNobodyHasTheSession_whenEachListedAddressRefusesTheConnection() {
    try (ReplicationNode alone = start(0, 0, 1, 2)) {
      assertThat(shop(alone).acquire(id, "node-1")).isInstanceOf(Lookup.Unknown.class);
    }
  }

  @Test
  void refusesIdsOfOthers_whenTheNameOfTheNodesCannotBeResolved() {
    try (ReplicationNode alone = start(0, "dns:no-such-host.invalid")) {
      assertThat(shop(alone).acquire(id, "node-1")).isInstanceOf(Lookup.Unavailable.class);
    }
  }

  /** Starts a node that looks for others at the ports of {@code listed}, its own among them. */
  private ReplicationNode start(int index, Integer... listed) {
    return start(
        index,
        "static:"
            + Stream.of(listed)
                .map(each -> "127.0.0.1:" + ports.get(each))
                .collect(Collectors.joining(",")));
  }

  private ReplicationNode start(int index, String discovery) {
    NodeConfig config =
        NodeConfig.builder("node-" + index)
            .cluster("alone-" + ports.get(0))
            .membershipPort(ports.get(index))
            .discovery(discovery)
            .joinTimeout(Duration.ofMillis(500))
            .drainTimeout(Duration.ZERO)
            .build();
    return ReplicationNode.start(config, InstantSource.system());
  }

  private static SessionReplicator shop(ReplicationNode node) {
    ClassLoader loader = FoundedAloneIT.class.getClassLoader();
    return node.register(ApplicationConfig.of("shop", loader), session -> {});
  }
}
