// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;

/**
 * How long one session, its fence and its tombstone are kept. Guarded by the lock of its session.
 */
final class Retention {
  /**
   * After its own term, which lasts as long as it is remembered elsewhere, a tombstone is
   * remembered for this part of that time: for members that come back at the last moment.
   */
  private static final int PART_AFTER_TERM = 4;

  private final SessionState session;

  Retention(SessionState session) {
    this.session = session;
  }

  /** The time for which a fence or a tombstone is remembered starts anew, at the next sweep. */
  void restart() {
    Transition transition = session.transitionIfAny();
    if (transition != null) {
      transition.counting = false;
      transition.servedOut = false;
    }
  }

  /** Drops what nobody needs any more; returns whether nothing is left. */
  boolean sweep(long now, Effects effects) {
    assert Thread.holdsLock(session);
    long tombstoneNanos = session.node.config.tombstoneNanos();
    Copy mine = session.copy;
    // The time in which this member could neither adopt the session nor end it does not count.
    boolean leaseIsLongOver =
        mine != null
            && !mine.tombstone()
            && session.hasLeaseEnded(now, tombstoneNanos)
            && now - session.node.adoptingSinceNanos() > tombstoneNanos;
    if (session.primary != null) {
      sweepTerm(session.primary, leaseIsLongOver, now, effects);
      return false;
    }
    if (session.round != null) {
      return false;
    }
    if (mine != null && !mine.tombstone()) {
      if (leaseIsLongOver) {
        session.node.metrics.count(Counter.LEASES_ENDED);
        session.copy = null;
        restart();
      }
      return false;
    }
    Transition transition = session.transition();
    if (!transition.counting) {
      transition.counting = true;
      transition.sinceNanos = now;
    }
    return isOver(transition.sinceNanos, transition.servedOut ? PART_AFTER_TERM : 1, now);
  }

  private void sweepTerm(Ownership term, boolean leaseIsLongOver, long now, Effects effects) {
    Copy mine = session.held();
    if (term.running > 0 && session.hasLeaseEnded(now, 0)) {
      // A request lasts longer than the lease: secondaries would drop what seems to be forgotten.
      session.tellLease();
    }
    if (leaseIsLongOver && term.running == 0) {
      // No application on this member asks for it, which alone could tell its listeners.
      session.node.metrics.count(Counter.LEASES_ENDED);
      session.requests().remove(term.epoch, now);
      session.tellReleased(effects);
    } else if (mine.tombstone() && isTombstoneOld(now)) {
      session.endTerm(now, effects);
      session.transition().confirmed = mine.label();
      session.transition().untoldEnd = Label.NONE;
      // A term that found the end already old has told the others of it for less than that.
      session.transition().servedOut = now - term.sinceNanos >= session.node.retentionNanos();
    }
  }

  /**
   * Whether the term of a tombstone may end. Until then, a member that returns with an older copy
   * is told to drop it. A member that hung before the end and left the view after it counts as long
   * away only from when it left, so the term lasts until then.
   */
  private boolean isTombstoneOld(long now) {
    Transition transition = session.transition();
    if (!transition.ended) {
      transition.ended = true;
      transition.endedNanos = now;
    }
    return isOver(transition.endedNanos, 1, now)
        && !session.node.absences.mayReturnUnnoticed(transition.endedNanos, now);
  }

  /** Whether so long has passed, or a part of it. */
  private boolean isOver(long sinceNanos, int part, long now) {
    long age = part * (now - sinceNanos);
    if (age < session.node.retentionNanos()) {
      return false;
    }
    if (age < session.node.config.tombstoneNanos()) {
      session.node.metrics.count(Counter.FORGOTTEN_EARLY);
    }
    return true;
  }

  /**
   * Drops bytes from before a long absence: whether the session has ended meanwhile nobody may know
   * any more. The fence stays.
   */
  void forget(Absences.Verdict verdict, long now, Effects effects) {
    Copy mine = session.copy;
    if (mine == null || mine.tombstone()) {
      return;
    }
    ReplicaContext node = session.node;
    Ownership own = session.primary;
    // A request that uses the session renews its lease, but makes nothing of it news.
    boolean givenUp = own == null && mine.epoch().isOwnedBy(node.self);
    long touchedNanos = own == null ? session.leaseStartNanos() : own.sinceNanos;
    if (!verdict.isOutdated(mine.epoch(), touchedNanos)
        && !(givenUp && verdict.backNanos().isPresent())) {
      return;
    }
    if (own != null) {
      session.endTerm(now, effects);
    }
    node.metrics.count(Counter.OUTDATED_COPIES);
    session.rules().discardUnless(mine, session.confirmed(), effects);
    tellPrimary(mine);
    session.copy = null;
    session.setDisputed(false);
    session.transition().dropped = true;
    session.adoption().doubt();
    restart();
  }

  /**
   * A primary that is there may have been told that the copy is here. If this message is lost, the
   * rescue of sessions in doubt asks that primary to look again.
   */
  private void tellPrimary(Copy mine) {
    ReplicaContext node = session.node;
    Views views = node.views();
    if (views == null) {
      return;
    }
    for (Member member : views.current().members()) {
      if (mine.epoch().isOwnedBy(member) && !member.equals(node.self)) {
        node.network.send(member, new Message.NackGap(session.key(), mine.epoch(), Label.NONE));
      }
    }
  }
}
