// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * For how long updates of one term have been unprotected, and whether the session counts as
 * degraded for that. Guarded by the lock of its session.
 */
final class Exposure {
  private final ReplicaContext node;

  /**
   * Whether there are unprotected versions; one of them, at first the oldest, and when it was made.
   * Once that is protected, the newest takes its place.
   */
  private boolean exposed;

  private long version;
  private long sinceNanos;
  private boolean degraded;

  Exposure(ReplicaContext node) {
    this.node = node;
  }

  /**
   * Takes in what is protected now. Counts the session as degraded when nobody is there to hold it,
   * or when whoever is has acknowledged nothing for as long as a response would have waited.
   *
   * @param protectedVersion newest version that is protected, -1 if none is
   * @param tooFewHolders whether too few members are there to hold copies
   */
  void update(Copy copy, long protectedVersion, boolean tooFewHolders, long nowNanos) {
    boolean unprotected = protectedVersion < copy.version() && !copy.tombstone();
    if (unprotected && (!exposed || protectedVersion >= version)) {
      version = copy.version();
      sinceNanos = nowNanos;
    }
    exposed = unprotected;
    boolean late = lagNanos(nowNanos) > node.config.ackTimeoutNanos();
    setDegraded(unprotected && (tooFewHolders || late));
  }

  /**
   * How long it has been known that something is unprotected: the oldest update, or, once that is
   * protected, the one that was the newest then. What lies between may be older.
   */
  long lagNanos(long nowNanos) {
    return exposed ? nowNanos - sinceNanos : 0;
  }

  /** The term is over: the session is not counted here any more. */
  void end() {
    setDegraded(false);
  }

  private void setDegraded(boolean now) {
    if (now != degraded) {
      degraded = now;
      node.degradedSessions.addAndGet(now ? 1 : -1);
    }
  }
}
