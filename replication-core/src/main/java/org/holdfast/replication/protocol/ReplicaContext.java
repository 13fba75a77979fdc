// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
  final Memory memory;

  /**
   * A counter that grows with each term that begins here and each copy that comes to a member
   * without one.
   */
  final AtomicLong arrivals = new AtomicLong();

  final AtomicInteger degradedSessions = new AtomicInteger();

  /** The number of sessions served here for which members of the view have no room. */
  final AtomicInteger sessionsWithoutRoom = new AtomicInteger();

  final AtomicInteger primarySessions = new AtomicInteger();

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
