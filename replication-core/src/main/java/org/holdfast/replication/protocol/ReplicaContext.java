// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.jspecify.annotations.Nullable;

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

  final Member self;
  final ReplicaConfig config;
  final Network network;
  final ReplicaListener listener;
  final ReplicationMetrics metrics;
  final Seeking seeking;
  final Ending ending;
  final ViewTracker tracker;
  final PauseRecovery doubt;
  final Peers peers = new Peers();
  final SlowPeers slowPeers = new SlowPeers();
  final FullPeers fullPeers = new FullPeers();
  final Candidates candidates;
  final HeldBytes heldBytes;
  final LongAbsences absences;

  /** The keys of the sessions in which time may end something, or something must be sent again. */
  final Set<String> timed = ConcurrentHashMap.newKeySet();

  /** The keys of the sessions used since the last batch of leases. */
  final Set<String> touched = ConcurrentHashMap.newKeySet();

  /** A counter that grows whenever the wanted holders of a session may have changed. */
  final AtomicLong placementGeneration = new AtomicLong(1);

  final UnknownKeys unknown = new UnknownKeys();

  /** The keys of copies that were promised to another primary, until it is known to be there. */
  final Set<String> stranded = ConcurrentHashMap.newKeySet();

  /**
   * The keys of the sessions whose term began while a view was not settled. They are placed before
   * the view settles.
   */
  final Set<String> begun = ConcurrentHashMap.newKeySet();

  /** The flag that tells whether every session is to be looked at again. */
  final AtomicBoolean reviewRequested = new AtomicBoolean();

  /**
   * A counter that grows with each term that begins here and each copy that comes to a member
   * without one.
   */
  final AtomicLong arrivals = new AtomicLong();

  final AtomicInteger degradedSessions = new AtomicInteger();

  /** The number of sessions served here for which members of the view have no room. */
  final AtomicInteger sessionsWithoutRoom = new AtomicInteger();

  final AtomicInteger primarySessions = new AtomicInteger();

  /**
   * The callback for a term that begins in a view that is not settled. It runs before anything is
   * sent in that term.
   */
  Runnable termBegun = () -> {};

  /** The flag that tells whether a member has gone on without this one and said so a moment ago. */
  volatile boolean leftBehind;

  /**
   * The flag that tells whether this member is about to leave: it takes nothing over and gives
   * everything away.
   */
  volatile boolean draining;

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

  /** The time at which this member began to watch: at its first tick, or after its last stop. */
  private volatile long resumedNanos;

  /** The time since which this member can adopt sessions. Belongs to the protocol thread. */
  private long adoptingSinceNanos;

  ReplicaContext(
      Member self,
      ReplicaConfig config,
      Network network,
      ReplicaListener listener,
      RandomGenerator random,
      ReplicationMetrics metrics,
      Seeking seeking,
      Ending ending) {
    this.self = self;
    this.config = config;
    this.heldBytes = new HeldBytes(config.maxHeldBytes());
    this.network = network;
    this.listener = listener;
    this.random = random;
    this.metrics = metrics;
    this.seeking = seeking;
    this.ending = ending;
    this.retentionNanos = config.tombstoneNanos();
    this.absences = new LongAbsences(this::retentionNanos);
    this.candidates = new Candidates(self, config.secondaries(), peers, slowPeers);
    this.tracker = new ViewTracker(self, config, peers);
    this.doubt = tracker.doubt;
  }

  @Nullable Views views() {
    return tracker.views();
  }

  /**
   * Returns whether this member may serve sessions, as far as it can reach others. It may not if
   * they have gone on without it, nor, where a majority is needed, if it is on the side without
   * one.
   */
  boolean mayServe() {
    if (tracker.isExcluded()) {
      return false;
    }
    if (config.majorityOf() == 0) {
      return true;
    }
    return tracker.majority().isThere(self, peers);
  }

  /**
   * Returns how long a request waits for its session. That is shorter while more members are
   * missing than there are secondaries, or others have gone on without this member. Then most
   * sessions cannot be proven, and requests that waited for them would take the threads of the
   * server from the others.
   */
  long patienceNanos() {
    return missesTooMany() || leftBehind
        ? Math.min(
            config.acquireTimeoutNanos(),
            2 * config.silenceTimeoutNanos() + config.servingLeaseNanos())
        : config.acquireTimeoutNanos();
  }

  /**
   * Returns whether more members have vanished than there are secondaries, and are not given up
   * yet.
   */
  boolean missesTooMany() {
    Views views = views();
    return views != null && tracker.lost(views) > views.leastSecondaries(config.secondaries());
  }

  /** Returns the reason for which requests are rejected if this member may not serve. */
  String whyNotServing() {
    return tracker.isExcluded()
        ? "the other nodes have gone on without this one, which must join them again first"
        : "this node cannot reach a majority of its cluster, and is to serve nothing without one";
  }

  /**
   * Returns the number of other members that can take sessions from this one. A member that does
   * not answer now counts as long as the view contains it: leaving is worth a wait.
   */
  int successors() {
    Views views = views();
    return views == null
        ? 0
        : (int)
            views.current().members().stream()
                .filter(member -> !member.equals(self))
                .filter(member -> !peers.isDraining(member))
                .count();
  }

  /** Returns whether another member of the view waits for its copies to be elsewhere. */
  boolean isSomebodyLeaving() {
    Views views = views();
    if (views != null) {
      for (Member member : views.current().members()) {
        if (peers.isDraining(member) && !peers.isDown(member)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether {@code member} belongs to the view and answers. */
  boolean isReachable(Member member) {
    Views views = views();
    return views != null && views.current().contains(member) && !peers.isDown(member);
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
      forgotten = new Epoch(epoch.counter() + 1, self.name(), NOBODYS_INCARNATION);
    }
  }

  Epoch forgotten() {
    return forgotten;
  }

  /** Requests a review of every session, since its wanted holders may have changed. */
  void placeAnew() {
    placementGeneration.incrementAndGet();
    requestReview();
  }

  void requestReview() {
    reviewRequested.set(true);
  }

  /** Starts the time during which this member can adopt sessions, at its first tick. */
  void startAdopting(long nowNanos) {
    adoptingSinceNanos = nowNanos;
  }

  /**
   * Notes whether this member can adopt sessions now: it may serve and can prove what is newest.
   */
  void noteAdopting(long nowNanos) {
    if (doubt.isOpen() || !mayServe() || missesTooMany()) {
      adoptingSinceNanos = nowNanos;
    }
  }

  /**
   * Returns the time since which this member has been able to adopt sessions without interruption.
   */
  long adoptingSinceNanos() {
    return adoptingSinceNanos;
  }

  void resumed(long nowNanos) {
    resumedNanos = nowNanos;
  }

  /**
   * Returns the time from which silence that began at {@code sinceNanos} proves something: the
   * later of that and the time at which this member began to watch.
   */
  long laterOfResumed(long sinceNanos) {
    long resumed = resumedNanos;
    return resumed - sinceNanos > 0 ? resumed : sinceNanos;
  }

  long randomNanos(long bound) {
    synchronized (random) {
      return random.nextLong(1, bound);
    }
  }
}
