// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import org.holdfast.replication.membership.Member;

/**
 * Finds a primary for a session that has none, may have none, or is about to lose it, and brings
 * the session to where the current placement wants it. Guarded by the lock of its session.
 */
final class Adoption {
  /** How far a session is that was looked at. */
  enum Progress {
    UNDER_WAY,
    /** Nothing can be done before a member answers again; then all are looked at again. */
    HELD_UP,
    DONE
  }

  private final SessionState session;
  private final ReplicaContext node;

  Adoption(SessionState session) {
    this.session = session;
    this.node = session.node;
  }

  /**
   * Whether bytes or a tombstone are here whose primary, or the member they were promised to, has
   * left the view, or which this member claimed in vain: it has fenced whoever served them. A
   * tombstone needs a primary as well, who sees to it that no older copy is left; one whose term is
   * over does not.
   */
  boolean isOrphan() {
    Views views = node.views();
    Copy mine = session.copy;
    if (views == null || mine == null) {
      return false;
    }
    List<Member> members = views.current().members();
    boolean claimedInVain =
        session.promised.isOwnedBy(node.self)
            && (!mine.tombstone() || !session.promised.equals(mine.epoch()));
    return claimedInVain
        || members.stream().noneMatch(mine.epoch()::isOwnedBy)
        || members.stream().noneMatch(session.promised::isOwnedBy);
  }

  /** Notes a copy that this member has to answer for. */
  void doubt() {
    if (isInLimbo()) {
      node.stranded.add(session.key());
    }
  }

  /**
   * Whether live bytes are here that were promised to somebody who has not sent newer ones yet, or
   * whose primary has left, or an end that nobody else has heard of, or bytes were dropped on which
   * a primary may count: this member answers for them until a primary shows itself.
   */
  boolean isInLimbo() {
    Copy mine = session.copy;
    if (session.primary != null) {
      return false;
    }
    if (mine == null) {
      return isMissing();
    }
    return mine.tombstone()
        ? isUntold(mine)
        : session.promised.compareTo(mine.epoch()) > 0 && !session.hasRefused(session.promised)
            || isOrphan();
  }

  private boolean isMissing() {
    SessionState.Transition transition = session.transitionIfAny();
    Views views = node.views();
    return transition != null
        && transition.dropped
        && views != null
        && views.current().members().stream().anyMatch(session.promised::isOwnedBy);
  }

  private boolean isUntold(Copy end) {
    SessionState.Transition transition = session.transitionIfAny();
    return transition != null && transition.untoldEnd.equals(end.label());
  }

  /** The same; takes the note back, under the lock of the session, once that is over. */
  boolean isStillInLimbo() {
    boolean limbo = isInLimbo();
    if (!limbo) {
      node.stranded.remove(session.key());
    }
    return limbo;
  }

  /**
   * Has somebody look after a session that nobody may be serving: the member that it was promised
   * to, if that is there, else this one. Returns whether there is reason to look again.
   */
  boolean rescue(long now, Effects effects) {
    Views views = node.views();
    if (!isStillInLimbo()) {
      return false;
    }
    if (views == null || session.round != null) {
      return true;
    }
    for (Member member : views.current().members()) {
      if (session.promised.isOwnedBy(member) && canTake(member)) {
        node.network.send(member, new Message.Offer(session.key()));
        return true;
      }
    }
    if (views.confirmed() && node.mayServe()) {
      session.startRound(null, List.of(), now, now, effects);
    }
    return true;
  }

  private boolean canTake(Member member) {
    return !member.equals(node.self)
        && !node.peers.isDown(member)
        && !node.peers.isDraining(member);
  }

  /**
   * Asks another member to take the session, unless a request uses it and {@code patient}. Returns
   * whether it was asked.
   */
  boolean offer(boolean patient) {
    Views views = node.views();
    Ownership own = session.primary;
    if (views == null || own == null || !isToBeGivenAway() || own.handOver != null) {
      return false;
    }
    Member successor = views.successor(session.key(), node);
    return successor != null
        && (own.running == 0 || !patient)
        && node.network.send(successor, new Message.Offer(session.key()));
  }

  /** Whether a living session is served here. */
  boolean isToBeGivenAway() {
    return session.primary != null && !session.held().tombstone();
  }

  /** A primary wants to be rid of the session, or a holder does not know who serves it. */
  void onOffer(Member from, long now, Effects effects) {
    if (session.primary != null) {
      session.primary.suspect(from, session.held(), session.remainingLease(now), now);
    } else if (session.round == null && !node.draining) {
      session.startRound(from, List.of(), now, now, effects);
    }
  }

  // where its copies belong, as opposed to where they are

  /** Whether fewer copies than wanted are known to be there: what is to be mended first. */
  boolean lacksCopies() {
    Ownership own = session.primary;
    return own != null ? own.lacksHolders() : session.round == null && isOrphan();
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
      if (own.hasStaleHolders()) {
        node.timed.add(session.key());
      }
      return own.isRebalanced(mine);
    }
    doubt();
    if (session.round == null && isOrphan() && node.mayServe()) {
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
