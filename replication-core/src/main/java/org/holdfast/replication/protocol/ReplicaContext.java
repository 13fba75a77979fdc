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

  /** The incarnation in an epoch that no member has minted. */
  private static final long NOBODYS_INCARNATION = 0;

  final ReplicaConfig config;
  final Network network;
  final ReplicaListener listener;
  final ReplicationMetrics metrics;
  final Seeking seeking;
  final Ending ending;
  final Cluster cluster;
  final Agenda agenda = new Agenda();
  final HeldBytes heldBytes;

  final UnknownKeys unknown = new UnknownKeys();

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

  /**
   * The time for which fences and tombstones are remembered now. Written by the protocol thread.
   */
  private volatile long retentionNanos;

  /**
   * An epoch above the highest term of all sessions that were forgotten here; it belongs to no
   * member. Written by the protocol thread.
   */
  private volatile Epoch forgotten = Epoch.NONE;

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
    this.heldBytes = new HeldBytes(config.maxHeldBytes());
    this.network = network;
    this.listener = listener;
    this.random = random;
    this.metrics = metrics;
    this.seeking = seeking;
    this.ending = ending;
    this.retentionNanos = config.tombstoneNanos();
    this.cluster = new Cluster(self, config, this::retentionNanos);
  }

  /**
   * Returns how long fences and tombstones are remembered: less than configured while there are
   * many.
   */
  long retentionNanos() {
    return retentionNanos;
  }

  /**
   * Adapts the time for which fences and tombstones are remembered to their number, once in a walk
   * over all sessions.
   */
  void adaptRetention(int remembered) {
    long longest = config.tombstoneNanos();
    // Whatever is under way, and whoever waits for it, is done with after a few acquire timeouts.
    long least = Math.min(longest, 4 * config.acquireTimeoutNanos());
    if (remembered > ReplicaConfig.MOST_REMEMBERED) {
      retentionNanos = Math.max(least, retentionNanos / 2);
    } else if (remembered < ReplicaConfig.MOST_REMEMBERED / 2) {
      retentionNanos = Math.min(longest, retentionNanos * 2);
    }
  }

  /**
   * Takes in that a fence or tombstone of {@code epoch} is not remembered here any more. A member
   * that is silent now may still remember it, so a session under the same key has to begin higher.
   */
  void forget(Epoch epoch) {
    if (epoch.counter() >= forgotten.counter()) {
      forgotten = new Epoch(epoch.counter() + 1, cluster.self().name(), NOBODYS_INCARNATION);
    }
  }

  Epoch forgotten() {
    return forgotten;
  }

  long randomNanos(long bound) {
    synchronized (random) {
      return random.nextLong(1, bound);
    }
  }
}
