// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.time.Duration;

/**
 * The limit of how often a call looks again for an entry that others take or remove all the time.
 */
final class RetryLimit {
  private final long startNanos = System.nanoTime();
  private final long limitNanos;
  private int left;

  RetryLimit(int most, Duration limit) {
    this.left = most;
    this.limitNanos = limit.toNanos();
  }

  /** Returns whether to try once more; the first call always returns true. */
  boolean another() {
    return left-- > 0 && System.nanoTime() - startNanos < limitNanos;
  }
}
