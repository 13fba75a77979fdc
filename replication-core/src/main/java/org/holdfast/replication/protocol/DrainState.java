// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * The progress of a member that is leaving: the result of one look at all its sessions, which takes
 * a while.
 *
 * @param served the number of sessions of which it is still the primary
 * @param copies the number of sessions of other members of which it still holds a copy
 * @param inDoubt the number of copies that it promised to a successor that has not sent anything
 *     newer yet
 * @param successors the number of other members of the view that are not leaving
 * @param enough whether there are more successors than secondaries wanted for each session: one
 *     serves it and the others hold its copies
 * @param steady whether this member was leaving, the members stayed the same and no session arrived
 *     during the look. Else the counts do not belong to one moment, and prove nothing
 */
public record DrainState(
    int served, int copies, int inDoubt, int successors, boolean enough, boolean steady) {

  /**
   * Returns whether the member may leave now, because a longer wait would save nothing more: it has
   * given away all that others can take, or there is no other member.
   */
  public boolean isOver() {
    // With too few successors to hold all copies, the copies here have nowhere to go.
    boolean allGiven = served == 0 && inDoubt == 0 && (copies == 0 || !enough);
    return steady && (allGiven || successors == 0);
  }

  /**
   * Returns whether the other members need not ask or miss this one after it has left, as no
   * session is here alone: the drain is over, and there was a member that could take the sessions.
   */
  public boolean isDispensable() {
    return isOver() && successors > 0;
  }

  /** Returns whether this member serves no session and holds no copy any more. */
  public boolean isComplete() {
    return served == 0 && copies == 0;
  }
}
