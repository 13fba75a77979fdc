// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import org.jspecify.annotations.Nullable;

/**
 * The time for which one search for expired sessions may wait for the cluster. Tomcat has one
 * thread for all its background work, which must not wait longer. It ends the sessions that are
 * left in its next round.
 *
 * <p>Tomcat's background thread calls {@link #spend}; any thread may ask.
 */
final class ExpiryBudget {
  private static final long MOST_NANOS = 5_000_000_000L;

  /** The thread that searches, with a budget until {@link #untilNanos}; null while none does. */
  private volatile @Nullable Thread expirer;

  private volatile long untilNanos;

  /** Runs {@code search} on this thread with a budget of 5 s. */
  void spend(Runnable search) {
    untilNanos = System.nanoTime() + MOST_NANOS;
    expirer = Thread.currentThread();
    try {
      search.run();
    } finally {
      expirer = null;
    }
  }

  /**
   * Returns whether the calling thread may still wait for the cluster: false only in {@link
   * #spend}, when the budget is used up.
   */
  boolean isLeft() {
    return !isSpending() || System.nanoTime() - untilNanos < 0;
  }

  /** Returns whether the calling thread is in {@link #spend}. */
  boolean isSpending() {
    return Thread.currentThread() == expirer;
  }
}
