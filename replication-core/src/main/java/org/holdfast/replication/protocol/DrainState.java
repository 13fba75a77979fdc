// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * How far a member is with leaving.
 *
 * @param served sessions that it is still the primary of
 * @param copies sessions of others of which it still holds a copy
 * @param inDoubt copies that were promised to a successor who has shown nothing newer yet
 * @param successors members that can take what is here, not leaving themselves
 * @param enough whether they are enough to serve each session and hold all its copies
 * @param steady whether it was leaving, the members stayed the same and no session arrived while
 *     the sessions were counted: else the counts add up to nothing
 */
public record DrainState(
    int served, int copies, int inDoubt, int successors, boolean enough, boolean steady) {

  /** Whether leaving now takes nothing from anybody that waiting longer could keep. */
  public boolean isOver() {
    boolean given = served == 0 && inDoubt == 0 && (copies == 0 || !enough);
    return steady && (given || successors == 0);
  }

  /**
   * Whether the others can do without this member: it is over, and there is somebody to have taken
   * what was here.
   */
  boolean leavesNothingBehind() {
    return isOver() && successors > 0;
  }

  /** Whether everything lies elsewhere, protected. */
  public boolean isComplete() {
    return served == 0 && copies == 0;
  }
}
