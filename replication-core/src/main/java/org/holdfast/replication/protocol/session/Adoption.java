// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.List;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.primary.Primary;
import org.holdfast.replication.protocol.turn.Turn;
import org.holdfast.replication.protocol.views.Views;

/**
 * The rules that find a primary for a session that has none, may have none, or is about to lose it.
 * They also move the session to where the current placement wants it. Guarded by the lock of its
 * session.
 */
final class Adoption {
  private final SessionState session;
  private final SessionPorts node;

  Adoption(SessionState session) {
    this.session = session;
    this.node = session.node;
  }

  /**
   * Returns whether the bytes or the tombstone here lack a primary. They do if their primary, or
   * the member they were promised to, has left the view. They also do if this member claimed them
   * in vain and so fenced their primary. A tombstone needs a primary, too, which sees to it that no
   * older copy is left, unless its epoch is over.
   */
  boolean isOrphan() {
    Views views = node.cluster.views();
    Copy mine = session.copy;
    if (views == null || mine == null) {
      return false;
    }
    List<Member> members = views.current().members();
    boolean claimedInVain =
        session.promised.isOwnedBy(node.cluster.self())
            && (!mine.tombstone() || !session.promised.equals(mine.epoch()));
    return claimedInVain
        || members.stream().noneMatch(mine.epoch()::isOwnedBy)
        || members.stream().noneMatch(session.promised::isOwnedBy);
  }

  /** Notes the key of a session that is {@linkplain #isInLimbo in limbo}. */
  void doubt() {
    if (isInLimbo()) {
      node.agenda.stranded().add(session.key());
    }
  }

  /**
   * Returns whether this member answers for the session until a primary shows itself. It does for
   * live bytes that it promised to a member that has not sent newer ones yet, or that lack a
   * primary; for an end that no other member knows; and after it dropped a copy on which a primary
   * may count.
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
    Views views = node.cluster.views();
    return transition != null
        && transition.dropped
        && views != null
        && views.current().members().stream().anyMatch(session.promised::isOwnedBy);
  }

  private boolean isUntold(Copy end) {
    SessionState.Transition transition = session.transitionIfAny();
    return transition != null && transition.untoldEnd.equals(end.label());
  }

  /** Returns {@link #isInLimbo}; once that is over, takes the note back under the same lock. */
  boolean isStillInLimbo() {
    boolean limbo = isInLimbo();
    if (!limbo) {
      node.agenda.stranded().remove(session.key());
    }
    return limbo;
  }

  /**
   * Offers a session that may lack a primary to the member it was promised to, if that answers,
   * else acquires it. Returns whether there is reason to look again.
   */
  boolean rescue(Turn turn) {
    long now = turn.nowNanos();
    Views views = node.cluster.views();
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
    if (views.confirmed() && node.cluster.mayServe()) {
      session.startRound(null, List.of(), now, turn);
    }
    return true;
  }

  private boolean canTake(Member member) {
    return !member.equals(node.cluster.self())
        && !node.cluster.isDown(member)
        && !node.cluster.isDraining(member);
  }

  /**
   * Asks another member to take the session, unless {@code patient} and a request uses it. Returns
   * whether it asked.
   */
  boolean offer(boolean patient) {
    Views views = node.cluster.views();
    Primary own = session.primary;
    if (views == null || own == null || !isToBeGivenAway() || own.handOver() != null) {
      return false;
    }
    Member successor = node.cluster.candidates().successor(views, session.key());
    return successor != null
        && (own.running() == 0 || !patient)
        && node.network.send(successor, new Message.Offer(session.key()));
  }

  /** Returns whether this member serves the session, which has not ended. */
  boolean isToBeGivenAway() {
    return session.primary != null && !session.held().tombstone();
  }

  /** Takes in that a primary gives the session away, or that a holder does not know its primary. */
  void onOffer(Member from, Turn turn) {
    long now = turn.nowNanos();
    if (session.primary != null) {
      session.primary.suspect(from, session.held(), session.remainingLease(now), now);
    } else if (session.round == null && !node.cluster.isDraining()) {
      session.startRound(from, List.of(), now, turn);
    }
  }

  // where its copies belong, as opposed to where they are

  /** Returns whether fewer copies than wanted are known, so that the session is repaired first. */
  boolean lacksCopies() {
    Primary own = session.primary;
    return own != null ? own.lacksHolders() : session.round == null && isOrphan();
  }

  /** Returns whether a member is about to leave with a copy that another should have. */
  boolean losesCopy() {
    Primary own = session.primary;
    Views views = node.cluster.views();
    if (own == null
        || views == null
        || own.holderMembers().stream().noneMatch(node.cluster::isDraining)) {
      return false;
    }
    List<Member> wanted = node.cluster.candidates().wantedHolders(views, session.key());
    return own.holderMembers().stream()
        .anyMatch(member -> node.cluster.isDraining(member) && !wanted.contains(member));
  }

  /** Moves the session towards the current placement; returns whether it is there. */
  boolean begin(Turn turn) {
    long now = turn.nowNanos();
    Primary own = session.primary;
    if (own != null) {
      Copy mine = session.held();
      long lease = session.remainingLease(now);
      own.retarget(mine, lease, now);
      // The event that caused this look may have cut this member off while another took over.
      if (own.isRebalanced(mine)) {
        own.validate(mine, lease, now);
      }
      if (own.hasStaleHolders()) {
        node.agenda.timed().add(session.key());
      }
      return own.isRebalanced(mine);
    }
    doubt();
    if (session.round == null && isOrphan() && node.cluster.mayServe()) {
      session.startRound(null, List.of(), now, turn);
    }
    return session.round == null;
  }

  /** Continues the move that {@link #begin} began; returns how far it is. */
  Sessions.Progress goOn(long now) {
    Primary own = session.primary;
    if (own == null) {
      // If requests keep coming for a session whose newest state no member can prove, a round never
      // ends. Then no view would settle, and requests that a settled view could answer would be
      // refused for ever.
      boolean over = session.round == null || session.round.isOverdue(now);
      return over ? Sessions.Progress.DONE : Sessions.Progress.UNDER_WAY;
    }
    Copy mine = session.held();
    own.retarget(mine, session.remainingLease(now), now);
    if (own.isRebalanced(mine)) {
      return Sessions.Progress.DONE;
    }
    return own.wantsMembers(mine) ? Sessions.Progress.HELD_UP : Sessions.Progress.UNDER_WAY;
  }
}
