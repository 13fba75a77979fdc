// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.BitSet;
import java.util.Optional;
import java.util.SplittableRandom;
import org.holdfast.history.SessionLog;

/*
 * Threads: the pacer calls onDue(); the engine's threads call the events of Wire, also from within
 * connect() and send(); the drill's thread calls the rest. All of a user, its lanes and their wires
 * too, is under this monitor, which is taken before the schedule's lock. Nothing blocks here.
 * I1  One time is due per lane: dueNanos. A wake-up for another time crossed a change: ignored.
 * I2  Events of another generation of a wire than the current one are ignored; every dropped
 *     connection raises the generation.
 * I3  connect() and send() are the last thing a step does: events may come before they return.
 * I4  Whoever sends has looked whether the node takes users, under this monitor. leave() takes it
 *     after the node was retired: once it is through, no new request goes there.
 */
/**
 * One closed user with one session, and the balancer's choice of the node that serves it. Its
 * {@link Lane lanes} ask, turn to another node when one fails them, and think; what they ask is for
 * the {@link Conversation} to say.
 */
final class VirtualUser {
  private static final int NONE = -1;

  private final LoadSettings settings;
  private final LoadDriver.Surroundings around;

  @GuardedBy("this")
  private final SplittableRandom random;

  @GuardedBy("this")
  private final Conversation conversation;

  @GuardedBy("this")
  private final RecoveryProbe recovery;

  /** The first is the one that begins the session, and asks last of all. */
  @GuardedBy("this")
  private final Lane[] lanes;

  /** Where the session was served last, or will be next. */
  @GuardedBy("this")
  private int home;

  /** Of the last attempt about the session that ended and may have been worked on. */
  @GuardedBy("this")
  private int primary;

  /** Where the balancer wants the user to go with its next request. */
  @GuardedBy("this")
  private int movesTo = NONE;

  /** The node of the last request that went round. */
  @GuardedBy("this")
  private int turn;

  @GuardedBy("this")
  private boolean finishing;

  VirtualUser(int number, LoadSettings settings, LoadDriver.Surroundings around) {
    this.settings = settings;
    this.around = around;
    this.random = new SplittableRandom(settings.seed() * 1_000_003L + number);
    SplittableRandom steps = new SplittableRandom(~(settings.seed() * 1_000_003L + number));
    String name = "user " + number;
    this.conversation =
        settings.isMixed()
            ? new MixedConversation(name, number, settings, steps)
            : new CountingConversation(name, settings.forUser(number), steps);
    this.recovery = new RecoveryProbe(number);
    this.home = around.balancer().firstOf(number);
    this.primary = home;
    this.turn = home - 1; // the round begins at home
    boolean eager = settings.eagerEvery() > 0 && number % settings.eagerEvery() == 0;
    this.lanes = new Lane[settings.parallel()];
    for (int lane = 0; lane < lanes.length; lane++) {
      FailoverPath failover = new FailoverPath(around.balancer(), random);
      int slot = number * lanes.length + lane;
      lanes[lane] = new Lane(this, settings, around, slot, eager, failover);
    }
  }

  synchronized SessionLog history() {
    return conversation.history();
  }

  synchronized FormerIds formerIds() {
    return conversation.counts();
  }

  synchronized String sessionKey() {
    return conversation.sessionKey();
  }

  synchronized void oweLogIn() {
    conversation.oweLogIn();
  }

  synchronized boolean owesLogIn() {
    return conversation.owesLogIn();
  }

  synchronized boolean everHadSession() {
    return conversation.everHadSession();
  }

  synchronized int home() {
    return home;
  }

  /** Whether it waits for an answer that a node of {@code nodes} was asked to hold. */
  synchronized boolean isHeldBy(BitSet nodes) {
    boolean held = false;
    for (Lane lane : lanes) {
      held |= lane.isHeldBy(nodes);
    }
    return held;
  }

  /**
   * The node that has the session, as far as a user can know: the last whose attempt ended, be it
   * in vain and by an id that is not the session's any more. One that was told 503 there because
   * the node could not get the session, after a fault, is taken for its primary all the same.
   */
  synchronized int primary() {
    return primary;
  }

  synchronized Recovery recovery() {
    return recovery.recovery();
  }

  /** Sends the first request at {@code firstNanos}. */
  synchronized void start(long firstNanos) {
    lanes[0].think(firstNanos);
  }

  /** Watches for the first answer after a fault that takes {@code victims}, and follows at once. */
  synchronized void arm(BitSet victims, long atNanos) {
    boolean inFlight = false;
    for (Lane lane : lanes) {
      inFlight |= lane.isAskingAny(victims);
    }
    recovery.arm(
        victims, atNanos, victims.get(home), inFlight, isAsking() && !conversation.isKnocking());
  }

  synchronized void victimsAreNew() {
    recovery.victimsAreNew();
  }

