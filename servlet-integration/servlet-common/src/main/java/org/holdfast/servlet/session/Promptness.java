// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.function.LongSupplier;

/**
 * A watch on work that is done one piece after the other: while a piece does not end, no thread is
 * to wait for it. Thread-safe.
 */
public final class Promptness {
  private static final long PROMPT_NANOS = 100_000_000L;

  private final LongSupplier nanoTime;

  /** The time at which the running piece began; 0 while nothing runs. */
  private volatile long sinceNanos;

  public Promptness(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Runs one piece; of two threads that do so at once it notes the last one to begin. */
  public void run(Runnable work) {
    sinceNanos = nanoTime.getAsLong() | 1;
    try {
      work.run();
    } finally {
      sinceNanos = 0;
    }
  }

  /** Returns false while one piece has been running for 100 ms or more. */
  public boolean isThere() {
    long since = sinceNanos;
    return since == 0 || nanoTime.getAsLong() - since < PROMPT_NANOS;
  }
}
