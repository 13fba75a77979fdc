// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * The timing and the sizes of the protocol; all times are in nanoseconds.
 *
 * @param secondaries k, the number of copies besides the primary
 * @param ackTimeoutNanos the longest wait of a response for its acknowledgements, and the age at
 *     which the holder of an unacknowledged update is asked which version it has
 * @param freshNanos the highest age of the newest acknowledgement at which an answer leaves without
 *     a request for another; for so long a primary that does not know of its successor can answer
 *     reads from an old state
 * @param silenceTimeoutNanos the time for which a member that does not answer is waited for
 * @param acquireTimeoutNanos the time after which a request that could not get its session is
 *     rejected
 * @param handOverTimeoutNanos the longest wait of a hand-over for running requests
 * @param tombstoneNanos the time for which tombstones and fences are remembered: longer than any
 *     message or pause lasts
 * @param presumedDeadNanos the time after which members that vanished, more than k at once, are
 *     given up, so that sessions are served without their answer; a partition that lasts longer
 *     splits histories
 * @param repairsPerTick the most sessions sent again or adopted per tick, so that repair leaves
 *     room for requests
 * @param maxSessionBytes the size of the largest encoded session; the rest of a message about it
 *     takes less than {@link #HEADER_BYTES}
 * @param maxHeldBytes the most bytes of copies held for other members, {@link Long#MAX_VALUE} for
 *     any number; a copy counts for its bytes and {@link Copy#BYTES_BESIDES_IMAGE}
 * @param majorityOf 0 if every side of a partition may serve; else only a side that has the
 *     majority of the last settled view may, and before there is one, of this many members
 * @param servingLease whether a takeover from a primary that does not answer waits until that
 *     primary can answer nothing any more: then no read is answered from a state that another
 *     member has replaced
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

  /** The number of bytes that a message needs besides the session in it. */
  public static final int HEADER_BYTES = 4096;

  /** The interval between two ticks while anything is open. */
  public static final long TICK_NANOS = 10_000_000L;

  /**
   * The longest interval between two ticks. It is short against {@link #LONG_PAUSE_NANOS}, since a
   * stop of the process counts from the last tick before it.
   */
  public static final long LONGEST_SLEEP_NANOS = 500_000_000L;

  /**
   * The delay above which a late tick counts as a pause of this member, which proves no silence of
   * others.
   */
  public static final long PAUSE_NANOS = 250_000_000L;

  /**
   * The length of a pause above which the others may have dropped this member from their view. It
   * is shorter than the time that the failure detector takes.
   */
  public static final long LONG_PAUSE_NANOS = 2_000_000_000L;

  /**
   * The number of ended, fenced or made-up sessions above which a member remembers each for a
   * shorter time. So requests from outside cannot fill its memory: each takes some 500 bytes.
   */
  public static final int MOST_REMEMBERED = 100_000;

  public static final long TOUCH_NANOS = 1_000_000_000L;
  public static final long SWEEP_NANOS = 1_000_000_000L;
  public static final long STATUS_NANOS = 200_000_000L;

  /**
   * Returns how long a takeover from a primary that does not answer waits after the last promise
   * that it needs. That is longer than {@code freshNanos} with a serving lease, and 0 without one.
   */
  public long servingLeaseNanos() {
    // Room for clocks that run 5 % apart.
    return servingLease ? freshNanos + freshNanos / 20 + TICK_NANOS : 0;
  }
}
