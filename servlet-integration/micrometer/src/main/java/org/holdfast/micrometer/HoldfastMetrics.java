// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.micrometer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.node.ReplicationStatistics;

/**
 * Binds the figures of a node, and the costs of each session attribute, to registries:
 *
 * <pre>{@code
 * new HoldfastMetrics(manager.replicationNode()).bindTo(registry);
 * }</pre>
 *
 * <p>Meters are named {@code holdfast.…} and tagged {@code cluster} and {@code member}; those of
 * attributes also {@code application} and {@code attribute}, at most {@value
 * AttributeTraffic#MOST_NAMES} of them and one for all others, for each application. A registry
 * that reads looks at the node, at most once a second; an attribute that such a look finds for the
 * first time gets its meters then, so it is in that reading or in the next.
 *
 * <p>Thread-safe. The registry keeps all it needs, the node included, until {@link #close}.
 */
public final class HoldfastMetrics implements MeterBinder, AutoCloseable {
  private final Supplier<ReplicationStatistics> statistics;
  private final Supplier<List<AttributeTraffic>> attributes;
  private final Tags tags;

  @GuardedBy("this")
  private final List<BoundMeters> bound = new ArrayList<>();

  public HoldfastMetrics(ReplicationNode node) {
    this(node::statistics, node::attributeTraffic, node.cluster(), node.self().name());
  }

  HoldfastMetrics(
      Supplier<ReplicationStatistics> statistics,
      Supplier<List<AttributeTraffic>> attributes,
      String cluster,
      String member) {
    this.statistics = statistics;
    this.attributes = attributes;
    this.tags = Tags.of("cluster", cluster, "member", member);
  }

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    BoundMeters meters = new BoundMeters(registry, statistics, attributes, tags);
    meters.bind();
    bound.add(meters);
  }

  /** Takes the meters out of every registry that they were bound to. */
  @Override
  public synchronized void close() {
    bound.forEach(BoundMeters::remove);
    bound.clear();
  }
}
