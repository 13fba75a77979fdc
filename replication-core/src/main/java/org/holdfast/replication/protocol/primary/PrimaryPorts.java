// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.primary;

import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Network;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.turn.Agenda;
import org.holdfast.replication.protocol.views.Cluster;

/** The state and the services of one member that the sessions it is primary of share. */
public final class PrimaryPorts {
  final ReplicaConfig config;
  final Network network;
  final ReplicationMetrics metrics;
  final Cluster cluster;
  final Agenda agenda;
  final Census census;

  public PrimaryPorts(
      ReplicaConfig config,
      Network network,
      ReplicationMetrics metrics,
      Cluster cluster,
      Agenda agenda,
      Census census) {
    this.config = config;
    this.network = network;
    this.metrics = metrics;
    this.cluster = cluster;
    this.agenda = agenda;
    this.census = census;
  }
}
