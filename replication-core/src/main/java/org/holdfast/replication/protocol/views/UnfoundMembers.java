// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.views;

import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.Message.ViewStatus;
import org.holdfast.replication.protocol.Message.ViewStatus.Standing;

/**
 * The listed members that may be alive behind a cut, of which none was found. Guarded by the lock
 * of {@link ViewTracker}.
 *
 * <p>A member is undecided until it has started and found all members that may be there, receives a
 * report from a member that is not undecided, or finds a member or nobody at each listed address.
 * The word of an undecided member ends no wait: two members that were started behind one cut could
 * otherwise take each other for the cluster, and deny the sessions of the others.
 *
 * <p>As long as it is undecided, a member that founded its cluster alone misses the others, and so
 * does a member that joined one, at most for the time after which vanished members count as dead. A
 * founder that still starts misses nobody: it serves no requests yet.
 */
final class UnfoundMembers {
  private final long patienceNanos;
  private final boolean majorityNeeded;
  private Standing standing;

  /** A flag that is set while this member misses others, unless its time is over. */
  private boolean missing;

  /** The time since when this member misses others, if it does. */
  private long sinceNanos;

  /** A flag that is set while the current view, if there is one, has no other member. */
  private boolean alone = true;

  /** A flag that is set if the first view of this member had no other member. */
  private boolean founder;

  /** A flag that is set once this member has started and found all members that there may be. */
  private boolean complete;

  /**
   * @param patienceNanos the time after which members that were not found count as dead
   * @param majorityNeeded whether only the side with a majority may serve: a member behind a cut
   *     serves nothing then, and reports have no place for its standing
   */
  UnfoundMembers(long patienceNanos, boolean majorityNeeded) {
    this.patienceNanos = patienceNanos;
    this.majorityNeeded = majorityNeeded;
    this.standing = majorityNeeded ? Standing.KNOWS : Standing.UNDECIDED;
  }

  /**
   * Takes in that this member founded its cluster alone, although others are listed. It misses them
   * unless it has found one of them meanwhile.
   */
  void foundedAlone(long nowNanos) {
    if (majorityNeeded ? alone : standing == Standing.UNDECIDED) {
      miss(nowNanos);
    }
  }

  /** Takes in that this member has started, and has found all listed members that may be there. */
  void foundAll() {
    complete = true;
    decide();
  }

  /** Takes in that each listed address is that of a member, or that nobody listens there. */
  void foundAllListed() {
    know();
  }

  private void decide() {
    if (complete && founder) {
      know();
    }
  }

  private void know() {
    standing = Standing.KNOWS;
    missing = false;
  }

  private void miss(long nowNanos) {
    missing = true;
    sinceNanos = nowNanos;
  }

  /**
   * Takes in a new view.
   *
   * @param first whether it is the first one of this member
   */
  void install(View view, boolean first, long nowNanos) {
    alone = view.members().size() == 1;
    founder |= first && alone;
    if (first && !alone && standing == Standing.UNDECIDED) {
      miss(nowNanos);
    }
    boolean isOver = missing && !isMissed(nowNanos);
    if (isOver || majorityNeeded && !alone) {
      know();
    }
    decide();
  }

  /** Takes in the report of another member on the current view. */
  void heard(ViewStatus status) {
    if (!majorityNeeded && status.standing() == Standing.KNOWS && !status.newcomer()) {
      know();
    }
  }

  /** Returns the standing to report; a member in its first view reports itself as a newcomer. */
  Standing told() {
    return standing;
  }

  /** Returns whether members that were never found may be alive and serve sessions. */
  boolean isMissed(long nowNanos) {
    return missing && nowNanos - sinceNanos < patienceNanos;
  }
}
