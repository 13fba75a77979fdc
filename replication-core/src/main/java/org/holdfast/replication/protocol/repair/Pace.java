// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import org.holdfast.replication.protocol.ReplicaConfig;

/**
 * The limit of sessions that may be on their way to other members at once. While a member waits to
 * leave, the limit grows as long as sessions arrive promptly, and shrinks when they do not: then a
 * peer or this member is overloaded, and requests wait with the sessions. Else it is the configured
 * pace. Belongs to the protocol thread.
 */
public final class Pace {
  /**
   * The highest limit while a member leaves; some 50 times as many go in a second, since each takes
   * two ticks. More would save little time and make requests wait (docs/benchmarks/drain.md).
   */
  public static final int MOST = 20;

  /**
   * The time within which an arrival counts as prompt. A session that leaves with one tick normally
   * arrives by the next but one.
   */
  static final long PROMPT_NANOS = 5 * ReplicaConfig.TICK_NANOS;

  private final int least;
  private int room;
  private boolean anyPrompt;
  private boolean anyLate;

  Pace(ReplicaConfig config) {
    least = config.repairsPerTick();
    room = least;
  }

  int room() {
    return room;
  }

  /** Takes in that a session has arrived, or was awaited in vain, after {@code nanos}. */
  void took(long nanos) {
    if (nanos <= PROMPT_NANOS) {
      anyPrompt = true;
    } else {
      anyLate = true;
    }
  }

  /**
   * Adapts the limit. Call it once a tick, after {@link #took} for everything that has arrived.
   *
   * @param hurried whether a member waits to leave
   */
  void tick(boolean hurried) {
    if (!hurried) {
      room = least;
    } else if (anyLate) {
      room = Math.max(least, room / 2);
    } else if (anyPrompt) {
      room = Math.max(least, Math.min(MOST, room + 1 + room / 8));
    }
    anyPrompt = false;
    anyLate = false;
  }
}
