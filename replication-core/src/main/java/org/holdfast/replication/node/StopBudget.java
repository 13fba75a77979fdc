// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.holdfast.replication.config.NodeConfig;

/**
 * The time that a planned stop takes at most: the drain timeout, for requests in flight and for the
 * drain together. Applications that stop one after the other, as those of one server do, share one
 * budget: the requests of all of them run out at the same time. An application that starts in
 * between ends the budget, so that redeployments in a chain get a whole one each. Thread-safe.
 */
final class StopBudget {
  /** The longest pause between two stops that count as one. */
  private static final long PAUSE_NANOS = 5_000_000_000L;

  /**
   * The time that a drain needs for each session: it gives away some 3,000 sessions and copies a
   * second.
   */
  private static final long NANOS_PER_SESSION = 1_000_000L;

  private final long totalNanos;
  private final long handOverNanos;

  @GuardedBy("this")
  private boolean begun;

  /** A flag that is set if an application has started while another one stopped. */
  @GuardedBy("this")
  private boolean started;

  @GuardedBy("this")
  private int open;

  @GuardedBy("this")
  private long startNanos;

  @GuardedBy("this")
  private long endNanos;

  /** The time that requests leave to the drain. */
  @GuardedBy("this")
  private long reserveNanos;

  StopBudget(NodeConfig config) {
    totalNanos = config.drainTimeout().toNanos();
    handOverNanos = config.handOverTimeout().toNanos();
  }

  /**
   * Begins the stop of an application, or of the node; {@link #end} follows.
   *
   * @param served the number of sessions that the drain will have to give away
   */
  synchronized void begin(int served, long nowNanos) {
    if (open == 0 && (!begun || nowNanos - endNanos > PAUSE_NANOS)) {
      startNanos = nowNanos;
      // A session that a cut request uses is taken away once, and protected once.
      long needed = Math.max(2 * handOverNanos, served * NANOS_PER_SESSION);
      reserveNanos = Math.min(totalNanos / 2, needed);
    }
    begun = true;
    open++;
  }

  /**
   * Records that an application starts: the node does not stop. A stop that follows is a new one.
   */
  synchronized void applicationStarts() {
    started = open > 0;
    begun = started;
  }

  synchronized void end(long nowNanos) {
    open--;
    endNanos = nowNanos;
    if (open == 0 && started) {
      begun = false;
      started = false;
    }
  }

  /** Returns the time for which requests in flight may still run. */
  synchronized long forRequestsNanos(long nowNanos) {
    return Math.max(0, startNanos + totalNanos - reserveNanos - nowNanos);
  }

  /** Returns the time that the drain may take. */
  synchronized long forDrainNanos(long nowNanos) {
    return Math.max(0, startNanos + totalNanos - nowNanos);
  }
}
