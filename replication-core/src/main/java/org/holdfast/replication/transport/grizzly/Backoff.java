// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The pause before each attempt to reconnect. It is twice as long each time, up to a bound. It is
 * shortened at random by up to half, so that the members of a cluster do not all call at once.
 * Confined to one thread.
 */
final class Backoff {
  private final long minNanos;
  private final long maxNanos;
  private final RandomGenerator jitter;
  private long nextNanos;

  Backoff(Duration min, Duration max, RandomGenerator jitter) {
    this.minNanos = min.toNanos();
    this.maxNanos = max.toNanos();
    this.jitter = jitter;
    this.nextNanos = minNanos;
  }

  /** Returns the pause before the next attempt and doubles the one after it. */
  long nextNanos() {
    long ceiling = nextNanos;
    nextNanos = Math.min(maxNanos, 2 * ceiling);
    return ceiling / 2 + jitter.nextLong(ceiling / 2 + 1);
  }

  void reset() {
    nextNanos = minNanos;
  }
}
