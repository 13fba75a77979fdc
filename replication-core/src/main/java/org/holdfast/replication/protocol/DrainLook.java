// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One look at how far a member is with leaving, in steps: at the members, at one session after the
 * other, and at the members again. Anything may happen between two steps. Sessions that were judged
 * by different views add up to nothing, and a session that arrived meanwhile may have been missed,
 * so a look that saw the members change, or a session arrive, concludes nothing.
 */
final class DrainLook {
  /*
   * Threads: any, one at a time. Locks: that of the session whose turn it is.
   */

  private final ReplicaContext node;
  private final Sessions sessions;
  private final boolean draining;
  private final @Nullable Views views;
  private final int successors;
  private final long arrivals;
  private final Iterator<SessionState> walk;

  // Live sessions here, by what a drain has to do about them.
  private int served;
  private int copies;
  private int inDoubt;

  DrainLook(ReplicaContext node, Sessions sessions) {
    this.node = node;
    this.sessions = sessions;
    // Before any session: a copy whose primary leaves the view later was counted as one that is not
    // in doubt, and whether that matters depends on how many members there were.
    draining = node.draining;
    views = node.views();
    successors = node.successors();
    arrivals = node.arrivals.get();
    walk = sessions.iterator();
  }

  /** Looks at the next session; returns false if there is none. */
  boolean step() {
    if (!walk.hasNext()) {
      return false;
    }
    sessions.look(walk.next(), this::add);
    return true;
  }

  private void add(SessionState session) {
    if (session.copy != null && !session.copy.tombstone()) {
      served += session.primary == null ? 0 : 1;
      copies += session.primary == null ? 1 : 0;
      inDoubt += session.adoption().isInLimbo() ? 1 : 0;
    }
  }

  /** Returns the result of all steps, after the last one. */
  DrainState state() {
    boolean same =
        Objects.equals(node.views(), views)
            && node.successors() == successors
            && node.arrivals.get() == arrivals;
    return new DrainState(
        served,
        copies,
        inDoubt,
        successors,
        successors > node.config.secondaries(),
        draining && same);
  }
}
