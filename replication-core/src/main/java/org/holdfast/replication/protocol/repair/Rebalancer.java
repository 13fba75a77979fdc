// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

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
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.session.Sessions;
import org.holdfast.replication.protocol.views.LongAbsences;
import org.holdfast.replication.protocol.views.Views;
import org.jspecify.annotations.Nullable;

/**
 * The part of a replica that brings each session to where it belongs after a view or a peer
 * changed. Copies go to new secondaries, and the sessions of dead primaries to an adopter. The pace
 * depends on the copies that still wait for acknowledgement, so that requests keep their share.
 * Tells the others when it is done.
 */
public final class Rebalancer {
  /*
   * Threads: the protocol thread runs onView and tick; transport threads run onStatus; onTermBegun runs on any, under a
   * session's lock.
   * Locks: no session's lock is taken while this object's monitor is held.
   */

  private final RepairPorts node;
  private final Sessions sessions;

  private final Repairs repairs;
  private final Departure departure;
  private final Succession succession;

  /** The sessions that were in doubt at the last look, and those that are to be rescued now. */
  private final Set<String> doubted = new HashSet<>();

  private final Deque<String> rescues = new ArrayDeque<>();

  /** The time of the last tick, which is near enough for a report. */
  private volatile long lastTickNanos;

  /**
   * A flag that is set once this member has reported to the others that everything it held is
   * elsewhere.
   */
  private volatile boolean drained;

  private boolean watching;
  private long strandedNanos;

  @GuardedBy("this")
  private long statusNanos;

  /** The number of given-up members that the metrics have counted. */
  @GuardedBy("this")
  private long countedGivenUp;

  public Rebalancer(RepairPorts node) {
    this.node = node;
    this.sessions = node.sessions;
    this.repairs = new Repairs(node);
    this.departure = new Departure(node);
    this.succession = new Succession(node);
  }

  /**
   * Installs {@code view}; returns the verdict on the copies to be dropped as of it, or null if
   * there is none.
   */
  public LongAbsences.@Nullable Verdict onView(View view, long now) {
    Views before = node.cluster.views();
    if (before != null && before.current().sameAs(view)) {
      return null;
    }
    LongAbsences.Verdict verdict =
        node.cluster.absences().onView(before == null ? null : before.current(), view, now);
    if (node.cluster.tracker().install(view, now)) {
      giveUpTerms(now);
    }
    node.agenda.placementChanged();
    node.cluster.forgetOthers();
    review();
    if (rescues.isEmpty()) {
      watchDoubted(now); // what a new view decides by itself it decides soon
    }
    sendStatus(now, true);
    return verdict;
  }

  /**
   * Steps down in all sessions: others may have taken them over without the word of any member that
   * is still asked. This member looks for these sessions like any other. A term in which nothing
   * was protected may have begun behind the cut: its copy ranks as the state that it came from.
   */
  private void giveUpTerms(long now) {
    for (String key : sessions.keys()) {
      sessions.giveUpTerm(key, now);
    }
  }

  private void review() {
    node.agenda.reviewBegins();
    repairs.start();
  }

  /**
   * Tells {@code member}, if it is outside the view, why its claims are refused: it may not know.
   */
  public void turnAway(Member member) {
    Views views = node.cluster.views();
    if (views != null && node.cluster.tracker().isOutside(member)) {
      node.network.send(member, new Message.NotInView(views.current().number()));
    }
  }

  /**
   * Takes in that {@code from} has continued without this member; asks whether the others have,
   * too.
   */
  public void onNotInView(Member from, Message.NotInView gone, long now) {
    if (node.cluster.tracker().excludedBy(from, gone.viewNumber(), now)) {
      sendStatus(now, true);
    }
  }

  /**
   * Takes back the report that the sessions here are placed, since a term begins. With one
   * secondary, this member and the one that the session comes from are enough. With more, a view
   * could settle while a wanted holder has nothing.
   */
  public void onTermBegun() {
    if (node.config.secondaries() > 1 && node.cluster.tracker().takeBack()) {
      sendStatus(lastTickNanos, false);
    }
  }

  /** Asks the others what this member missed while it was stopped: another view may have come. */
  public void askWhatWasMissed(long now) {
    sendStatus(now, true);
  }

  public void onStatus(Member from, Message.ViewStatus status, long now) {
    turnAway(from);
    advanced(node.cluster.tracker().record(from, status, now));
    node.cluster.setDrained(from, status.drained());
    if (node.cluster.tracker().hasSeenMore()) {
      sendStatus(now, false);
    }
    if (node.cluster.setDraining(from, status.draining())) {
      node.agenda.placeAnew();
    }
    Views views = node.cluster.views();
    if (status.replyWanted() && views != null && views.current().number() == status.viewNumber()) {
      tellIfLongAway(from);
      sendStatusTo(from, false);
    }
  }

  /**
   * Does the work of one tick: repairs, sessions in doubt, successors elsewhere and the departure.
   * Then reports this member's sessions as placed, once they are, or asks the others while the view
   * is not settled.
   */
  public void tick(long now) {
    lastTickNanos = now;
    if (node.agenda.isReviewRequested()) {
      review();
    }
    repairs.tick(now);
    rescueStranded(now);
    succession.tick(now);
    if (node.cluster.isDraining() && departure.tick(now)) {
      sendStatus(now, false);
    }
    Views views = node.cluster.views();
    if (views == null) {
      return;
    }
    long takenBack = node.cluster.tracker().takenBack();
    boolean done =
        repairs.areDone() && (node.cluster.tracker().isRebalanced() || nothingIsAtRisk(now));
    if (done && !node.cluster.tracker().isRebalanced()) {
      advanced(node.cluster.tracker().rebalanced(takenBack, now));
      sendStatus(now, true);
    } else if (!views.settled()) {
      advanced(node.cluster.tracker().tick(now));
      sendStatusIfDue(now);
    } else {
      probe(views, now);
    }
  }

