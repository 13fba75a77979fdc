// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import java.util.Objects;
import org.holdfast.replication.protocol.DrainState;
import org.holdfast.replication.protocol.session.Sessions;
import org.holdfast.replication.protocol.views.Views;
import org.jspecify.annotations.Nullable;

/**
 * One look at how far a member is with leaving, in steps: at the members, at one session after the
 * other, and at the members again. Anything may happen between two steps. Sessions that were judged
 * by different views cannot be added up, and a session that arrived meanwhile may have been missed.
 * So a look that saw the members change, or a session arrive, has no result.
 */
public final class DrainLook {
  /*
   * Threads: any, one at a time. Locks: that of the session whose turn it is.
   */

  private final RepairPorts node;
  private final boolean draining;
  private final @Nullable Views views;
  private final int successors;
  private final long arrivals;
  private final Sessions.LiveWalk walk;

  // The live sessions here, by the work that a drain has with them.
  private int served;
  private int copies;
  private int inDoubt;

  public DrainLook(RepairPorts node) {
    this.node = node;
    // Before any session: a copy whose primary leaves the view later was counted as one that is not
    // in doubt, and whether that matters depends on how many members there were.
    draining = node.cluster.isDraining();
    views = node.cluster.views();
    successors = node.cluster.successors();
    arrivals = node.sessions.arrivals();
    walk = node.sessions.walkLive();
  }

  /** Looks at the next session; returns false if there is none. */
  public boolean step() {
    return walk.step(this::add);
  }

  private void add(boolean servedHere, boolean inLimbo) {
    served += servedHere ? 1 : 0;
    copies += servedHere ? 0 : 1;
    inDoubt += inLimbo ? 1 : 0;
  }

  /** Returns the result of all steps, after the last one. */
  public DrainState state() {
    boolean same =
        Objects.equals(node.cluster.views(), views)
            && node.cluster.successors() == successors
            && node.sessions.arrivals() == arrivals;
    return new DrainState(
        served,
        copies,
        inDoubt,
        successors,
        successors > node.config.secondaries(),
        draining && same);
  }
}
