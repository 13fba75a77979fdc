// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * How a living primary gives a session up: after the requests that use it, or when they take too
 * long. Says meanwhile that it is alive, and answers a repeated question the same way.
 *
 * <p>Guarded by the lock of its session.
 */
final class HandOvers {
  private final SessionState session;
  private final ReplicaContext node;

  HandOvers(SessionState session) {
    this.session = session;
    this.node = session.node;
  }

  void queue(Consumer<Acquired> callback, long sinceNanos) {
    session.transition().queue(callback, sinceNanos);
  }

  /**
   * Has the session looked for anew, for the requests that waited while it went away. Later, since
   * a round that began in the midst of whatever ends this term could promise and claim against it.
   */
  void serveQueued(long now, Effects effects) {
    SessionState.Transition transition = session.transitionIfAny();
    if (transition != null) {
      for (SessionState.Transition.Queued each : transition.takeQueued()) {
        effects.later(
            () ->
                node.seeking.acquireAgain(session.key(), each.callback(), each.sinceNanos(), now));
      }
    }
  }

  private void refuseOldQueued(long now, Effects effects) {
    SessionState.Transition transition = session.transitionIfAny();
    if (transition == null) {
      return;
    }
    long timeout = node.config.acquireTimeoutNanos();
    for (SessionState.Transition.Queued each :
        transition.takeQueued(queued -> now - queued.sinceNanos() >= timeout)) {
      node.metrics.count(Counter.UNAVAILABLE);
      effects.later(
          () ->
              each.callback()
                  .accept(
                      new Acquired.Unavailable(
                          "the session is being handed over to another member, and requests there"
                              + " keep it")));
    }
  }

  void onAsk(Message.Ask ask, Member from, long now, Effects effects) {
    Epoch ballot = ask.ballot();
    Ownership primary = session.primary;
    if (primary != null && ballot.compareTo(session.promised) > 0) {
      askPrimary(primary, ballot, from, now, effects);
    } else if (session.round != null && session.round.goesBefore(ballot)) {
      session.round.defer(ask, from);
      node.network.send(from, new Message.HandingOver(session.key(), ballot));
    } else if (gaveUpIn(ballot)) {
      session.sendPromise(from, ballot, true, now);
    } else {
      Copy copy = session.copy;
      Epoch highest = copy == null ? session.promised : Epoch.max(session.promised, copy.epoch());
      node.network.send(
          from, new Message.Hint(session.key(), ballot, highest, session.viewNumber()));
    }
  }

  private void askPrimary(Ownership primary, Epoch ballot, Member from, long now, Effects effects) {
    if (primary.handOver == null) {
      primary.handOver =
          new Ownership.PendingHandOver(
              ballot, from, now + node.config.handOverTimeoutNanos(), nextBeat(now), false);
      node.timed.add(session.key());
    }
    if (!primary.handOver.acquirer().equals(from)) {
      session.transition().alsoAsks(from, ballot);
    } else if (ballot.compareTo(primary.handOver.ballot()) > 0) {
      primary.handOver = primary.handOver.in(ballot);
    }
    if (isFree(primary)) {
      giveUp(primary, primary.handOver, now, effects);
    } else {
      node.network.send(from, new Message.HandingOver(session.key(), ballot));
    }
  }

  /**
   * Hands the session over, once whoever has it here was told and has done what is to be done
   * before. An end has nobody to tell.
   */
  private void giveUp(
      Ownership primary, Ownership.PendingHandOver pending, long now, Effects effects) {
    if (pending.told() || session.held().tombstone()) {
      handOver(pending.ballot(), pending.acquirer(), now, effects);
      return;
    }
    // One who needs no time is done before the acquirer could hear that it has to wait.
    primary.handOver = pending.whenTold();
    primary.running++;
    String key = session.key();
    Epoch term = primary.epoch;
    effects.later(
        () -> {
          boolean kept = false;
          try {
            kept = node.listener.beforeHandOver(key, term);
          } finally {
            if (!kept) {
              node.ending.end(key, term, now);
            }
          }
        });
  }

  /** Whether the state that was handed over in {@code ballot} is still here, to be given again. */
  private boolean gaveUpIn(Epoch ballot) {
    Copy copy = session.copy;
    SessionState.Transition transition = session.transitionIfAny();
    return transition != null
        && transition.handedOverIn.equals(ballot)
        && session.promised.equals(ballot)
        && copy != null
        && !copy.epoch().equals(ballot);
  }

  /**
   * Whether nothing keeps the session here. Who waits to be told of its end does: two members that
   * ask for an ended session would else take it from each other for ever.
   */
  private boolean isFree(Ownership primary) {
    return primary.running == 0 && !(session.held().tombstone() && primary.hasWaiters());
  }

  /** A request has ended, or an end was acknowledged: the session may go now. */
  void requestEnded(long now, Effects effects) {
    Ownership primary = session.primary;
    Ownership.PendingHandOver pending = primary == null ? null : primary.handOver;
    if (primary != null && pending != null && isFree(primary)) {
      giveUp(primary, pending, now, effects);
    }
  }

  /** Gives up on requests that take too long, or says that they still run; returns whether so. */
  boolean tick(long now, Effects effects) {
    Ownership primary = session.primary;
    Ownership.@Nullable PendingHandOver pending = primary == null ? null : primary.handOver;
    if (primary == null || pending == null) {
      return false;
    }
    refuseOldQueued(now, effects);
    if (now - pending.deadlineNanos() >= 0) {
      handOver(pending.ballot(), pending.acquirer(), now, effects);
      return false;
    }
    if (now - pending.nextBeatNanos() >= 0) {
      node.network.send(
          pending.acquirer(), new Message.HandingOver(session.key(), pending.ballot()));
      primary.handOver = pending.beatAgainAt(nextBeat(now));
    }
    return true;
  }

  private long nextBeat(long now) {
    return now + node.config.silenceTimeoutNanos() / 3;
  }

  private void handOver(Epoch ballot, Member acquirer, long now, Effects effects) {
    session.promise(ballot);
    session.transition().handedOverIn = ballot;
    session.sendPromise(acquirer, ballot, true, now);
    tellTheOthers(ballot);
    session.endTerm(now, effects);
  }

  /** Those who asked as well need not wait until they would ask again: there is an owner now. */
  private void tellTheOthers(Epoch ballot) {
    session
        .transition()
        .takeAlsoAsking()
        .forEach(
            (member, asked) ->
                node.network.send(
                    member, new Message.Hint(session.key(), asked, ballot, session.viewNumber())));
  }
}
