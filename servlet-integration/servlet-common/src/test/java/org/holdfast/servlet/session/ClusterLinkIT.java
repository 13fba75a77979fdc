// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.ReplicatedSession;
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
    return joined("shop", "any site");
  }

  private ClusterLink joined(String application, Object site) {
    ClusterLink link = new ClusterLink();
    link.join(
        config,
        ApplicationConfig.of(application, getClass().getClassLoader()),
        released -> {},
        site);
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

  @Test
  void knowsTheIdsOfAnotherApplication_ofItsSiteAlone_whileThatRuns() {
    ClusterLink shop = joined("shop", "one site");
    ClusterLink beside = joined("beside", "one site");
    ClusterLink elsewhere = joined("elsewhere", "another site");
    try {
      ReplicatedSession session =
          requireNonNull(shop.replicator()).create(Duration.ofMinutes(1), 0);
      String first = session.id();

      assertThat(shop.isOwn(first)).isTrue();
      assertThat(shop.isOfAnother(first)).isFalse();
      assertThat(beside.isOfAnother(first)).isTrue();
      assertThat(elsewhere.isOfAnother(first)).isFalse();
      assertThat(SessionCookies.keeps(first, beside)).isTrue();

      String second = session.rename();

      assertThat(beside.isReplacedInAnother(first)).isTrue();
      assertThat(elsewhere.isReplacedInAnother(first)).isFalse();
      assertThat(SessionCookies.keeps(first, beside)).isFalse();
      assertThat(SessionCookies.keeps(second, beside)).isTrue();

      shop.leave(() -> {});

      assertThat(SessionCookies.keeps(second, beside)).isFalse();
    } finally {
      shop.leave(() -> {});
      beside.leave(() -> {});
      elsewhere.leave(() -> {});
    }
  }
}