  /** Where the next request goes as things are: the node that it is to move to, or its home. */
  synchronized int bound() {
    return movesTo != NONE && around.balancer().isOpen(movesTo) ? movesTo : home;
  }

  /** Sends its next request to {@code node}, if that takes users then. */
  synchronized void moveTo(int node) {
    movesTo = node;
  }

  /** Sends no new request to {@code node}, which takes no users any more. */
  synchronized void leave(int node) {
    for (Lane lane : lanes) {
      lane.leave(node);
    }
  }

  /**
   * Ends after one more request, which a thinking user sends at {@code lastNanos}: alone, so that
   * its answer shows whether all before it is kept.
   */
  synchronized void finish(long lastNanos) {
    finishing = true;
    for (Lane lane : lanes) {
      if (lane.isThinking()) {
        lane.rest();
      }
    }
    if (lanes[0].isResting()) {
      lanes[0].think(lastNanos);
    }
  }

  synchronized void stop() {
    for (Lane lane : lanes) {
      lane.stop();
    }
  }

  synchronized void onDue(int lane, long firedNanos, long now) {
    lanes[lane].onDue(firedNanos, now);
  }

  // What lanes call.

  synchronized boolean isFinishing() {
    return finishing;
  }

  /** Whether a request may begin; the last one waits for all others. */
  synchronized boolean mayAsk() {
    return !finishing || !isAsking();
  }

  /** Chooses what to ask next, and the node to ask; where that takes no users, another. */
  synchronized int next(long now, FailoverPath failover) {
    if (finishing) {
      conversation.count(); // it ends on an answer that shows whether all before it is kept
    } else {
      conversation.next(now);
    }
    int node = route();
    return conversation.isKnocking() ? failover.next(node) : node;
  }

  synchronized Question ask() {
    if (!conversation.isKnocking()) {
      recovery.asked();
    }
    return conversation.ask();
  }

  /** The node to ask after {@code failed} failed, or takes users no more. */
  synchronized int turnFrom(int failed, FailoverPath failover) {
    if (settings.routing() != Routing.STICKY) {
      return failover.next(failed);
    }
    if (home == failed || !failover.isLeft(home)) { // else another lane has found a node
      home = failover.next(failed);
    }
    return home;
  }

  /** The same when {@code refused} refused a lane between two requests. */
  synchronized int turnAtOnce(int refused, FailoverPath failover) {
    recovery.turnedAtOnce();
    conversation.count();
    return turnFrom(refused, failover);
  }

  synchronized Conversation.Heard hear(
      Question question,
      HttpAnswer answer,
      Optional<SessionCookie> newCookie,
      long sent,
      long now,
      int node) {
    moved(question, node);
    return conversation.hear(question, answer, newCookie, sent, now, nameOf(node));
  }

  synchronized void failed(Question question, FailureKind kind, long sent, long now, int node) {
    if (kind.mayHaveBeenApplied()) {
      moved(question, node);
    }
    conversation.failed(question, kind, sent, now, nameOf(node));
  }

  /** An answer about the session came. */
  synchronized void answered(
      int node, long asked, long now, boolean right, Optional<SessionCookie> newCookie) {
    recovery.answered(node, asked, now, right);
    if (settings.routing() != Routing.STICKY) {
      home = node;
    } else if (newCookie.isPresent()) { // else it stays, wherever another lane is by now
      home = around.nodeOf(newCookie.get().route(), node);
    }
  }

  /** A lane is through with its request. */
  synchronized void completed(Lane lane, long now) {
    if (finishing) {
      lane.rest();
      if (lanes[0].isResting() && !isAsking()) {
        lanes[0].think(now);
      }
      return;
    }
    lane.think(now + settings.thinkTime().nextNanos(random));
    // Frames are asked for once the page has come, with its cookie.
    for (int other = 1; other < lanes.length; other++) {
      if (conversation.hasCookie() && lanes[other].isResting()) {
        lanes[other].think(now);
      }
    }
  }

  @GuardedBy("this")
  private void moved(Question question, int node) {
    if (conversation.concernsSession(question)) {
      primary = node;
    }
  }

  @GuardedBy("this")
  private int route() {
    Balancer balancer = around.balancer();
    if (settings.routing() != Routing.STICKY) {
      boolean drawn = settings.routing() == Routing.RANDOM;
      turn = balancer.after(drawn ? random.nextInt(balancer.nodes()) - 1 : turn);
      return turn;
    }
    if (movesTo != NONE && balancer.isOpen(movesTo)) {
      home = movesTo;
    }
    movesTo = NONE;
    return home;
  }

  @GuardedBy("this")
  private boolean isAsking() {
    for (Lane lane : lanes) {
      if (lane.isAsking()) {
        return true;
      }
    }
    return false;
  }

  private String nameOf(int node) {
    return around.targets().get(node).name();
  }
}
