// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.node.ReplicationNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A web application that joins the cluster and leaves it. */
@Timeout(60)
class ClusterLinkIT {
  private final NodeConfig config = alone();

  private static NodeConfig alone() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return NodeConfig.builder("alone")
          .cluster("link-" + Long.toString(System.nanoTime(), 36))
          .membershipPort(free.getLocalPort())
          .discovery("static:127.0.0.1:" + free.getLocalPort())
          .joinTimeout(Duration.ofMillis(500))
          .drainTimeout(Duration.ZERO)
          .build();
    } catch (IOException e) {
      throw new IllegalStateException("no free port", e);
    }
  }

  private ClusterLink joined() {
    ClusterLink link = new ClusterLink();
    link.join(config, ApplicationConfig.of("shop", getClass().getClassLoader()), released -> {});
    return link;
  }

  @Test
  void leavesTheCluster_thoughWhatIsDoneBeforeThrows() {
    ClusterLink link = joined();
    ReplicationNode left = link.node();

    assertThatThrownBy(
            () ->
                link.leave(
                    () -> {
                      throw new AssertionError("on purpose");
                    }))
        .hasMessage("on purpose");

    assertThat(link.node()).isNull();
    assertThat(link.replicator()).isNull();
    ClusterLink next = joined();
    assertThat(next.node()).as("another one, on the same ports").isNotSameAs(left);
    next.leave(() -> {});
  }
}
