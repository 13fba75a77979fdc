// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.ReplicaListener;
import org.holdfast.replication.protocol.primary.Primary;
import org.holdfast.replication.protocol.turn.Turn;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a living primary hands a session over: after the requests that use it, or when
 * these take too long. Meanwhile it reports that it is alive, and answers a repeated question the
 * same way.
 *
 * <p>Guarded by the lock of its session.
 */
final class HandOvers {
  private final SessionState session;
  private final SessionPorts node;

  HandOvers(SessionState session) {
    this.session = session;
    this.node = session.node;
  }

  void queue(Consumer<Acquired> callback, long sinceNanos) {
    session.transition().queue(callback, sinceNanos);
  }

  /**
   * Acquires the session anew for the requests that waited during its hand-over. That happens
   * later: a round that began while this epoch is being ended could promise and claim against it.
   */
  void serveQueued(Turn turn) {
    long now = turn.nowNanos();
    SessionState.Transition transition = session.transitionIfAny();
    if (transition != null) {
      for (SessionState.Transition.Queued each : transition.takeQueued()) {
        turn.later(
            () ->
                node.seeking.acquireAgain(session.key(), each.callback(), each.sinceNanos(), now));
      }
    }
  }

  private void refuseOldQueued(Turn turn) {
    long now = turn.nowNanos();
    SessionState.Transition transition = session.transitionIfAny();
    if (transition == null) {
      return;
    }
    long timeout = node.config.acquireTimeoutNanos();
    for (SessionState.Transition.Queued each :
        transition.takeQueued(queued -> now - queued.sinceNanos() >= timeout)) {
      node.metrics.count(Counter.UNAVAILABLE);
      turn.later(
          () ->
              each.callback()
                  .accept(
                      new Acquired.Unavailable(
                          "the hand-over of the session to another member has not ended in time")));
    }
  }

  void onAsk(Message.Ask ask, Member from, Turn turn) {
    long now = turn.nowNanos();
    Epoch epoch = ask.epoch();
    Primary primary = session.primary;
    if (primary != null && epoch.compareTo(session.promised) > 0) {
      askPrimary(primary, epoch, from, turn);
    } else if (session.round != null && session.round.goesBefore(epoch)) {
      session.round.defer(ask, from);
      node.network.send(from, new Message.HandingOver(session.key(), epoch));
    } else if (gaveUpIn(epoch)) {
      session.sendPromise(from, epoch, true, now);
    } else {
      Copy copy = session.copy;
      Epoch highest = copy == null ? session.promised : Epoch.max(session.promised, copy.epoch());
      node.network.send(
          from, new Message.Hint(session.key(), epoch, highest, session.viewNumber()));
    }
  }

  private void askPrimary(Primary primary, Epoch epoch, Member from, Turn turn) {
    long now = turn.nowNanos();
    if (primary.handOver() == null) {
      node.agenda.timed().add(session.key());
    }
    long deadline = now + node.config.handOverTimeoutNanos();
    Primary.PendingHandOver pending = primary.askedBy(from, epoch, deadline, nextBeat(now));
    if (!pending.acquirer().equals(from)) {
      session.transition().alsoAsks(from, epoch);
    }
    if (isFree(primary)) {
      giveUp(primary, pending, turn);
    } else {
      node.network.send(from, new Message.HandingOver(session.key(), epoch));
    }
  }

  /**
   * Hands the session over once the {@linkplain ReplicaListener#beforeHandOver listener}, which is
   * called before, is done with it. An end is handed over at once.
   */
  private void giveUp(Primary primary, Primary.PendingHandOver pending, Turn turn) {
    long now = turn.nowNanos();
    if (pending.told() || session.held().tombstone()) {
      handOver(pending.epoch(), pending.acquirer(), turn);
      return;
    }
    // A listener that needs no time is done before the acquirer could learn that it has to wait.
    primary.noteTold(pending);
    String key = session.key();
    Epoch epoch = primary.epoch();
    turn.later(
        () -> {
          boolean kept = false;
          try {
            kept = node.listener.beforeHandOver(key, epoch);
          } finally {
            if (!kept) {
              node.ending.end(key, epoch, now);
            }
          }
        });
  }

  /** Returns whether the state handed over in {@code epoch} is still here, to be given again. */
  private boolean gaveUpIn(Epoch epoch) {
    Copy copy = session.copy;
    SessionState.Transition transition = session.transitionIfAny();
    return transition != null
        && transition.handedOverIn.equals(epoch)
        && session.promised.equals(epoch)
        && copy != null
        && !copy.epoch().equals(epoch);
  }

  /**
   * Returns whether nothing keeps the session here. A request that waits for the answer that the
   * session has ended does: else two members that ask for an ended session would take it from each
   * other for ever.
   */
  private boolean isFree(Primary primary) {
    return primary.running() == 0 && !(session.held().tombstone() && primary.hasWaiters());
  }

  /** Completes a pending hand-over, if no request keeps the session here any more. */
  void requestEnded(Turn turn) {
    Primary primary = session.primary;
    Primary.PendingHandOver pending = primary == null ? null : primary.handOver();
    if (primary != null && pending != null && isFree(primary)) {
      giveUp(primary, pending, turn);
    }
  }

  /**
   * Completes a hand-over at its deadline; reports until then that requests still run. Returns
   * whether a hand-over is pending.
   */
  boolean tick(Turn turn) {
    long now = turn.nowNanos();
    Primary primary = session.primary;
    Primary.@Nullable PendingHandOver pending = primary == null ? null : primary.handOver();
    if (primary == null || pending == null) {
      return false;
    }
    refuseOldQueued(turn);
    if (now - pending.deadlineNanos() >= 0) {
      handOver(pending.epoch(), pending.acquirer(), turn);
      return false;
    }
    if (now - pending.nextBeatNanos() >= 0) {
      node.network.send(
          pending.acquirer(), new Message.HandingOver(session.key(), pending.epoch()));
      primary.noteBeat(pending, nextBeat(now));
    }
    return true;
  }

  private long nextBeat(long now) {
    return now + node.config.silenceTimeoutNanos() / 3;
  }

  private void handOver(Epoch epoch, Member acquirer, Turn turn) {
    long now = turn.nowNanos();
    session.promiseHandOver(epoch);
    session.sendPromise(acquirer, epoch, true, now);
    tellTheOthers(epoch);
    session.endEpoch(turn);
  }

  /** Tells the other members that asked of the new owner: they need not wait to ask again. */
  private void tellTheOthers(Epoch epoch) {
    session
        .transition()
        .takeAlsoAsking()
        .forEach(
            (member, asked) ->
                node.network.send(
                    member, new Message.Hint(session.key(), asked, epoch, session.viewNumber())));
  }
}