  /** Begins to leave: tells the others, and offers them the sessions here until the limit. */
  public void startDrain(long limitNanos, long now) {
    node.cluster.drain();
    departure.start(limitNanos, now);
    sendStatus(now, false);
  }

  /**
   * Tells the others, at each change, whether everything that was here is elsewhere. If so, they
   * need not miss this member.
   */
  public synchronized void setDrained(boolean everythingIsElsewhere, long now) {
    if (drained != everythingIsElsewhere) {
      drained = everythingIsElsewhere;
      sendStatus(now, false);
    }
  }

  /**
   * Returns whether the view may settle, as far as the copies here that are in doubt are concerned.
   * This member answers for a copy that it gave up or promised until the successor has sent newer
   * bytes: a view that settled before would forget who holds the only copies. With too many members
   * lost there is nothing to wait for: no member can prove anything until these are taken for dead.
   * Nor is there once that time is over. If a member has reported its drain to this member alone,
   * the successor counts it as lost. That may be one lost member too many: the successor can prove
   * nothing before the view has settled.
   *
   * <p>A session that no member here has room for also keeps the view from settling: the missing
   * member may have the other copy.
   */
  private boolean nothingIsAtRisk(long now) {
    if (node.cluster.missesTooMany() || node.cluster.tracker().isOverdue(now)) {
      return true;
    }
    if (node.cluster.lacksAny() && sessions.sessionsWithoutRoom() > 0) {
      return false;
    }
    for (Iterator<String> each = node.agenda.stranded().iterator(); each.hasNext(); ) {
      if (sessions.isStillInLimbo(each.next())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Rescues the sessions that have been in doubt for a whole acquire timeout or longer. While this
   * member's report on the view waits for them, a silence timeout is enough: in that time a
   * takeover ends, if no member is silent.
   */
  private void rescueStranded(long now) {
    if (!watching) {
      watching = true;
      strandedNanos = now;
    }
    long patience =
        node.cluster.tracker().isRebalanced()
            ? node.config.acquireTimeoutNanos()
            : node.config.silenceTimeoutNanos();
    if (rescues.isEmpty() && now - strandedNanos >= patience) {
      rescues.addAll(doubted);
      watchDoubted(now);
    }
    for (int i = 0; i < node.config.repairsPerTick() && !rescues.isEmpty(); i++) {
      String key = rescues.remove();
      if (!sessions.rescue(key, now)) {
        doubted.remove(key);
      }
    }
  }

  /**
   * Asks each member that counts as stalled whether it still is, since nothing else is sent to it.
   * After a hang, this member asks all others what it missed.
   */
  private synchronized void probe(Views views, long now) {
    if (now - statusNanos < ReplicaConfig.STATUS_NANOS) {
      return;
    }
    statusNanos = now;
    for (Member member : views.current().members()) {
      boolean another = !member.equals(node.cluster.self());
      if (another && (node.cluster.mayBeLeftBehind() || node.cluster.isStalled(member))) {
        sendStatusTo(member, true);
      }
    }
  }

  /** Restarts the time after which the sessions that are in doubt now are rescued. */
  private void watchDoubted(long now) {
    strandedNanos = now;
    doubted.clear();
    doubted.addAll(node.agenda.stranded());
  }

  /**
   * Requests a review of all sessions if the view became confirmed or settled. A confirmed view
   * lets more acknowledgements count, a settled one lets old copies go.
   */
  private synchronized void advanced(boolean news) {
    if (news) {
      long givenUp = node.cluster.tracker().givenUp();
      node.metrics.add(Counter.PRESUMED_DEAD, givenUp - countedGivenUp);
      countedGivenUp = givenUp;
      node.agenda.placeAnew();
    }
  }

  private synchronized void sendStatusIfDue(long now) {
    if (now - statusNanos >= ReplicaConfig.STATUS_NANOS) {
      sendStatus(now, true);
    }
  }

  private synchronized void sendStatus(long now, boolean replyWanted) {
    statusNanos = now;
    Views views = node.cluster.views();
    if (views == null) {
      return;
    }
    for (Member member : views.current().members()) {
      if (!member.equals(node.cluster.self())) {
        tellIfLongAway(member);
        sendStatusTo(member, replyWanted);
      }
    }
    if (node.cluster.missesTooMany()) {
      askTheVanished(views);
    }
  }

  /**
   * Asks the members that vanished, more than k at once: one that has continued without this member
   * says so.
   */
  private void askTheVanished(Views views) {
    for (Member member : views.everybody()) {
      if (!views.current().contains(member) && !node.cluster.isDrained(member)) {
        sendStatusTo(member, false);
      }
    }
  }

  private void tellIfLongAway(Member member) {
    OptionalLong view = node.cluster.absences().backAfterLong(member);
    if (view.isPresent()) {
      node.network.send(member, new Message.LongAway(view.getAsLong()));
    }
  }

  private void sendStatusTo(Member member, boolean replyWanted) {
    Message.ViewStatus status =
        node.cluster.tracker().status(node.cluster.isDraining(), drained, replyWanted);
    if (status != null) {
      node.network.send(member, status);
    }
  }
}
