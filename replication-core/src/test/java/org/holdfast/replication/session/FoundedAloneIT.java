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
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.id.SessionIds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that starts while it can reach none of the others. */
@Timeout(60)
class FoundedAloneIT {
  private final List<Integer> ports = TestCluster.freePorts(3);
  private final String id = new SessionIds("shop", Secret.NONE, Secret.NONE).create().full();

  @Test
  void refusesIdsOfOthers_untilItFindsOne_whenAListedAddressDoesNotAnswer() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    ReplicationNode[] alone = new ReplicationNode[1];
    try (ServerSocket silent = new ServerSocket(ports.get(2), 50, loopback)) {
      assertThat(silent.isBound()).isTrue();
      String log = CapturedLog.of(() -> alone[0] = start(0));
      SessionReplicator shop = shop(alone[0]);
      assertThat(log).containsOnlyOnce("requests with session ids that are unknown here get 503");
      assertThat(shop.acquire(id, "node-1")).isInstanceOf(Lookup.Unavailable.class);
      assertThat(shop.acquire("made-up", "node-1")).isInstanceOf(Lookup.Unknown.class);

      try (ReplicationNode found = start(1)) {
        SessionReplicator unused = shop(found);
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> shop.acquire(id, "node-1") instanceof Lookup.Unknown);
      }
    } finally {
      alone[0].close();
    }
  }

  @Test
  void knowsThatNobodyHasTheSession_whenEachListedAddressRefusesTheConnection() {
    try (ReplicationNode alone = start(0)) {
      assertThat(shop(alone).acquire(id, "node-1")).isInstanceOf(Lookup.Unknown.class);
    }
  }

  private ReplicationNode start(int index) {
    NodeConfig config =
        NodeConfig.builder("node-" + index)
            .cluster("alone-" + ports.get(0))
            .membershipPort(ports.get(index))
            .discovery(
                "static:"
                    + String.join(",", ports.stream().map(port -> "127.0.0.1:" + port).toList()))
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
