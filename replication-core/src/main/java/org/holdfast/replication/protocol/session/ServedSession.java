// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Outcome;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.SessionTooLargeException;
import org.holdfast.replication.protocol.primary.Waiters;
import org.jspecify.annotations.Nullable;

/**
 * A session that this member serves in one epoch, as requests use it, one after the other. The
 * first call looks the session up by its key, the later ones find it again without.
 *
 * <p>Thread-safe, as {@code Replica} is. Each call takes the lock of the session, once.
 */
public final class ServedSession {
  private final Sessions sessions;
  private final Sessions.Place place;
  private final Epoch epoch;
  private final ReplicaConfig config;

  public ServedSession(Sessions sessions, String key, Epoch epoch, ReplicaConfig config) {
    this.sessions = sessions;
    this.place = new Sessions.Place(key);
    this.epoch = epoch;
    this.config = config;
  }

  public String key() {
    return place.key;
  }

  public Epoch epoch() {
    return epoch;
  }

  /** Returns whether this member is the primary in that epoch, as far as it knows. */
  public boolean isServed() {
    return sessions.ask(place, false, session -> session.isOwnedIn(epoch));
  }

  /** Returns the newest version of the session, or -1 if it is not served here in that epoch. */
  public long version() {
    return sessions.ask(
        place, -1L, session -> session.isOwnedIn(epoch) ? session.held().version() : -1L);
  }

  /**
   * Returns the envelope of the attribute in the newest version, or null if there is none or the
   * epoch is over.
   */
  public byte @Nullable [] attribute(String name) {
    return sessions
        .ask(place, SessionImage.EMPTY, session -> session.requests().image(epoch))
        .attribute(name);
  }

  /** Returns whether this member is the primary in that epoch and the session has ended. */
  public boolean hasEnded() {
    return sessions.ask(
        place, false, session -> session.isOwnedIn(epoch) && session.held().tombstone());
  }

  /**
   * Counts another request as running. Returns false if the session is about to be handed over, or
   * is not served here in that epoch any more.
   */
  public boolean begin() {
    return sessions.ask(place, false, session -> session.requests().begin(epoch));
  }

  /**
   * Ends a request that {@link #begin}, {@code Replica.create} or {@code Replica.acquire} counted.
   *
   * @param now the clock, read only if a hand-over waits for the end
   */
  public void end(LongSupplier now) {
    if (sessions.ask(place, false, session -> session.requests().end(epoch))) {
      boolean unused =
          sessions.with(
              place,
              now.getAsLong(),
              (session, turn) -> {
                // Another end, or the deadline, may have come first: it looks again.
                session.handOvers().requestEnded(turn);
                return true;
              });
    }
  }

  /** Starts the lease of the session anew, since the session was used now. */
  public void renewLease(long leaseNanos, long nowNanos) {
    boolean unused =
        sessions.ask(
            place,
            true,
            session -> {
              session.requests().renewLease(epoch, leaseNanos, nowNanos);
              return true;
            });
  }

  /**
   * Applies {@code changes} to the session, and sends the step to the secondaries.
   *
   * @param whole whether to send a full instead of a delta
   * @return the new version, or -1 if the session has ended or is not served here in that epoch
   * @throws SessionTooLargeException if the session would not fit into one frame any more; nothing
   *     was taken
   */
  public long update(Changes changes, boolean whole, long nowNanos) {
    return sessions.ask(
        place, -1L, session -> session.requests().update(epoch, changes, whole, nowNanos));
  }

  /**
   * Ends the session; returns the version of its end, or -1 if it is not served here in that epoch.
   */
  public long remove(long nowNanos) {
    return sessions.with(
        place, nowNanos, (session, turn) -> session.requests().remove(epoch, nowNanos));
  }

  /**
   * Returns whether the session is served here in that epoch and enough members are there to hold
   * it.
   */
  public boolean canProtect(long nowNanos) {
    return sessions.ask(place, false, session -> session.requests().canProtect(epoch, nowNanos));
  }

  /**
   * Returns the age of the oldest update that is not protected, in nanoseconds, 0 if there is none.
   * Once that update is protected, it is the age of the one that was the newest then.
   */
  public long lagNanos(long nowNanos) {
    return sessions.ask(place, 0L, session -> session.requests().lagNanos(epoch, nowNanos));
  }

  /**
   * Returns the nanoseconds since the secondaries last confirmed that this member is the primary in
   * that epoch. It is centuries if they cannot have, or if this member is not the primary.
   */
  public long confirmedAgoNanos(long nowNanos) {
    return sessions.with(
        place, nowNanos, (session, turn) -> session.requests().confirmedAgoNanos(epoch, nowNanos));
  }

  /**
   * Returns the outcome for {@code version}, or null if it is not decided yet. Then {@code later}
   * receives it, or {@link Outcome#UNCONFIRMED} when the ack timeout is over.
   */
  public @Nullable Outcome await(long version, long nowNanos, Consumer<Outcome> later) {
    return await(version, config.ackTimeoutNanos(), nowNanos, later);
  }

  /**
   * Waits like {@link #await(long, long, Consumer)}, but for {@code waitNanos} instead of the ack
   * timeout.
   */
  public @Nullable Outcome await(
      long version, long waitNanos, long nowNanos, Consumer<Outcome> later) {
    return await(version, waitNanos, false, nowNanos, later);
  }

  /**
   * Waits like {@link #await}, for {@code waitNanos}, and also for a member to come that can hold
   * the session.
   */
  public @Nullable Outcome awaitPatiently(
      long version, long waitNanos, long nowNanos, Consumer<Outcome> later) {
    return await(version, waitNanos, true, nowNanos, later);
  }

  /**
   * Asks the holders whether this member is still the primary. {@code callback} receives {@link
   * Outcome#PROTECTED} if enough of them have confirmed it, asked at {@code sinceNanos} or later;
   * {@link Outcome#DEGRADED} if none is there to be asked, and no other member can have taken the
   * session over. Any other outcome, after {@code waitNanos} at the latest, proves nothing.
   */
  public void confirm(long sinceNanos, long waitNanos, long nowNanos, Consumer<Outcome> callback) {
    boolean unused =
        sessions.with(
            place,
            nowNanos,
            (session, turn) -> {
              session.requests().confirm(epoch, sinceNanos, waitNanos, turn, callback);
              return true;
            });
  }

  /**
   * Checks that the session does not have an id that is not known here. {@code callback} receives
   * {@link Acquired.Unknown} once the holders, asked after the request came, have confirmed that no
   * other member has taken the session over. If one has, this member acquires the session, since it
   * may have that id by now. {@code callback} receives the result at the latest an acquire timeout
   * after {@code sinceNanos}, when the request came.
   */
  public void confirmUnknown(long sinceNanos, long nowNanos, Consumer<Acquired> callback) {
    boolean unused =
        sessions.with(
            place,
            nowNanos,
            (session, turn) -> {
              session
                  .requests()
                  .tellUnknown(
                      epoch,
                      "no other member has confirmed that the session has no such id",
                      callback,
                      sinceNanos,
                      turn);
              return true;
            });
  }

  private @Nullable Outcome await(
      long version, long waitNanos, boolean patient, long nowNanos, Consumer<Outcome> later) {
    Waiters.Wait wait =
        new Waiters.Wait(version, nowNanos - config.freshNanos(), waitNanos, patient, later);
    return sessions.<@Nullable Outcome>ask(
        place, Outcome.FENCED, session -> session.requests().await(epoch, wait, nowNanos));
  }
}
