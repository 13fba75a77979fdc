// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.OptionalLong;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * After a view or a peer changed, brings each session to where it belongs: copies to new
 * secondaries, dead primaries' sessions to an adopter. Paced by what is still waiting for
 * acknowledgement, so that requests keep their share. Tells the others when done.
 */
final class Rebalancer {
  /*
   * Threads: the protocol thread runs onView and tick; transport threads run onStatus; onTermBegun runs on any, under a
   * session's lock.
   * Locks: no session's lock is taken while this object's monitor is held.
   */

  private final ReplicaContext node;
  private final Sessions sessions;

  private final Repairs repairs;
  private final Departure departure;
  private final Succession succession;

  /** Sessions in doubt when that was looked at last, and those to be looked after now. */
  private final Set<String> doubted = new HashSet<>();

  private final Deque<String> rescues = new ArrayDeque<>();

  /** Any time that is near enough for a report. */
  private volatile long lastTickNanos;

  /** Whether the others were told that nothing is here any more that they lack. */
  private volatile boolean drained;

  private boolean watching;
  private long strandedNanos;

  @GuardedBy("this")
  private long statusNanos;

  /** How many of the members that were given up have been counted. */
  @GuardedBy("this")
  private long countedGivenUp;

  Rebalancer(ReplicaContext node, Sessions sessions) {
    this.node = node;
    this.sessions = sessions;
    this.repairs = new Repairs(node, sessions);
    this.departure = new Departure(node, sessions);
    this.succession = new Succession(node, sessions);
    node.termBegun = this::onTermBegun;
  }

  /** Returns what is to be dropped as of this view, null if nothing. */
  LongAbsences.@Nullable Verdict onView(View view, long now) {
    Views before = node.views();
    if (before != null && before.current().sameAs(view)) {
      return null;
    }
    LongAbsences.Verdict verdict =
        node.absences.onView(before == null ? null : before.current(), view, now);
    if (node.tracker.install(view, now)) {
      giveUpTerms(now);
    }
    node.placementGeneration.incrementAndGet();
    Views views = node.views();
    if (views != null) {
      node.peers.retainAll(views);
      node.slowPeers.retainAll(views);
      node.fullPeers.retainAll(views);
    }
    review();
    if (rescues.isEmpty()) {
      watchDoubted(now); // what a new view decides by itself it decides soon
    }
    sendStatus(now, true);
    return verdict;
  }

  /**
   * Others may have taken over what is served here, and heard from nobody who is still asked: what
   * this member was primary of it looks for like everybody else. A term in which nothing was
   * protected may have begun behind the cut: its copy counts as what it came from.
   */
  private void giveUpTerms(long now) {
    for (String key : sessions.keys()) {
      sessions.run(
          key,
          (session, effects) -> {
            if (session.primary != null && !session.held().tombstone()) {
              session.setDisputed(session.owned().everProtectedVersion() < 0);
              session.stepDown(now, effects);
            }
          });
    }
  }

  private void review() {
    node.reviewRequested.set(false);
    repairs.start();
  }

  /** Tells a member that does not know it yet why nobody listens to it. */
  void turnAway(Member member) {
    Views views = node.views();
    if (views != null && node.tracker.isOutside(member)) {
      node.network.send(member, new Message.NotInView(views.current().number()));
    }
  }

  /** One has gone on without this member: have the others, too? */
  void onNotInView(Member from, Message.NotInView gone, long now) {
    if (node.tracker.excludedBy(from, gone.viewNumber(), now)) {
      sendStatus(now, true);
    }
  }

  /**
   * This member has reported that its sessions are placed, and now has another. With one secondary
   * that and the one it comes from are enough; with more a view could settle while one has nothing.
   */
  private void onTermBegun() {
    if (node.config.secondaries() > 1 && node.tracker.takeBack()) {
      sendStatus(lastTickNanos, false);
    }
  }

  /** This member was stopped for a while: another view may have come without it. */
  void askWhatWasMissed(long now) {
    sendStatus(now, true);
  }

  void onStatus(Member from, Message.ViewStatus status, long now) {
    turnAway(from);
    advanced(node.tracker.record(from, status, now));
    node.peers.setDrained(from, status.drained());
    if (node.tracker.hasSeenMore()) {
      sendStatus(now, false);
    }
    if (node.peers.setDraining(from, status.draining())) {
      node.placementGeneration.incrementAndGet();
      node.requestReview();
    }
    Views views = node.views();
    if (status.replyWanted() && views != null && views.current().number() == status.viewNumber()) {
      tellIfLongAway(from);
      sendStatusTo(from, false);
    }
  }

  void tick(long now) {
    lastTickNanos = now;
    if (node.reviewRequested.get()) {
      review();
    }
    repairs.tick(now);
    rescueStranded(now);
    succession.tick(now);
    if (node.draining && departure.tick(now)) {
      sendStatus(now, false);
    }
    Views views = node.views();
    if (views == null) {
      return;
    }
    long takenBack = node.tracker.takenBack();
    boolean done = repairs.areDone() && (node.tracker.isRebalanced() || nothingIsAtRisk(now));
    if (done && !node.tracker.isRebalanced()) {
      advanced(node.tracker.rebalanced(takenBack, now));
      sendStatus(now, true);
    } else if (!views.settled()) {
      advanced(node.tracker.tick(now));
      sendStatusIfDue(now);
    } else {
      probe(views, now);
    }
  }

