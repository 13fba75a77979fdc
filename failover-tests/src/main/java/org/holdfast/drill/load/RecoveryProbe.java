/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.load;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Watches for one user's first answer after a fault. Not thread-safe. */
final class RecoveryProbe {
  private final int user;

  /** Shared by all users, never changed; null before the first fault. */
  private @Nullable BitSet victims;

  private boolean onVictim;
  private boolean turnedAtOnce;
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
   */
  void arm(BitSet victimNodes, long atNanos, boolean livesThere, boolean inFlight) {
    victims = victimNodes;
    faultNanos = atNanos;
    onVictim = livesThere;
    turnedAtOnce = livesThere && inFlight;
    answered = false;
    right = false;
  }

  /** The user noticed a close between two requests and asks elsewhere at once. */
  void turnedAtOnce() {
    turnedAtOnce |= victims != null && !answered && onVictim;
  }

  void answered(int node, long asked, long now, boolean isRight) {
    // What a victim still had in its socket says nothing of the others.
    if (victims == null || answered || victims.get(node)) {
      return;
    }
    answered = true;
    right = isRight;
    answeredNanos = now;
    askedNanos = Math.max(asked - faultNanos, 0) + faultNanos;
  }

  Recovery recovery() {
    return new Recovery(
        user,
        onVictim,
        turnedAtOnce,
        answered,
        right,
        answered ? answeredNanos - faultNanos : 0,
        answered ? answeredNanos - askedNanos : 0);
  }
}
