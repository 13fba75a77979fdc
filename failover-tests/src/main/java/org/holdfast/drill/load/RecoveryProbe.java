// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Watches for one user's first answer after a fault. Not thread-safe. */
final class RecoveryProbe {
  private static final BitSet NOBODY = new BitSet(0);

  private final int user;

  /** Shared by all users, never changed; null before the first fault. */
  private @Nullable BitSet victims;

  private boolean onVictim;
  private boolean turnedAtOnce;
  private boolean asked;
  private boolean answered;
  private boolean right;
  private long faultNanos;
  private long answeredNanos;
  private long askedNanos;

  RecoveryProbe(int user) {
    this.user = user;
  }

  /**
   * Starts to watch, and forgets the fault before; call just before the fault.
   *
   * @param victimNodes the nodes that it takes away, perhaps none; not changed afterwards
   * @param inFlight whether the user waits for an answer of one of them
   * @param asking whether it waits for any answer about its session
   */
  void arm(BitSet victimNodes, long atNanos, boolean livesThere, boolean inFlight, boolean asking) {
    victims = victimNodes;
    faultNanos = atNanos;
    onVictim = livesThere;
    turnedAtOnce = livesThere && inFlight;
    asked = asking;
    answered = false;
    right = false;
  }

  /** The user noticed a close between two requests and asks elsewhere at once. */
  void turnedAtOnce() {
    turnedAtOnce |= victims != null && !answered && onVictim;
  }

  /** Whoever answers under the victims' names is not what the fault took away. */
  void victimsAreNew() {
    if (victims != null) {
      victims = NOBODY;
    }
  }

  /** It asks something of its session. */
  void asked() {
    asked = victims != null;
  }

  void answered(int node, long sent, long now, boolean isRight) {
    // What a victim still had in its socket says nothing of the others.
    if (victims == null || answered || victims.get(node)) {
      return;
    }
    answered = true;
    right = isRight;
    answeredNanos = now;
    askedNanos = Math.max(sent - faultNanos, 0) + faultNanos;
  }

  Recovery recovery() {
    return new Recovery(
        user,
        onVictim,
        turnedAtOnce,
        asked,
        answered,
        right,
        answered ? answeredNanos - faultNanos : 0,
        answered ? answeredNanos - askedNanos : 0);
  }
}
