// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Network;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.ReplicaListener;
import org.holdfast.replication.protocol.primary.Census;
import org.holdfast.replication.protocol.primary.PrimaryPorts;
import org.holdfast.replication.protocol.takeover.TakeoverPorts;
import org.holdfast.replication.protocol.turn.Agenda;
import org.holdfast.replication.protocol.views.Cluster;

/** The state and the services of one member that all its sessions share. */
public final class SessionPorts {
  /** A callback that looks for a session anew, for a request that has been waiting for a while. */
  @FunctionalInterface
  public interface Seeking {
    void acquireAgain(String key, Consumer<Acquired> callback, long sinceNanos, long nowNanos);
  }

  /** A callback that ends something that counts as a request, see {@link ServedSession#end}. */
  @FunctionalInterface
  public interface Ending {
    void end(String key, Epoch epoch, long nowNanos);
  }

  final PrimaryPorts primaryPorts;
  final TakeoverPorts takeoverPorts;
  final ReplicaConfig config;
  final Network network;
  final ReplicationMetrics metrics;
  final Cluster cluster;
  final Agenda agenda;
  final Census census;
  final Memory memory;
  final ReplicaListener listener;
  final Seeking seeking;
  final Ending ending;

  public SessionPorts(
      ReplicaConfig config,
      Network network,
      ReplicationMetrics metrics,
      Cluster cluster,
      Agenda agenda,
      Census census,
      Memory memory,
      RandomGenerator random,
      ReplicaListener listener,
      Seeking seeking,
      Ending ending) {
    this.primaryPorts = new PrimaryPorts(config, network, metrics, cluster, agenda, census);
    this.takeoverPorts = new TakeoverPorts(config, network, metrics, cluster, random);
    this.config = config;
    this.network = network;
    this.metrics = metrics;
    this.cluster = cluster;
    this.agenda = agenda;
    this.census = census;
    this.memory = memory;
    this.listener = listener;
    this.seeking = seeking;
    this.ending = ending;
  }
}
