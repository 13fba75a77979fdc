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

/** Watches for one user's first answer after a kill. Not thread-safe. */
final class RecoveryProbe {
  private static final int NONE = -1;

  private final int user;
  private int victim = NONE;
  private boolean onVictim;
  private boolean turnedAtOnce;
  private boolean answered;
  private boolean right;
  private long killNanos;
  private long answeredNanos;
  private long askedNanos;

  RecoveryProbe(int user) {
    this.user = user;
  }

  /** Starts to watch; call just before the node is killed. */
  void arm(int victimNode, long now, boolean livesThere, boolean inFlight) {
    victim = victimNode;
    killNanos = now;
    onVictim = livesThere;
    turnedAtOnce = livesThere && inFlight;
    answered = false;
    right = false;
  }

  /** The user noticed a close between two requests and asks elsewhere at once. */
  void turnedAtOnce() {
    turnedAtOnce |= victim != NONE && !answered && onVictim;
  }

  void answered(int node, long asked, long now, boolean isRight) {
    // What the victim still had in its socket says nothing of the others.
    if (victim == NONE || answered || node == victim) {
      return;
    }
    answered = true;
    right = isRight;
    answeredNanos = now;
    askedNanos = Math.max(asked - killNanos, 0) + killNanos;
  }

  Recovery recovery() {
    return new Recovery(
        user,
        onVictim,
        turnedAtOnce,
        answered,
        right,
        answered ? answeredNanos - killNanos : 0,
        answered ? answeredNanos - askedNanos : 0);
  }
}
