// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.junit.jupiter.api.Test;

/** A real node, alone in its cluster. */
class HoldfastMetricsIT {
  @Test
  void tellsWhatANodeCounts() {
    NodeConfig config =
        NodeConfig.builder("alone")
            .cluster("metrics-" + Long.toString(System.nanoTime(), 36))
            .joinTimeout(Duration.ofMillis(300))
            .drainTimeout(Duration.ZERO)
            .build();
    try (ReplicationNode node = ReplicationNode.start(config, InstantSource.system());
        HoldfastMetrics metrics = new HoldfastMetrics(node)) {
      MockClock clock = new MockClock();
      SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
      SessionReplicator shop =
          node.register(ApplicationConfig.of("shop", getClass().getClassLoader()), session -> {});
      metrics.bindTo(registry);
      assertThat(registry.getMeters()).hasSizeGreaterThan(35);

      ReplicatedSession session = shop.create(Duration.ofMinutes(30), 0);
      session.attributes().put("user", "ada");
      session.commit();
      session.exit();
      clock.add(Duration.ofSeconds(1));

      assertThat(registry.get("holdfast.created").functionCounter().count()).isEqualTo(1);
      assertThat(registry.get("holdfast.primary.sessions").gauge().value()).isEqualTo(1);
      assertThat(
              registry
                  .get("holdfast.attribute.changes")
                  .tags("member", "alone", "application", "shop", "attribute", "user")
                  .functionCounter()
                  .count())
          .isEqualTo(1);
    }
  }
}
