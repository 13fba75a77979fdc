// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.function.LongSupplier;

/**
 * Whether work that is done one after the other gets on: where it does not, nobody is to wait for
 * it. Thread-safe.
 */
public final class Promptness {
  private static final long PROMPT_NANOS = 100_000_000L;

  private final LongSupplier nanoTime;

  /** When what runs now began; 0 while nothing runs. */
  private volatile long sinceNanos;

  public Promptness(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Runs one piece; of two threads that do so at once the last one to begin is noted. */
  public void run(Runnable work) {
    sinceNanos = nanoTime.getAsLong() | 1;
    try {
      work.run();
    } finally {
      sinceNanos = 0;
    }
  }

  /** False while one piece has been running for 100 ms or more. */
  public boolean isThere() {
    long since = sinceNanos;
    return since == 0 || nanoTime.getAsLong() - since < PROMPT_NANOS;
  }
}
