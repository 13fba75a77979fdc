// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What requests do, one after the other, to a session that this member serves in one term. The
 * first call looks the session up by its key, the later ones find it again without.
 *
 * <p>Thread-safe, as {@link Replica} is. Each call takes the lock of the session, once.
 */
public final class ServedTerm {
  private final Sessions sessions;
  private final Sessions.Place place;
  private final Epoch ownership;
  private final ReplicaConfig config;

  ServedTerm(Sessions sessions, String key, Epoch ownership, ReplicaConfig config) {
    this.sessions = sessions;
    this.place = new Sessions.Place(key);
    this.ownership = ownership;
    this.config = config;
  }

  public String key() {
    return place.key;
  }

  public Epoch ownership() {
    return ownership;
  }

  /**
   * Counts another request as running; false if the session is not served here in that term any
   * more.
   */
  public boolean begin() {
    return sessions.ask(place, false, session -> session.requests().begin(ownership));
  }

  /**
   * A request has ended that {@link #begin}, {@link Replica#create} or {@link Replica#acquire}
   * counted.
   *
   * @param now asked only if somebody waits for the end
   */
  public void end(LongSupplier now) {
    boolean unused =
        sessions.with(
            place,
            (session, effects) -> {
              session.requests().end(ownership, now, effects);
              return true;
            });
  }

  /** The session was used now: its lease starts anew. */
  public void renewLease(long leaseNanos, long nowNanos) {
    boolean unused =
        sessions.ask(
            place,
            true,
            session -> {
              session.requests().renewLease(ownership, leaseNanos, nowNanos);
              return true;
            });
  }

  /**
   * Steps the session on and sends the step to the secondaries.
   *
   * @param whole whether to send the whole session instead of the changes
   * @return the new version, or -1 if the session is not served here in that term
   * @throws SessionTooLargeException if the session would not fit into one frame any more; nothing
   *     was taken
   */
  public long update(Changes changes, boolean whole, long nowNanos) {
    return sessions.ask(
        place, -1L, session -> session.requests().update(ownership, changes, whole, nowNanos));
  }

  /**
   * Returns whether {@code version} is protected, cannot be since nobody is there to hold it, or
   * belongs to another; null if that is not decided yet. Then {@code later} is told, or that the
   * ack timeout is over.
   */
  public @Nullable Outcome await(long version, long nowNanos, Consumer<Outcome> later) {
    return await(version, config.ackTimeoutNanos(), nowNanos, later);
  }

  /** The same, but {@code later} is told after {@code waitNanos} at the latest. */
  public @Nullable Outcome await(
      long version, long waitNanos, long nowNanos, Consumer<Outcome> later) {
    return await(version, waitNanos, false, nowNanos, later);
  }

  /**
   * Like {@link #await}, but waits for {@code waitNanos}, also for somebody to come who can hold
   * it.
   */
  public @Nullable Outcome awaitPatiently(
      long version, long waitNanos, long nowNanos, Consumer<Outcome> later) {
    return await(version, waitNanos, true, nowNanos, later);
  }

  /**
   * Asks the holders whether this member is the primary still. {@code callback} hears {@link
   * Outcome#PROTECTED} if enough of them have said so, asked at {@code sinceNanos} or later; {@link
   * Outcome#DEGRADED} if none is there to be asked, and no other member can have gone on with the
   * session. Any other outcome, after {@code waitNanos} at the latest, proves nothing.
   */
  public void confirm(long sinceNanos, long waitNanos, long nowNanos, Consumer<Outcome> callback) {
    boolean unused =
        sessions.with(
            place,
            (session, effects) -> {
              session
                  .requests()
                  .confirm(ownership, sinceNanos, waitNanos, nowNanos, effects, callback);
              return true;
            });
  }

  /**
   * For an id that the session does not have, as far as is known here: tells {@link
   * Acquired.Unknown} once the holders, asked after the request came, have confirmed that nobody
   * else has gone on with the session. If somebody has, acquires it, since it may have that id by
   * now. {@code callback} hears at the latest an acquire timeout after {@code sinceNanos}, when the
   * request came.
   */
  public void confirmUnknown(long sinceNanos, long nowNanos, Consumer<Acquired> callback) {
    boolean unused =
        sessions.with(
            place,
            (session, effects) -> {
              session
                  .requests()
                  .tellUnknown(
                      ownership,
                      "no other member has confirmed that the session has no such id",
                      callback,
                      sinceNanos,
                      nowNanos,
                      effects);
              return true;
            });
  }

  private @Nullable Outcome await(
      long version, long waitNanos, boolean patient, long nowNanos, Consumer<Outcome> later) {
    Waiters.Wait wait =
        new Waiters.Wait(version, nowNanos - config.freshNanos(), waitNanos, patient, later);
    return sessions.<@Nullable Outcome>ask(
        place, Outcome.FENCED, session -> session.requests().await(ownership, wait, nowNanos));
  }
}
