// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.function.LongSupplier;

/**
 * The time between two looks of JGroups for messages to repeat. The looks are rare once no message
 * has come or gone for a while: membership sends none as long as no member comes or goes.
 * Thread-safe.
 */
final class RetransmitPace {
  /** The time without a message after which looks are rare; far longer than a message is repeated. */
  static final long QUIET_NANOS = 10_000_000_000L;

  static final long RARE_MILLIS = 1_000;

  /*
   * A message that comes as looks become rare is not overlooked: it sets the time before it looks at the flag, and the look
   * sets the flag before it looks at the time once more.
   */
  private final LongSupplier clock;
  private volatile long messageNanos;
  private volatile boolean rare;

  RetransmitPace(LongSupplier clock) {
    this.clock = clock;
    messageNanos = clock.getAsLong();
  }

  /** Takes note of a message; returns whether the next look is too far away for it. */
  boolean noteMessage() {
    messageNanos = clock.getAsLong();
    if (!rare) {
      return false;
    }
    rare = false;
    return true;
  }

  /** Returns the time until the next look, {@code usualMillis} unless it is quiet. */
  long nextMillis(long usualMillis) {
    rare = true;
    rare = clock.getAsLong() - messageNanos >= QUIET_NANOS;
    return rare ? RARE_MILLIS : usualMillis;
  }
}
