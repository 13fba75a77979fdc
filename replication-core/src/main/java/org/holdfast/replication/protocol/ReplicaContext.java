// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics;

/** The state and the services that all sessions of one member share. */
final class ReplicaContext {
  /** A callback that looks for a session anew, for a request that has been waiting for a while. */
  @FunctionalInterface
  interface Seeking {
    void acquireAgain(String key, Consumer<Acquired> callback, long sinceNanos, long nowNanos);
  }

  /** A callback that ends something that counts as a request, see {@link Replica#end}. */
  @FunctionalInterface
  interface Ending {
    void end(String key, Epoch ownership, long nowNanos);
  }

  final ReplicaConfig config;
  final Network network;
  final ReplicaListener listener;
  final ReplicationMetrics metrics;
  final Seeking seeking;
  final Ending ending;
  final Cluster cluster;
  final Agenda agenda = new Agenda();
  final Census census = new Census();
  final Memory memory;

  private final RandomGenerator random;

  ReplicaContext(
      Member self,
      ReplicaConfig config,
      Network network,
      ReplicaListener listener,
      RandomGenerator random,
      ReplicationMetrics metrics,
      Seeking seeking,
      Ending ending) {
    this.config = config;
    this.network = network;
    this.listener = listener;
    this.random = random;
    this.metrics = metrics;
    this.seeking = seeking;
    this.ending = ending;
    this.memory = new Memory(self, config);
    this.cluster = new Cluster(self, config, memory::retentionNanos);
  }

  long randomNanos(long bound) {
    synchronized (random) {
      return random.nextLong(1, bound);
    }
  }
}
