// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import org.jspecify.annotations.Nullable;

/**
 * The time for which one look for expired sessions may ask the cluster. The container has one
 * thread for all background work: sessions that are left over wait for its next round.
 */
final class ExpiryBudget {
  private static final long MOST_NANOS = 5_000_000_000L;

  /**
   * The thread that looks for expired sessions, until {@link #untilNanos}; null while there is
   * none.
   */
  private volatile @Nullable Thread expirer;

  private volatile long untilNanos;

  /** Runs {@code look} on this thread with a budget of 5 s. */
  void spend(Runnable look) {
    untilNanos = System.nanoTime() + MOST_NANOS;
    expirer = Thread.currentThread();
    try {
      look.run();
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
