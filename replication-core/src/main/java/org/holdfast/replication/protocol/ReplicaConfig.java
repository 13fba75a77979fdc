// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * Timing and size of the protocol; all times in nanoseconds.
 *
 * @param secondaries k, the copies besides the primary
 * @param ackTimeoutNanos longest wait of a response for its acknowledgements, and age at which the
 *     holder of an unacknowledged update is asked what it has
 * @param freshNanos how old the newest acknowledgement may be for an answer to leave without asking
 *     for another: how long a primary that does not know of its successor can answer reads from an
 *     old state
 * @param silenceTimeoutNanos how long an unanswering member is waited for
 * @param acquireTimeoutNanos when a request that could not get its session is told so
 * @param handOverTimeoutNanos longest wait of a hand-over for running requests
 * @param tombstoneNanos how long tombstones and fences are remembered: longer than any message or
 *     pause lasts
 * @param presumedDeadNanos when members that vanished, more than k at once, are given up, so that
 *     sessions are served without their answer; a partition that lasts longer splits histories
 * @param repairsPerTick most sessions sent again or adopted per tick, so that repair leaves room
 *     for requests
 * @param maxSessionBytes largest encoded session; the rest of a message about it takes less than
 *     {@link #HEADER_BYTES}
 * @param maxHeldBytes most bytes of copies held for other members, {@link Long#MAX_VALUE} for any
 *     number; a copy counts for its bytes and {@link HeldBytes#PER_COPY}
 * @param majorityOf 0 if every side of a partition may serve; else only a side that has the
 *     majority of the last settled view, and before there is one, of this many members
 * @param servingLease whether a takeover from a primary that does not answer waits until that can
 *     answer nothing any more: then no read is answered from a state that somebody else has gone on
 *     from
 */
public record ReplicaConfig(
    int secondaries,
    long ackTimeoutNanos,
    long freshNanos,
    long silenceTimeoutNanos,
    long acquireTimeoutNanos,
    long handOverTimeoutNanos,
    long tombstoneNanos,
    long presumedDeadNanos,
    int repairsPerTick,
    long maxSessionBytes,
    long maxHeldBytes,
    int majorityOf,
    boolean servingLease) {

  /** Room that a message needs besides the session in it. */
  public static final int HEADER_BYTES = 4096;

  /** Interval at which {@link Replica#tick} wants to be called. */
  public static final long TICK_NANOS = 10_000_000L;

  /**
   * A tick that comes this much late was the own pause, and no silence of others is concluded from
   * it.
   */
  static final long PAUSE_NANOS = 250_000_000L;

  /**
   * After a longer one the others may have dropped this member from their view: shorter than what
   * the failure detector takes.
   */
  public static final long LONG_PAUSE_NANOS = 2_000_000_000L;

  /**
   * Of more ended, fenced or made-up sessions than this a member remembers each for a shorter time,
   * so that what came from outside cannot fill its memory: some 500 bytes each.
   */
  static final int MOST_REMEMBERED = 100_000;

  static final long TOUCH_NANOS = 1_000_000_000L;
  static final long SWEEP_NANOS = 1_000_000_000L;
  static final long STATUS_NANOS = 200_000_000L;

  /**
   * How long a takeover from a primary that does not answer waits after the last promise that it
   * needs: longer than {@code freshNanos} if there is a serving lease; 0, not at all, if there is
   * none.
   */
  public long servingLeaseNanos() {
    // Room for clocks that run 5 % apart.
    return servingLease ? freshNanos + freshNanos / 20 + TICK_NANOS : 0;
  }
}
