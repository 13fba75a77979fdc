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
 * <p>A member that founds its cluster alone misses the others until it learns of a member that does
 * not, or finds a member or nobody at each listed address, at most for the time after which
 * vanished members count as dead. Another member that joins it knows no more of the others, so it
 * misses them, too. Two members that were started behind one cut could otherwise take each other
 * for the cluster, and deny the sessions of the others.
 *
 * <p>A member is undecided until its start is over, and a member that joined others until it
 * receives a report from a member that is not. The word of an undecided member ends no wait.
 */
final class UnfoundMembers {
  private final long patienceNanos;
  private final boolean majorityNeeded;
  private Standing standing;

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
   * Takes in that this member founded its cluster alone, although others are listed; returns
   * whether it misses them. It does not if it has found one of them meanwhile.
   */
  boolean foundedAlone(long nowNanos) {
    if (majorityNeeded ? alone : standing == Standing.UNDECIDED) {
      miss(nowNanos);
    }
    return isMissed(nowNanos);
  }

  /** Takes in that this member has started, and has found all listed members that may be there. */
  void foundAll() {
    complete = true;
    decide();
  }

  /**
   * Takes in that each listed address is that of a member, or that nobody listens there; returns
   * whether this member missed others until now.
   */
  boolean foundAllListed() {
    boolean missed = standing == Standing.MISSES;
    if (missed) {
      standing = Standing.KNOWS;
    }
    return missed;
  }

  private void decide() {
    if (complete && founder && standing == Standing.UNDECIDED) {
      standing = Standing.KNOWS;
    }
  }

  private void miss(long nowNanos) {
    standing = Standing.MISSES;
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
    boolean isOver = standing == Standing.MISSES && !isMissed(nowNanos);
    if (isOver || majorityNeeded && !alone) {
      standing = Standing.KNOWS;
    }
    decide();
  }

  /** Takes in the report of another member on the current view. */
  void heard(ViewStatus status, long nowNanos) {
    if (majorityNeeded) {
      return;
    }
    Standing theirs = status.standing();
    if (theirs == Standing.KNOWS && !status.newcomer()) {
      standing = Standing.KNOWS;
    } else if (theirs == Standing.MISSES && standing == Standing.UNDECIDED) {
      miss(nowNanos);
    }
  }

  /** Returns the standing to report; a member in its first view reports itself as a newcomer. */
  Standing told() {
    return standing;
  }

  /** Returns whether members that were never found may be alive and serve sessions. */
  boolean isMissed(long nowNanos) {
    return standing == Standing.MISSES && nowNanos - sinceNanos < patienceNanos;
  }
}
