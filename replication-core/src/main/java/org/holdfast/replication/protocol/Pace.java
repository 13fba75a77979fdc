// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * How many sessions may be on their way to other members at once. While a member waits to leave
 * that grows as long as they arrive promptly, and shrinks when they do not: somebody, a peer or
 * this member, has more to do than it can, and requests wait with the sessions. Else it is the
 * configured pace. Belongs to the protocol thread.
 */
final class Pace {
  /**
   * Most at once while a member leaves; some 50 times as many in a second, since each takes two
   * ticks. More would save little time and make requests wait (docs/benchmarks/drain.md).
   */
  static final int MOST = 20;

  /** What leaves with one tick has arrived by the next but one if all is well. */
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

  /** One has arrived, or has been waited for in vain, after so long. */
  void took(long nanos) {
    if (nanos <= PROMPT_NANOS) {
      anyPrompt = true;
    } else {
      anyLate = true;
    }
  }

  /**
   * Once a tick, after what has arrived by then was told.
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
