// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time for which a session has been unused, by a clock that never jumps. Tomcat's own times are
 * those of the wall clock, and sessions must not end because that clock is set. Thread-safe, as far
 * as Tomcat's times are.
 */
final class SessionTimes {
  private volatile long usedNanos;
  private volatile long lastUsedNanos;

  /**
   * @param idle the time for which the session has been unused
   */
  SessionTimes(Duration idle) {
    usedNanos = System.nanoTime() - idle.toNanos();
    lastUsedNanos = usedNanos;
  }

  /** Notes that a request begins to use the session. */
  void begin() {
    usedNanos = System.nanoTime();
  }

  /**
   * Notes that a request has used the session.
   *
   * @param fromStart whether a use counts from its start on
   */
  void end(boolean fromStart) {
    long now = System.nanoTime();
    lastUsedNanos = fromStart ? usedNanos : now;
    usedNanos = now;
  }

  /**
   * Returns how long the session has been unused, in ms.
   *
   * @param fromStart whether a use counts from its start on
   */
  long idleMillis(boolean fromStart) {
    return TimeUnit.NANOSECONDS.toMillis(
        System.nanoTime() - (fromStart ? lastUsedNanos : usedNanos));
  }

  /**
   * Returns whether the session has been unused for as long as it may; never with 0 seconds or
   * less.
   */
  boolean areOver(int maxInactiveSeconds, boolean fromStart) {
    return maxInactiveSeconds > 0 && idleMillis(fromStart) / 1_000 >= maxInactiveSeconds;
  }

  /** Returns {@code duration} in seconds, as Tomcat counts how long a session may be unused. */
  static int seconds(Duration duration) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, duration.toSeconds()));
  }
}
