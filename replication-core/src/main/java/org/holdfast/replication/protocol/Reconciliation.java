// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import org.holdfast.replication.membership.Member;

/**
 * Where the copies of one session belong, as opposed to where they are. Guarded by the lock of its
 * session.
 */
final class Reconciliation {
  /** How far a session is that was looked at. */
  enum Progress {
    UNDER_WAY,
    /** Nothing can be done before a member answers again; then all are looked at again. */
    HELD_UP,
    DONE
  }

  private final SessionState session;
  private final ReplicaContext node;

  Reconciliation(SessionState session) {
    this.session = session;
    this.node = session.node;
  }

  /** Whether fewer copies than wanted are known to be there: what is to be mended first. */
  boolean lacksCopies() {
    Ownership own = session.primary;
    return own != null
        ? own.lacksHolders()
        : session.round == null && session.adoption().isOrphan();
  }

  /** Whether a member is about to leave with a copy that another should have. */
  boolean losesCopy() {
    Ownership own = session.primary;
    Views views = node.views();
    if (own == null
        || views == null
        || own.holderMembers().stream().noneMatch(node.peers::isDraining)) {
      return false;
    }
    List<Member> wanted = views.wantedHolders(session.key(), node);
    return own.holderMembers().stream()
        .anyMatch(member -> node.peers.isDraining(member) && !wanted.contains(member));
  }

  /** Moves the session towards the current placement; returns whether it is there. */
  boolean begin(long now, Effects effects) {
    Ownership own = session.primary;
    if (own != null) {
      Copy mine = session.held();
      long lease = session.remainingLease(now);
      own.retarget(mine, lease, now);
      // Whatever called for this look may have cut this member off while another took over.
      if (own.isRebalanced(mine)) {
        own.validate(mine, lease, now);
      }
      if (own.hasStrays()) {
        node.timed.add(session.key());
      }
      return own.isRebalanced(mine);
    }
    session.adoption().doubt();
    if (session.round == null && session.adoption().isOrphan() && node.mayServe()) {
      session.startRound(null, List.of(), now, now, effects);
    }
    return session.round == null;
  }

  /** Goes on with what {@link #begin} began. */
  Progress goOn(long now) {
    Ownership own = session.primary;
    if (own == null) {
      // Where requests keep coming for what nobody can prove, a round never ends: no view would
      // settle, and what settling would prove be refused for ever.
      boolean over = session.round == null || session.round.isOverdue(now);
      return over ? Progress.DONE : Progress.UNDER_WAY;
    }
    Copy mine = session.held();
    own.retarget(mine, session.remainingLease(now), now);
    if (own.isRebalanced(mine)) {
      return Progress.DONE;
    }
    return own.wantsMembers(mine) ? Progress.HELD_UP : Progress.UNDER_WAY;
  }
}
