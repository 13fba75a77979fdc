// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.function.LongSupplier;

/**
 * A watch on background work that one thread does piece by piece. While one piece takes long, other
 * threads must not wait for the pieces behind it. Thread-safe.
 */
public final class Promptness {
  private static final long PROMPT_NANOS = 100_000_000L;

  private final LongSupplier nanoTime;

  /** The time at which the running piece began; 0 while nothing runs. */
  private volatile long sinceNanos;

  public Promptness(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Runs one piece on this thread. If two threads do so at once, it watches the later piece. */
  public void run(Runnable work) {
    sinceNanos = nanoTime.getAsLong() | 1;
    try {
      work.run();
    } finally {
      sinceNanos = 0;
    }
  }

  /** Returns whether a thread may wait: no piece has been running for 100 ms or longer. */
  public boolean isThere() {
    long since = sinceNanos;
    return since == 0 || nanoTime.getAsLong() - since < PROMPT_NANOS;
  }
}
