// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * The progress of a member that is leaving.
 *
 * @param served the sessions that it is still the primary of
 * @param copies the sessions of others of which it still holds a copy
 * @param inDoubt the copies that were promised to a successor that has shown nothing newer yet
 * @param successors the members that can take the sessions here, not leaving themselves
 * @param enough whether they are enough to serve each session and hold all its copies
 * @param steady whether it was leaving, the members stayed the same and no session arrived while
 *     the sessions were counted: else the counts add up to nothing
 */
public record DrainState(
    int served, int copies, int inDoubt, int successors, boolean enough, boolean steady) {

  /** Returns whether the member may leave now: a longer wait would save nothing more. */
  public boolean isOver() {
    boolean given = served == 0 && inDoubt == 0 && (copies == 0 || !enough);
    return steady && (given || successors == 0);
  }

  /**
   * Returns whether the others can do without this member: it is over, and there is a member that
   * can have taken the sessions here.
   */
  public boolean leavesNothingBehind() {
    return isOver() && successors > 0;
  }

  /** Returns whether all sessions lie elsewhere, protected. */
  public boolean isComplete() {
    return served == 0 && copies == 0;
  }
}
