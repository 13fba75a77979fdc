// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.node.ReplicationNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What any node tells at its status address, read as drills read it: nothing less, nothing more.
 */
@Timeout(60)
class StatusAddressIT {
  private final List<Integer> ports = FreePorts.find(4);
  private final StatusClient client = new StatusClient();

  @Test
  void tellsViewsSessionsAndTheProcess() {
    try (ReplicationNode first = ReplicationNode.start(config(0).build(), InstantSource.system());
        ReplicationNode second = ReplicationNode.start(config(1).build(), InstantSource.system())) {
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(() -> assertThat(status(1).settled()).isTrue());
      NodeStatus status = status(1);

      assertThat(status.name()).isEqualTo("node-2");
      assertThat(status.viewMembers()).containsExactly("node-1", "node-2");
      assertThat(status.viewNumber()).isEqualTo(second.view().number());
      assertThat(status.viewCreator()).isEqualTo(first.view().creator());
      assertThat(status.primarySessions()).isZero();
      assertThat(status.degradedSessions()).isZero();
      assertThat(status.counters())
          .containsKeys("cpuMicros", "heapBytes", "threads", "clockMillis", "upMillis")
          .containsEntry("protocolVersion", (long) second.protocolVersion())
          .containsAllEntriesOf(
              Map.of("processors", (long) Runtime.getRuntime().availableProcessors()));
      assertThat(status.counters().get("framesReceived")).isPositive();
    }
    assertThat(client.ask(address(1))).isEmpty();
  }

  @Test
  void startsNoNode_whereItCannotBeTold() throws Exception {
    NodeConfig config = config(0).build();
    try (ServerSocket taken =
        new ServerSocket(ports.get(2), 1, InetAddress.getByName("127.0.0.1"))) {
      assertThatThrownBy(() -> ReplicationNode.start(config, InstantSource.system()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort())
          .hasMessageContaining("Address already in use");
    }
    // Nothing of it is left: it starts now.
    try (ReplicationNode node = ReplicationNode.start(config, InstantSource.system())) {
      assertThat(status(0).name()).isEqualTo(node.self().name());
    }
  }

  private NodeStatus status(int node) {
    return client.ask(address(node)).orElseThrow();
  }

  private InetSocketAddress address(int node) {
    return new InetSocketAddress("127.0.0.1", ports.get(2 + node));
  }

  private NodeConfigBuilder config(int node) {
    return NodeConfig.builder("node-" + (node + 1))
        .cluster("status-" + ports.get(0))
        .bindHost("127.0.0.1")
        .membershipPort(ports.get(node))
        .discovery("static:127.0.0.1:" + ports.get(0) + ",127.0.0.1:" + ports.get(1))
        .drainTimeout(Duration.ZERO)
        .statusAddress("127.0.0.1:" + ports.get(2 + node));
  }
}
