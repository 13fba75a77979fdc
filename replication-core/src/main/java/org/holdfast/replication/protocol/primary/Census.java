// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.primary;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of the sessions of one member. They change under the lock of a session; any thread
 * may read them.
 */
public final class Census {
  private final AtomicInteger primarySessions = new AtomicInteger();
  private final AtomicInteger degradedSessions = new AtomicInteger();
  private final AtomicInteger sessionsWithoutRoom = new AtomicInteger();
  private final AtomicLong arrivals = new AtomicLong();

  /** Counts a session that this member begins to serve, or serves no more. */
  public void countPrimary(boolean begins) {
    primarySessions.addAndGet(begins ? 1 : -1);
  }

  public int primarySessions() {
    return primarySessions.get();
  }

  /** Counts a session that is degraded from now on, or is no more. */
  void countDegraded(boolean begins) {
    degradedSessions.addAndGet(begins ? 1 : -1);
  }

  public int degradedSessions() {
    return degradedSessions.get();
  }

  /** Counts a session for which members of the view have no room from now on, or have again. */
  void countWithoutRoom(boolean begins) {
    sessionsWithoutRoom.addAndGet(begins ? 1 : -1);
  }

  /** Returns the number of sessions served here for which members of the view have no room. */
  public int sessionsWithoutRoom() {
    return sessionsWithoutRoom.get();
  }

  /** Counts an epoch that begins here, or a copy that comes to a member without one. */
  public void countArrival() {
    arrivals.incrementAndGet();
  }

  /** Returns the number of arrivals so far. */
  public long arrivals() {
    return arrivals.get();
  }
}
