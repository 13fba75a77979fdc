// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * The time of the next tick: the earliest for which a part of a member asks. Not thread-safe.
 *
 * <p>After each tick, every part that acts on time is asked once, and asks again for all that is
 * still open in it. So no deadline outlives the state that it comes from, and none is lost with a
 * message. A part in doubt asks for a tick {@linkplain #soon soon}: that costs a look, while a
 * deadline that nobody named costs a retry. Why: {@code docs/design/024-ticks-when-due.md}.
 */
public final class NextTick {
  /** A part of a member that acts as time passes. */
  public interface Timed {
    /**
     * Asks for the tick at which this part next has anything to do, as its state is now. Belongs to
     * the protocol thread, which calls it right after the tick.
     */
    void nextTick(NextTick next);
  }

  private final long nowNanos;
  private final long soonNanos;
  private long nanos;

  /** Begins with the latest time at which a tick comes, whatever is asked for. */
  public NextTick(long nowNanos) {
    this.nowNanos = nowNanos;
    this.soonNanos = nowNanos + ReplicaConfig.TICK_NANOS;
    this.nanos = nowNanos + ReplicaConfig.LONGEST_SLEEP_NANOS;
  }

  /** Returns the time of the tick that has just ended. */
  public long nowNanos() {
    return nowNanos;
  }

  /** Asks for a tick after {@link ReplicaConfig#TICK_NANOS}, since something is open. */
  public void soon() {
    nanos = soonNanos;
  }

  /** Asks for a tick at that time, or soon if that is earlier than the soonest. */
  public void at(long atNanos) {
    if (atNanos - nanos < 0) {
      nanos = atNanos - soonNanos < 0 ? soonNanos : atNanos;
    }
  }

  /** Returns the earliest time that was asked for. */
  public long nanos() {
    return nanos;
  }
}
