// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.PartitionPolicy;
import org.holdfast.replication.membership.AnnouncedSettings;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.session.ApplicationSettings;
import org.jspecify.annotations.Nullable;

/** The settings of a replica, which follow from those of its node or are fixed. */
final class ReplicaSettings {
  /**
   * The most sessions that are repaired in each tick. Two survivors take some 150 s for 100,000
   * orphaned sessions so; a faster pace leaves requests less (docs/benchmarks/reprotection.md).
   */
  private static final int REPAIRS_PER_TICK = 4;

  private static final long TOMBSTONE_NANOS = 600_000_000_000L;

  /** The time after which members that vanished, or were never found, count as dead. */
  static final long PRESUMED_DEAD_NANOS = 30_000_000_000L;

  /** The time for which an acknowledgement shows that this node is still the primary. */
  static final long FRESH_NANOS = 250_000_000L;

  private ReplicaSettings() {}

  static ReplicaConfig of(NodeConfig config) {
    return new ReplicaConfig(
        config.secondaries(),
        config.ackTimeout().toNanos(),
        FRESH_NANOS,
        config.silenceTimeout().toNanos(),
        config.acquireTimeout().toNanos(),
        config.handOverTimeout().toNanos(),
        TOMBSTONE_NANOS,
        PRESUMED_DEAD_NANOS,
        REPAIRS_PER_TICK,
        config.maxFrameBytes() - ReplicaConfig.HEADER_BYTES,
        maxHeldBytes(config),
        config.partition() == PartitionPolicy.CONSISTENT ? config.expectedNodes() : 0,
        config.servingLease());
  }

  /**
   * Returns the most bytes that a node holds for others, by default a quarter of the heap. A node
   * that serves as much as it holds needs as much again for the encoded form, and more for the
   * objects. A quarter leaves room for both.
   */
  private static long maxHeldBytes(NodeConfig config) {
    return config.maxHeldBytes() == NodeConfig.UNBOUNDED
        ? Long.MAX_VALUE
        : config.maxHeldBytes() == 0 ? Runtime.getRuntime().maxMemory() / 4 : config.maxHeldBytes();
  }

  /**
   * Returns the settings that the other members compare with their own.
   *
   * @param application the application that starts the node; null if none does
   * @param protocolVersions the oldest and the newest version of the replication streams
   */
  static AnnouncedSettings announced(
      NodeConfig config, @Nullable ApplicationConfig application, String protocolVersions) {
    List<String> values =
        new ArrayList<>(
            List.of(
                Integer.toString(config.maxFrameBytes()),
                Integer.toString(config.secondaries()),
                config.partition().name().toLowerCase(Locale.ROOT),
                Integer.toString(config.expectedNodes()),
                Boolean.toString(config.servingLease()),
                Long.toString(config.ackTimeout().toMillis()),
                Long.toString(config.silenceTimeout().toMillis()),
                Long.toString(config.acquireTimeout().toMillis()),
                Long.toString(config.handOverTimeout().toMillis()),
                protocolVersions));
    if (application != null) {
      values.add(Integer.toHexString(application.name().hashCode()));
      values.addAll(ApplicationSettings.valuesOf(application));
    }
    return new AnnouncedSettings(values);
  }
}
