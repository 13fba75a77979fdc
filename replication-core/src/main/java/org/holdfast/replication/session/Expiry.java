// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.session.id.SessionId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A search for an application's sessions whose time is over and that the integration does not watch
 * itself. Thread-safe.
 */
final class Expiry {
  private static final Logger log = LoggerFactory.getLogger(Expiry.class);

  /** The time for which one look acquires expired sessions; the others wait for the next look. */
  private static final long MOST_EXPIRING_NANOS = 5_000_000_000L;

  private final SessionReplicator replicator;
  private final Consumer<String> beforeAcquire;

  Expiry(SessionReplicator replicator) {
    this(replicator, key -> {});
  }

  /**
   * @param beforeAcquire receives each listed key before the session is acquired: the list cannot
   *     know what happens to the session in between
   */
  Expiry(SessionReplicator replicator, Consumer<String> beforeAcquire) {
    this.replicator = replicator;
    this.beforeAcquire = beforeAcquire;
  }

  /** See {@link SessionReplicator#endExpired}. */
  void end(Consumer<ReplicatedSession> ending) {
    long left = MOST_EXPIRING_NANOS;
    for (String key : replica().unused().expired(replicator.now())) {
      if (left < 0) {
        break;
      }
      long start = replicator.now();
      ReplicatedSession session = take(key);
      left -= replicator.now() - start;
      if (session != null) {
        try {
          ending.accept(session);
        } finally {
          session.exit();
        }
      }
    }
  }

  /** Returns the session, entered, if it is this node's to end. */
  private @Nullable ReplicatedSession take(String key) {
    if (!replicator.isOwn(key) || replicator.hasAttachment(key)) {
      return null;
    }
    beforeAcquire.accept(key);
    CompletableFuture<Acquired> answer = new CompletableFuture<>();
    replica().acquire(key, null, replicator.now(), answer::complete);
    if (answer.getNow(null) instanceof Acquired.Owned owned) {
      return take(key, owned);
    }
    // Just being handed over: it is another node's to expire.
    replicator.giveBack(answer, key);
    return null;
  }

  /**
   * Returns the granted session to end, or gives the grant back and returns null if the session
   * must not end here now.
   */
  private @Nullable ReplicatedSession take(String key, Acquired.Owned owned) {
    Epoch epoch = owned.epoch();
    // The list may be seconds old: the session may have gone, been used, and come back since. The
    // question takes its time, too: a request may have come meanwhile.
    if (!isUnused(key, epoch)
        || !replicator.acknowledgements().isStillOurs(key, epoch)
        || !isUnused(key, epoch)) {
      replica().end(key, epoch, replicator.now());
      return null;
    }
    SessionSettings settings;
    try {
      settings = SessionSettings.of(owned.image().settings(), owned.leaseNanos(), replicator.now());
    } catch (IllegalArgumentException e) {
      log.warn(
          "a session expired, but this node cannot read its settings and calls no session listener:"
              + " {}",
          e.getMessage());
      replica().remove(key, epoch, replicator.now());
      replica().end(key, epoch, replicator.now());
      return null;
    }
    SessionId id = new SessionId(key, settings.secret());
    return replicator.open(id, owned) instanceof Lookup.Found found ? found.session() : null;
  }

  private boolean isUnused(String key, Epoch epoch) {
    return replica().unused().isLeftToExpire(key, epoch, replicator.now());
  }

  private Replica replica() {
    return replicator.replica();
  }
}
