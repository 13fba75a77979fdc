// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import org.holdfast.replication.protocol.Network;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.session.Sessions;
import org.holdfast.replication.protocol.turn.Agenda;
import org.holdfast.replication.protocol.views.Cluster;

/** The state and the services of one member that its repairs share. */
public final class RepairPorts {
  final ReplicaConfig config;
  final Network network;
  final Cluster cluster;
  final Agenda agenda;
  final Sessions sessions;

  public RepairPorts(
      ReplicaConfig config, Network network, Cluster cluster, Agenda agenda, Sessions sessions) {
    this.config = config;
    this.network = network;
    this.cluster = cluster;
    this.agenda = agenda;
    this.sessions = sessions;
  }
}
