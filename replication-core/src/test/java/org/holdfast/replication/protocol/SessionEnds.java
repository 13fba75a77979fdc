// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * I5: listeners receive the end of a session once. Ends are counted where they become known to the
 * application, before any other member knows of them.
 *
 * <p>An end that was acknowledged is the last one, whatever happens; an end whose acknowledgement
 * was missed may be repeated only if a fault was to blame. No session expires before its lease is
 * over, or long after; the allowance for the speed of clocks is what the run's clocks may differ
 * by.
 */
final class SessionEnds {
  /** How often a container looks for expired sessions, on its own clock. */
  static final long LOOK_NANOS = millis(500);

  /**
   * From the moment that a session may expire to its end: two acquire timeouts until somebody looks
   * after a session that was claimed in vain, the container's look, questions.
   */
  private final long promptNanos;

  /** One end. */
  static final class End {
    private final String node;
    private final long atNanos;
    private boolean confirmed;
    private boolean excused;

    private End(String node, long atNanos) {
      this.node = node;
      this.atNanos = atNanos;
    }
  }

  private static final class Life {
    long leaseNanos;

    /** When it was used at all, with or without success. */
    long usedNanos;

    /** The newest use that was answered as protected, and in which epoch. */
    long answeredNanos;

    Epoch epoch = Epoch.NONE;

    /** The newest use whose update, and the lease with it, was acknowledged. */
    long carriedNanos;

    boolean leftToExpire = true;
    final List<End> ends = new ArrayList<>();
  }

  private final SimulatedClock clock;
  private final double skew;
  private final Map<String, Life> lives = new HashMap<>();
  private boolean faulty;
  private long lastFaultNanos;

  SessionEnds(SimulatedClock clock, double skew) {
    this.clock = clock;
    this.skew = skew;
    long doubt = 2 * SimulatedCluster.CONFIG.acquireTimeoutNanos();
    promptNanos = (long) ((doubt + LOOK_NANOS) / (1 - skew)) + millis(1500);
  }

  /** Faults excuse what is missed while they last, and until everything is settled. */
  void faulty(boolean now) {
    faulty = now;
    lastFaultNanos = clock.now();
    if (now) {
      lives.values().forEach(life -> life.ends.forEach(end -> end.excused |= !end.confirmed));
    }
  }

  void began(String key, long leaseNanos) {
    Life life = new Life();
    life.leaseNanos = leaseNanos;
    life.usedNanos = clock.now();
    lives.put(key, life);
  }

  /** A request renews the lease now; whether that counts is known when it is answered. */
  void used(String key) {
    life(key).usedNanos = clock.now();
  }

  /**
   * A use was answered as protected.
   *
   * @param carried whether it came with an update, which tells the secondaries of the lease
   */
  void answered(String key, long usedNanos, Epoch epoch, boolean carried) {
    Life life = life(key);
    if (usedNanos >= life.answeredNanos) {
      life.answeredNanos = usedNanos;
      life.epoch = epoch;
    }
    if (carried) {
      life.carriedNanos = Math.max(life.carriedNanos, usedNanos);
    }
  }

  /** The epoch in which a use was last answered as protected. */
  Epoch lastEpoch(String key) {
    return life(key).epoch;
  }

  /** The application ends the session itself, once the request runs. */
  void invalidating(String key) {
    life(key).leftToExpire = false;
  }

  /** The application on {@code node} invalidates the session: its listeners are told now. */
  End invalidated(String key, SimulatedNode node) {
    // It did not wait for a word from others, and its user gets no answer without one.
    return add(key, node, true);
  }

  /**
   * The container on {@code node} expires the session: its listeners are told now.
   *
   * @param graced whether it waited for the grace that makes up for what an adopter may not know
   * @param alone whether nobody was there to ask whether the session is still its own
   */
  End expired(String key, SimulatedNode node, Epoch epoch, boolean graced, boolean alone) {
    if (alone && faulty) {
      // On either side of a partition it ends, by what that side knows: at least once, not at most.
      return add(key, node, true);
    }
    Life life = life(key);
    boolean knowsAll = epoch.equals(life.epoch);
    long known = knowsAll ? life.answeredNanos : life.carriedNanos;
    long grace = knowsAll && graced ? ReplicaConfig.TOUCH_NANOS : 0;
    long earliest = known + (long) ((life.leaseNanos + grace) / (1 + skew));
    check(
        clock.now() >= earliest,
        key,
        "expired " + (earliest - clock.now()) / 1_000_000 + " ms too early on " + node.self.name());
    long latest = latest(life);
    check(
        faulty || clock.now() <= latest,
        key,
        "expired " + (clock.now() - latest) / 1_000_000 + " ms too late on " + node.self.name());
    verifyIsFirst(key, life, node);
    return add(key, node, faulty);
  }

  private void verifyIsFirst(String key, Life life, SimulatedNode node) {
    for (End before : life.ends) {
      // The acknowledgement that it was still the primary was on its way when another took over.
      boolean crossed =
          faulty && clock.now() - before.atNanos <= SimulatedNetwork.LONGEST_WAY + millis(10);
      check(
          crossed || (!before.confirmed && before.excused),
          key,
          "ended on "
              + node.self.name()
              + " after it had ended on "
              + before.node
              + (before.confirmed ? " and that was acknowledged" : "")
              + " at "
              + before.atNanos / 1000
              + " us");
    }
  }

  private End add(String key, SimulatedNode node, boolean excused) {
    End end = new End(node.self.name(), clock.now());
    end.excused = excused;
    life(key).ends.add(end);
    return end;
  }

  void confirmed(End end) {
    end.confirmed = true;
  }

  private long latest(Life life) {
    long over =
        life.usedNanos + (long) ((life.leaseNanos + ReplicaConfig.TOUCH_NANOS) / (1 - skew));
    return Math.max(over, lastFaultNanos) + promptNanos;
  }

  /** When the last of the sessions that were left should be over. */
  long dueNanos(long longestLeaseNanos) {
    return lives.values().stream()
        .filter(life -> life.leaseNanos <= longestLeaseNanos && life.ends.isEmpty())
        .mapToLong(this::latest)
        .max()
        .orElse(clock.now());
  }

  /**
   * Each session that was protected and left to itself has ended.
   *
   * @return how many ended so
   */
  long verifyAllEnded(long longestLeaseNanos, SessionHistory history) {
    long ended = 0;
    for (Map.Entry<String, Life> each : lives.entrySet()) {
      Life life = each.getValue();
      if (life.leaseNanos <= longestLeaseNanos
          && life.leftToExpire
          && history.isProtected(each.getKey())) {
        check(!life.ends.isEmpty(), each.getKey(), "has not expired");
        ended++;
      }
    }
    return ended;
  }

  private Life life(String key) {
    return lives.computeIfAbsent(key, none -> new Life());
  }

  private static void check(boolean holds, String key, String what) {
    if (!holds) {
      throw SessionHistory.broken("I5", key, what);
    }
  }
}
