// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Copy;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.SessionTooLargeException;
import org.holdfast.replication.protocol.primary.Primary;
import org.holdfast.replication.protocol.primary.Waiters;
import org.holdfast.replication.protocol.takeover.ChosenRequest;
import org.holdfast.replication.protocol.turn.Turn;
import org.jspecify.annotations.Nullable;

/**
 * The operations that requests on this member perform on one session. Guarded by the lock of the
 * session.
 */
final class Requests {
  private final SessionState session;
  private final SessionPorts node;

  Requests(SessionState session) {
    this.session = session;
    this.node = session.node;
  }

  /**
   * @param key the key of the session; the caller keeps this text as long as the session
   */
  Epoch create(String key, SessionImage image, long newLeaseNanos, long now) {
    if (session.copy != null || !session.promised.isNone()) {
      throw new IllegalStateException("a new session got a key that is in use");
    }
    requireSendable(image);
    Epoch epoch = Epoch.mint(1, node.cluster.self());
    session.found(key, epoch, image, newLeaseNanos, now);
    node.metrics.count(Counter.CREATED);
    return epoch;
  }

  /**
   * @param sinceNanos the time since which the request has been waiting
   */
  void acquire(@Nullable Member hint, Consumer<Acquired> callback, long sinceNanos, Turn turn) {
    Copy held = session.copy;
    if (ChosenRequest.begins(callback)
        && isOldEnd()
        && node.cluster.mayServe()
        && !node.cluster.isDraining()) {
      // The epoch of a tombstone makes room for the one that follows.
      session.endEpoch(turn);
    }
    if (!node.cluster.mayServe()) {
      turn.later(() -> callback.accept(new Acquired.Unavailable(node.cluster.whyNotServing())));
    } else if (session.primary != null && held != null) {
      if (held.tombstone()) {
        tellTheEnd(callback, sinceNanos, turn);
      } else if (session.primary.handOver() != null) {
        session.handOvers().queue(callback, sinceNanos);
      } else {
        grant(List.of(callback), turn);
      }
    } else if (held != null
        && held.tombstone()
        && isEndKnownWithIt(held)
        && !ChosenRequest.isOne(callback)) {
      turn.later(() -> callback.accept(new Acquired.Unknown()));
    } else if (node.cluster.isDraining() && session.round == null) {
      turn.later(
          () ->
              callback.accept(
                  new Acquired.Unavailable(
                      "this member is about to leave and takes no sessions over")));
    } else if (session.round != null) {
      session.round.join(hint, callback, sinceNanos);
    } else {
      session.startRound(hint, List.of(callback), sinceNanos, turn);
    }
  }

  /** Returns whether this member is the primary of an end that is protected as far as it can be. */
  private boolean isOldEnd() {
    Primary own = session.primary;
    return own != null
        && session.held().tombstone()
        && !own.hasWaiters()
        && (own.isProtected(session.held()) || own.cannotProtect());
  }

  /**
   * Returns whether the primary of {@code end} and this member are k + 1 members. With more
   * secondaries both may be lost before any other member knows of the end.
   */
  private boolean isEndKnownWithIt(Copy end) {
    return node.config.secondaries() <= 1 && session.promised.equals(end.epoch());
  }

  /**
   * Tells {@code callback} that the session has ended, once the end is known elsewhere: before, a
   * crash could still undo it. A key that was drawn has no session ever after. A chosen key may
   * have one, so the holders are asked.
   */
  void tellTheEnd(Consumer<Acquired> callback, long sinceNanos, Turn turn) {
    Primary own = session.owned();
    if (own.wasProtected(session.held()) && !ChosenRequest.isOne(callback)) {
      turn.later(() -> callback.accept(new Acquired.Unknown()));
    } else {
      tellUnknown(own.epoch(), "the session is ending", callback, sinceNanos, turn);
    }
  }

  /**
   * Answers {@link Acquired.Unknown} once the holders, asked after the request came, have confirmed
   * that the state here is the newest. An earlier confirmation would not do: a successor may have
   * given the session another id since, and protected that. A request that has no time left to wait
   * gets {@link Acquired.Unavailable} with the reason {@code notYet}. A request that another member
   * fenced looks for the session again: that member may have looked for it just to learn the same.
   */
  void tellUnknown(
      Epoch epoch, String notYet, Consumer<Acquired> callback, long sinceNanos, Turn turn) {
    long now = turn.nowNanos();
    long wait = Math.max(0, sinceNanos + node.config.acquireTimeoutNanos() - now);
    confirm(
        epoch,
        sinceNanos,
        wait,
        turn,
        outcome -> {
          switch (outcome) {
            case PROTECTED, DEGRADED -> callback.accept(new Acquired.Unknown());
            case FENCED -> node.seeking.acquireAgain(session.key(), callback, sinceNanos, now);
            case UNCONFIRMED, SHUT_OUT -> callback.accept(new Acquired.Unavailable(notYet));
          }
        });
  }

