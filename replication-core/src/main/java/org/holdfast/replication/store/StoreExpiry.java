// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.session.NamedSessions;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.thread.OneThreadExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The expiry of one store, which ends the entries that no caller uses, on a thread of its own. */
final class StoreExpiry {
  private static final Logger log = LoggerFactory.getLogger(StoreExpiry.class);

  /**
   * The longest pause between two looks, else a quarter of the expiry: each looks at every session
   * of the node.
   */
  private static final long MOST_MILLIS = 2_000;

  private static final long LEAST_MILLIS = 100;

  private final SessionReplicator replicator;
  private final NamedSessions entries;

  /**
   * The entries whose listener runs just now: a caller that comes now must not write to an entry
   * that is about to end.
   */
  private final Set<ReplicatedSession> ending = ConcurrentHashMap.newKeySet();

  private final String store;
  private final StoreListener listener;
  private final OneThreadExecutor thread;

  StoreExpiry(SessionReplicator replicator, StoreConfig config, StoreListener listener) {
    this.replicator = replicator;
    this.entries = replicator.named();
    this.store = config.application().name();
    this.listener = listener;
    this.thread = new OneThreadExecutor("holdfast-expiry-" + store);
    long millis = periodMillis(config.expiry());
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(this::look, millis, millis, TimeUnit.MILLISECONDS);
  }

  private static long periodMillis(Duration expiry) {
    boolean never = expiry.isZero() || expiry.isNegative();
    return never
        ? MOST_MILLIS
        : Math.max(LEAST_MILLIS, Math.min(MOST_MILLIS, expiry.toMillis() / 4));
  }

  private void look() {
    try {
      replicator.endExpired(this::end);
    } catch (RuntimeException | Error e) {
      // The executor would end the looks for ever.
      log.warn("store {} failed to remove expired entries; the next round tries again", store, e);
    }
  }

  /**
   * Returns whether an entry, which the caller has entered, is just ending and should be left
   * alone.
   */
  boolean isEnding(ReplicatedSession session) {
    return ending.contains(session);
  }

  private void end(ReplicatedSession session) {
    ending.add(session);
    try {
      // A caller that has not seen the mark has entered before this look, and uses the entry.
      if (entries.isLeftToExpire(session)) {
        tell(session);
        session.invalidate();
        session.commit();
      }
    } finally {
      ending.remove(session);
    }
  }

  private void tell(ReplicatedSession session) {
    try {
      Map<String, Object> attributes = session.attributes();
      // An entry that never had an attribute was never there.
      if (!attributes.isEmpty()) {
        listener.onExpired(attributes);
      }
    } catch (RuntimeException e) {
      log.warn(
          "a listener of store {} failed when an entry expired; the entry is removed nevertheless",
          store,
          e);
    }
  }

  /** Ends the looks, and waits for one that is under way. */
  void close(long time, TimeUnit unit) {
    thread.shutdownNow();
    try {
      if (!thread.awaitTermination(time, unit)) {
        log.warn("expiry of {} still runs {} {} after its stop", store, time, unit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
