// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.time.Duration;

/** Limits how often a call looks for an entry anew that others take or remove all the time. */
final class RetryLimit {
  private final long startNanos = System.nanoTime();
  private final long limitNanos;
  private int left;

  RetryLimit(int most, Duration limit) {
    this.left = most;
    this.limitNanos = limit.toNanos();
  }

  /** Whether to try once more; the first time always. */
  boolean another() {
    return left-- > 0 && System.nanoTime() - startNanos < limitNanos;
  }
}
