// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.protocol.session.Sessions;
import org.holdfast.replication.protocol.views.LongAbsences;
import org.holdfast.replication.protocol.views.ViewExchange;
import org.jspecify.annotations.Nullable;

/**
 * The part of a replica that moves each session to where it belongs after a view or a peer changed.
 * Copies go to new secondaries, and the sessions of dead primaries to an adopter. The pace depends
 * on the copies that still wait for acknowledgement, so that requests keep their share. Reports
 * when it is done, so that {@link ViewExchange} informs the others. Sessions in doubt are offered
 * at a fixed pace. Belongs to the protocol thread.
 */
public final class Rebalancer {
  private final RepairPorts node;
  private final ViewExchange exchange;
  private final Sessions sessions;

  private final Repairs repairs;
  private final Departure departure;
  private final Succession succession;

  /** The sessions that were in doubt at the last look, and those that are to be rescued now. */
  private final Set<String> doubted = new HashSet<>();

  private final Deque<String> rescues = new ArrayDeque<>();

  private boolean watching;
  private long strandedNanos;

  public Rebalancer(RepairPorts node, ViewExchange exchange) {
    this.node = node;
    this.exchange = exchange;
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
    ViewExchange.Installed installed = exchange.install(view, now);
    if (installed == null) {
      return null;
    }
    if (installed.shutOut()) {
      giveUpSessions(now);
    }
    node.agenda.placementChanged();
    node.cluster.forgetOthers();
    review();
    if (rescues.isEmpty()) {
      watchDoubted(now); // what a new view decides by itself it decides soon
    }
    exchange.tellAndAsk(now);
    return installed.verdict();
  }

  /**
   * Steps down in all sessions: others may have taken them over without the word of any member that
   * is still asked. This member looks for these sessions like any other. An epoch in which nothing
   * was protected may have begun behind the cut: its copy ranks as the state that it came from.
   */
  private void giveUpSessions(long now) {
    for (String key : sessions.keys()) {
      sessions.giveUp(key, now);
    }
  }

  private void review() {
    node.agenda.reviewBegins();
    repairs.start();
  }

  /**
   * Does the work of one tick: repairs, sessions in doubt, successors elsewhere and the departure.
   * Then reports this member's sessions as placed, once they are, or asks the others while the view
   * is not settled.
   */
  public void tick(long now) {
    exchange.beginTick(now);
    if (node.agenda.isReviewRequested()) {
      review();
    }
    repairs.tick(now);
    rescueStranded(now);
    succession.tick(now);
    if (node.cluster.isDraining() && departure.tick(now)) {
      exchange.tell(now);
    }
    exchange.tick(
        () -> repairs.areDone() && (exchange.isRebalanced() || nothingIsAtRisk(now)), now);
  }

  /** Begins to leave: tells the others, and offers them the sessions here until the limit. */
  public void startDrain(long limitNanos, long now) {
    node.cluster.drain();
    departure.start(limitNanos, now);
    exchange.tell(now);
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
    if (node.cluster.missesTooMany() || exchange.isOverdue(now)) {
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
        exchange.isRebalanced()
            ? node.config.acquireTimeoutNanos()
            : node.config.silenceTimeoutNanos();
    if (rescues.isEmpty() && now - strandedNanos >= patience) {
      rescues.addAll(doubted);
      watchDoubted(now);
    }
    int room = node.config.repairsPerTick() * Repairs.TOMBSTONES_PER_SESSION;
    for (int looks = 0; looks < Repairs.LOOKS_PER_TICK && room > 0 && !rescues.isEmpty(); looks++) {
      String key = rescues.remove();
      if (sessions.rescue(key, now)) {
        room -= sessions.hasEnded(key) ? 1 : Repairs.TOMBSTONES_PER_SESSION;
      } else {
        doubted.remove(key);
      }
    }
  }

  /** Restarts the time after which the sessions that are in doubt now are rescued. */
  private void watchDoubted(long now) {
    strandedNanos = now;
    doubted.clear();
    doubted.addAll(node.agenda.stranded());
  }
}
