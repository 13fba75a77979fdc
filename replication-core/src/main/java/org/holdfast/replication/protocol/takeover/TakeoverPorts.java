// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.takeover;

import java.util.random.RandomGenerator;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Network;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.views.Cluster;

/** The state and the services of one member that its rounds share. */
public final class TakeoverPorts {
  final ReplicaConfig config;
  final Network network;
  final ReplicationMetrics metrics;
  final Cluster cluster;

  private final RandomGenerator random;

  public TakeoverPorts(
      ReplicaConfig config,
      Network network,
      ReplicationMetrics metrics,
      Cluster cluster,
      RandomGenerator random) {
    this.config = config;
    this.network = network;
    this.metrics = metrics;
    this.cluster = cluster;
    this.random = random;
  }

  /** Returns a random time of less than {@code bound}, so that two rounds do not meet again. */
  long randomNanos(long bound) {
    synchronized (random) {
      return random.nextLong(1, bound);
    }
  }
}
