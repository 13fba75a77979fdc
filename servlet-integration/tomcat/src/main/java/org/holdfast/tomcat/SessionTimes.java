// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time for which a session has been unused, by a clock that never jumps. Tomcat's own times
 * come from the wall clock, and sessions must not end because an operator sets that clock.
 *
 * <p>Any thread may call it. If two requests end at once, the later write counts, as with Tomcat's
 * own times.
 *
 * <p>Tomcat can count a use from its start or from its end, see {@code lastAccessAtStart} of its
 * sessions. Each {@code fromStart} below has that value.
 */
final class SessionTimes {
  /** The time of the last start or end of a use. */
  private volatile long usedNanos;

  /** The time of the last use that has ended: of its start or of its end. */
  private volatile long lastUsedNanos;

  /**
   * @param idle the time for which the session has been unused, on any node
   */
  SessionTimes(Duration idle) {
    usedNanos = System.nanoTime() - idle.toNanos();
    lastUsedNanos = usedNanos;
  }

  /** Notes that a request begins to use the session. */
  void begin() {
    usedNanos = System.nanoTime();
  }

  /** Notes that a request has used the session. */
  void end(boolean fromStart) {
    long now = System.nanoTime();
    lastUsedNanos = fromStart ? usedNanos : now;
    usedNanos = now;
  }

  /** Returns how long the session has been unused, in ms. */
  long idleMillis(boolean fromStart) {
    return TimeUnit.NANOSECONDS.toMillis(
        System.nanoTime() - (fromStart ? lastUsedNanos : usedNanos));
  }

  /**
   * Returns whether the session has been unused for {@code maxInactiveSeconds} or longer; false if
   * those are 0 or less, which means no limit.
   */
  boolean areOver(int maxInactiveSeconds, boolean fromStart) {
    return maxInactiveSeconds > 0 && idleMillis(fromStart) / 1_000 >= maxInactiveSeconds;
  }

  /** Returns {@code duration} in whole seconds, as Tomcat's {@code maxInactiveInterval} is. */
  static int seconds(Duration duration) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, duration.toSeconds()));
  }
}
