// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import org.jspecify.annotations.Nullable;

/**
 * How long one look for expired sessions may go on asking the cluster. The container has one thread
 * for the background work of everything: what is left over is for its next round.
 */
final class ExpiryBudget {
  private static final long MOST_NANOS = 5_000_000_000L;

  /** The thread that looks for sessions whose time is over, and until when it may. */
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

  /** Whether the calling thread may still wait for the cluster; only that of a look may not. */
  boolean isLeft() {
    return !isSpending() || System.nanoTime() - untilNanos < 0;
  }

  /** Whether the calling thread is that of a look. */
  boolean isSpending() {
    return Thread.currentThread() == expirer;
  }
}
