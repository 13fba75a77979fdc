// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.Objects;
import org.holdfast.replication.serialization.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * What the secondaries were sent under one name, of an attribute or of a unit. Guarded by the
 * monitor of {@link SentAttributes}, whose rules it keeps.
 */
final class SentState {
  /** Longest pause: where nothing stays the same, comparing 200 KB for nothing takes 2 ms. */
  private static final int LONGEST_PAUSE = 64;

  /** Null if the secondaries have nothing. */
  @Nullable Fingerprint fingerprint;

  /** Whether the secondaries have the bytes that the session came with. */
  private boolean arrived;

  /** Of a unit that came: what its values encoded to on their arrival. */
  @Nullable Fingerprint asArrived;

  /** The unit that the secondaries' bytes name; null if they are the value's own. */
  @Nullable String unit;

  /** The objects of the value when it was last looked at; null if nobody did. */
  int @Nullable [] met;

  /** Of the capture that was published last for this name. */
  long ticket;

  /** Captures under way that have this name. */
  int underWay;

  /** How many bytes the secondaries have. */
  int bytes;

  /** Version of the session in which they were sent them; 0 if they came. */
  long version;

  /** Which bytes they have: each publication in the session has another number, 0 if they came. */
  long step;

  /** How many changes more go by before a patch is looked for again. */
  private int pause;

  /** How long the next pause will be. */
  private int nextPause;

  /** The session came with it. */
  static SentState arrived(byte[] envelope) {
    SentState state = new SentState();
    state.fingerprint = Fingerprint.of(envelope);
    state.bytes = envelope.length;
    state.arrived = true;
    return state;
  }

  /**
   * Whether bytes are what the secondaries have, or count as such.
   *
   * @param other of the bytes; null for none
   * @param encodedAs what the value encoded to when it arrived, if it did
   */
  boolean isSame(@Nullable Fingerprint other, @Nullable Fingerprint encodedAs) {
    return Objects.equals(other, fingerprint)
        || (arrived && other != null && other.equals(encodedAs));
  }

  /**
   * Other bytes are on their way, or none any more.
   *
   * @param number of this publication
   * @param inVersion of the session
   */
  void replace(@Nullable Fingerprint by, byte @Nullable [] envelope, long number, long inVersion) {
    fingerprint = by;
    bytes = envelope == null ? 0 : envelope.length;
    arrived = false;
    step = number;
    version = inVersion;
  }

  /** Whether to look for a patch; if not, the pause is one change shorter. */
  boolean endPause() {
    if (pause > 0) {
      pause--;
      return false;
    }
    return true;
  }

  /** A patch was looked for: where there are none, that is done more and more seldom. */
  void compared(boolean found) {
    pause = found ? 0 : nextPause;
    nextPause = found ? 0 : Math.min(LONGEST_PAUSE, Math.max(1, 2 * nextPause));
  }
}
