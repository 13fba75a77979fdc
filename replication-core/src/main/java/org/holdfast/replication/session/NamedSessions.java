// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.time.Duration;
import java.util.Map;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.session.id.SessionId;
import org.holdfast.replication.session.id.SessionName;

/**
 * The sessions of one application that are found by a chosen name instead of a drawn id. A store
 * other than that of HTTP sessions is made of them. Thread-safe.
 *
 * <p>An application has either named sessions or ones with drawn ids, not both: names could be
 * guessed.
 */
public final class NamedSessions {
  private final SessionReplicator replicator;

  NamedSessions(SessionReplicator replicator) {
    this.replicator = replicator;
  }

  /**
   * Finds a session and takes it to this node if it is elsewhere; see {@link
   * SessionReplicator#acquire}. It never answers from memory that there is none.
   */
  public Lookup find(SessionName name) {
    SessionId wanted = replicator.idOf(name);
    return replicator.acquire(
        wanted,
        callback ->
            replicator.replica().chosenKeys().acquire(wanted.key(), replicator.now(), callback));
  }

  /**
   * Finds a session like {@link #find}, and begins it if there is none. If several nodes do so at
   * once, one begins it and the others find it. Costs one round of questions and one of promises if
   * it is new. {@link Lookup.Unknown} means that a former session of that name is just ending: ask
   * again.
   *
   * @param maxInactive the time after which a new one expires; zero or negative if it never expires
   */
  public Lookup findOrBegin(SessionName name, Duration maxInactive) {
    SessionId wanted = replicator.idOf(name);
    SessionSettings settings =
        SessionSettings.first(replicator.config().name(), wanted.secret(), 0, maxInactive)
            .withCompared(replicator.settings().text());
    return replicator.acquire(
        wanted,
        callback -> {
          long now = replicator.now();
          SessionImage first = new SessionImage(settings.toBytes(0, now), Map.of());
          replicator
              .replica()
              .chosenKeys()
              .acquireOrBegin(wanted.key(), first, settings.leaseNanos(), now, callback);
        });
  }

  /**
   * Returns whether the time of a session is over and no caller uses it but this one, which has
   * {@linkplain ReplicatedSession#enter entered} it.
   */
  public boolean isLeftToExpire(ReplicatedSession session) {
    Epoch epoch = session.epoch();
    return epoch != null
        && replicator.replica().unused().isLeftToExpire(session.key(), epoch, replicator.now());
  }

  /** Returns the time for which one look for a session may last. */
  public Duration acquireTimeout() {
    return replicator.acquireTimeout();
  }
}