  /** Begins to leave: tells the others, and offers them what is here until the limit. */
  void startDrain(long limitNanos, long now) {
    node.draining = true;
    departure.start(limitNanos, now);
    sendStatus(now, false);
  }

  /** Tells the others, once, whether all that was here is elsewhere: they need not miss it then. */
  synchronized void setDrained(boolean everythingIsElsewhere, long now) {
    if (drained != everythingIsElsewhere) {
      drained = everythingIsElsewhere;
      sendStatus(now, false);
    }
  }

  /**
   * What was given up or promised is this member's to answer for until the successor has sent newer
   * bytes: a view that settled before would forget who holds the only copies. With too many members
   * lost there is nothing to wait for: nobody can prove anything until they are taken for dead. Nor
   * is there once that time is over: a member whose last word came here only, that it was drained,
   * is one too many for the successor, which can prove nothing before the view has settled.
   *
   * <p>The same holds for a session that nobody here has room for: the member that is missed may
   * have the other copy.
   */
  private boolean nothingIsAtRisk(long now) {
    if (node.missesTooMany() || node.tracker.isOverdue(now)) {
      return true;
    }
    Views views = node.views();
    if (views != null
        && node.tracker.lost(views) > 0
        && node.fullPeers.haveRefused(views.current())
        && node.degradedSessions.get() > 0) {
      return false;
    }
    for (Iterator<String> each = node.stranded.iterator(); each.hasNext(); ) {
      if (sessions.with(each.next(), (session, effects) -> session.adoption().isStillInLimbo())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Looks after the sessions that have been in doubt for a whole acquire timeout or longer. While
   * this member's report of the view waits for them, the time in which a takeover ends, if nobody
   * is silent, is enough: a silence timeout.
   */
  private void rescueStranded(long now) {
    if (!watching) {
      watching = true;
      strandedNanos = now;
    }
    long patience =
        node.tracker.isRebalanced()
            ? node.config.acquireTimeoutNanos()
            : node.config.silenceTimeoutNanos();
    if (rescues.isEmpty() && now - strandedNanos >= patience) {
      rescues.addAll(doubted);
      watchDoubted(now);
    }
    for (int i = 0; i < node.config.repairsPerTick() && !rescues.isEmpty(); i++) {
      String key = rescues.remove();
      if (!sessions.with(key, (session, effects) -> session.adoption().rescue(now, effects))) {
        doubted.remove(key);
      }
    }
  }

  /**
   * Nobody writes to a member that counts as stalled, so somebody has to ask whether it still is;
   * and one that hung asks all who have not told it yet what it missed.
   */
  private synchronized void probe(Views views, long now) {
    if (now - statusNanos < ReplicaConfig.STATUS_NANOS) {
      return;
    }
    statusNanos = now;
    for (Member member : views.current().members()) {
      boolean another = !member.equals(node.self);
      if (another && (node.doubt.isOpen() || node.peers.isStalled(member))) {
        sendStatusTo(member, true);
      }
    }
  }

  /** Begins the time anew after which sessions that are in doubt now are looked after. */
  private void watchDoubted(long now) {
    strandedNanos = now;
    doubted.clear();
    doubted.addAll(node.stranded);
  }

  /** A confirmed view lets more acknowledgements count, a settled one lets old copies go. */
  private synchronized void advanced(boolean news) {
    if (news) {
      long givenUp = node.tracker.givenUp();
      node.metrics.add(Counter.PRESUMED_DEAD, givenUp - countedGivenUp);
      countedGivenUp = givenUp;
      node.placementGeneration.incrementAndGet();
      node.requestReview();
    }
  }

  private synchronized void sendStatusIfDue(long now) {
    if (now - statusNanos >= ReplicaConfig.STATUS_NANOS) {
      sendStatus(now, true);
    }
  }

  private synchronized void sendStatus(long now, boolean replyWanted) {
    statusNanos = now;
    Views views = node.views();
    if (views == null) {
      return;
    }
    for (Member member : views.current().members()) {
      if (!member.equals(node.self)) {
        tellIfLongAway(member);
        sendStatusTo(member, replyWanted);
      }
    }
    if (node.missesTooMany()) {
      askTheVanished(views);
    }
  }

  /**
   * Of members that vanished, more than k at once, some may have gone on without this one, and then
   * say so.
   */
  private void askTheVanished(Views views) {
    for (Member member : views.everybody()) {
      if (!views.current().contains(member) && !node.peers.isDrained(member)) {
        sendStatusTo(member, false);
      }
    }
  }

  private void tellIfLongAway(Member member) {
    OptionalLong view = node.absences.backAfterLong(member);
    if (view.isPresent()) {
      node.network.send(member, new Message.LongAway(view.getAsLong()));
    }
  }

  private void sendStatusTo(Member member, boolean replyWanted) {
    Message.ViewStatus status = node.tracker.status(node.draining, drained, replyWanted);
    if (status != null) {
      node.network.send(member, status);
    }
  }
}
