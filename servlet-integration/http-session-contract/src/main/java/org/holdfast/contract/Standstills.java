// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The times at which this process stood still, as on a busy machine, or for its garbage collector.
 * A node that stood still for 2 s or more may have been left behind. So if another node ends within
 * 6 s, it proves nothing by being alone: it answers requests for the sessions of that node with 503
 * for up to 30 s. A test that ends a node waits first until no standstill is recent.
 *
 * <p>One thread looks at the clock, and any thread asks.
 */
final class Standstills {
  /** A little less than the time that counts for a node. */
  private static final long SHORTEST_NANOS = 1_500_000_000L;

  /** A little more than the time for which a node remembers that it stood still. */
  private static final long AFTERMATH_NANOS = 7_000_000_000L;

  private static final long LOOK_NANOS = 100_000_000L;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Standstills OF_THIS_PROCESS = watched();

  private volatile long lookedNanos;

  /** The flag that tells whether the process has stood still, and the end of the last time. */
  private volatile boolean stoodStill;

  private volatile long endedNanos;

  Standstills(long nowNanos) {
    lookedNanos = nowNanos;
  }

  private static Standstills watched() {
    Standstills watched = new Standstills(System.nanoTime());
    Thread watch = new Thread(watched::watch, "standstills");
    watch.setDaemon(true);
    watch.start();
    return watched;
  }

  /** Returns those of this process from the first call on. */
  static Standstills ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  private void watch() {
    while (true) {
      look(System.nanoTime());
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Takes in that the process runs now. */
  void look(long nowNanos) {
    if (isStill(nowNanos)) {
      endedNanos = nowNanos;
      stoodStill = true;
    }
    lookedNanos = nowNanos;
  }

  private boolean isStill(long nowNanos) {
    return nowNanos - lookedNanos > SHORTEST_NANOS;
  }

  /** Returns whether a node may refuse what it would answer if the process had not stood still. */
  boolean areRecent(long nowNanos) {
    return isStill(nowNanos) || stoodStill && nowNanos - endedNanos < AFTERMATH_NANOS;
  }

  /** Returns whether the process stood still at some time from {@code sinceNanos} until now. */
  boolean haveComeSince(long sinceNanos, long nowNanos) {
    return isStill(nowNanos) || stoodStill && endedNanos - sinceNanos >= 0;
  }

  /** Waits until none is recent: nearly always that is at once. */
  void awaitAftermath() {
    if (areRecent(System.nanoTime())) {
      await("the process runs for seven seconds without standing still")
          .atMost(PATIENCE)
          .until(() -> !areRecent(System.nanoTime()));
    }
  }
}