  /** See {@link ServedSession#confirm}. */
  void confirm(
      Epoch epoch, long sinceNanos, long waitNanos, Turn turn, Consumer<Outcome> callback) {
    long now = turn.nowNanos();
    Consumer<Outcome> known =
        outcome ->
            callback.accept(
                outcome == Outcome.DEGRADED && !isOnlyHere() ? Outcome.UNCONFIRMED : outcome);
    long version = session.copy == null ? 0 : session.copy.version();
    Outcome already =
        await(epoch, new Waiters.Wait(version, sinceNanos, waitNanos, false, known), now);
    if (already != null) {
      turn.later(() -> known.accept(already));
    }
  }

  /**
   * Returns whether no other member can have taken the session over while there is no holder to say
   * so. A member that the others left behind may not be the primary any more.
   */
  private boolean isOnlyHere() {
    // Without secondaries no member can take a session over unless this member gives it away.
    boolean neverElsewhere =
        node.config.secondaries() == 0
            && node.cluster.mayServe()
            && !node.cluster.mayBeLeftBehind();
    return neverElsewhere || node.cluster.isProvenBy(Set.of(), node.cluster.views());
  }

  void grant(List<Consumer<Acquired>> callbacks, Turn turn) {
    long now = turn.nowNanos();
    Primary own = session.owned();
    SessionImage image = session.held().image();
    long remaining = session.remainingLease(now);
    for (Consumer<Acquired> callback : callbacks) {
      own.begin();
      turn.later(() -> callback.accept(new Acquired.Owned(own.epoch(), image, remaining)));
    }
  }

  boolean begin(Epoch epoch) {
    assert Thread.holdsLock(session);
    if (session.primary == null
        || !session.primary.epoch().equals(epoch)
        || session.primary.handOver() != null
        || session.held().tombstone()
        || !node.cluster.mayServe()) {
      return false;
    }
    session.primary.begin();
    return true;
  }

  /** Counts the end of a request; returns whether a hand-over may have waited for it. */
  boolean end(Epoch epoch) {
    if (session.primary == null || !session.primary.epoch().equals(epoch)) {
      return false;
    }
    session.primary.ended();
    return session.primary.handOver() != null;
  }

  /**
   * Returns whether the lease is over and no request but the caller, which is counted, uses the
   * session.
   */
  boolean isLeftToExpire(Epoch epoch, long now) {
    return session.isOwnedIn(epoch)
        && session.owned().running() == 1
        && !session.held().tombstone()
        && session.remainingLease(now) == 0;
  }

  /**
   * Applies {@code changes}; returns the new version, or -1 if the session has ended or is not
   * served here in {@code epoch}.
   */
  long update(Epoch epoch, Changes changes, boolean whole, long now) {
    if (!session.isOwnedIn(epoch) || session.held().tombstone()) {
      return -1;
    }
    Copy next = session.held().next(changes);
    requireSendable(next.image());
    session.step(next, whole ? null : changes, now);
    return next.version();
  }

  /**
   * Returns the newest image of the session, or an empty one if it is not served here in that
   * epoch.
   */
  SessionImage image(Epoch epoch) {
    return session.isOwnedIn(epoch) ? session.held().image() : SessionImage.EMPTY;
  }

  private void requireSendable(SessionImage image) {
    long bytes = image.packedBytes();
    if (bytes > node.config.maxSessionBytes()) {
      throw new SessionTooLargeException(bytes, node.config.maxSessionBytes());
    }
    if (image.attributeCount() > SessionImage.MOST_ATTRIBUTES) {
      throw new SessionTooLargeException(image.attributeCount());
    }
  }

  long remove(Epoch epoch, long now) {
    if (!session.isOwnedIn(epoch)) {
      return -1;
    }
    if (!session.held().tombstone()) {
      session.endHere(now);
    }
    return session.held().version();
  }

  /** See {@link Primary#await}. */
  @Nullable Outcome await(Epoch epoch, Waiters.Wait wait, long now) {
    if (!session.isOwnedIn(epoch)) {
      return Outcome.FENCED;
    }
    Primary own = session.owned();
    long remaining = session.remainingLease(now);
    own.retarget(session.held(), remaining, now);
    return own.await(session.held(), wait, remaining, now);
  }

  /** Returns how long updates have been waiting to be protected; 0 if there are none. */
  long lagNanos(Epoch epoch, long now) {
    return session.isOwnedIn(epoch) ? session.owned().lagNanos(now) : 0;
  }

  /**
   * Returns how long ago the secondaries last confirmed that this member is the primary; centuries
   * if they cannot have.
   */
  long confirmedAgoNanos(Epoch epoch, long now) {
    return session.isOwnedIn(epoch) ? session.owned().confirmedAgoNanos(now) : Long.MAX_VALUE / 2;
  }

  /**
   * Returns whether the session is served here in that epoch and there are members to hold the
   * copies.
   */
  boolean canProtect(Epoch epoch, long now) {
    if (!session.isOwnedIn(epoch)) {
      return false;
    }
    session.owned().retarget(session.held(), session.remainingLease(now), now);
    return !session.owned().cannotProtect();
  }

  void renewLease(Epoch epoch, long newLeaseNanos, long now) {
    if (session.isOwnedIn(epoch)) {
      session.renewLease(newLeaseNanos, now);
      session.tellLease();
    }
  }
}
