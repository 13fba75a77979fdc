// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.placement;

/**
 * A 64-bit hash of short ASCII text, fixed for ever: members of different releases must agree on
 * it.
 *
 * <p>Built in the manner of xxHash64: eight characters at a time are multiplied, rotated and
 * multiplied again, and a finalizer of two multiplications spreads every input bit over all output
 * bits (tested: {@code Hash64Test}). Not meant to withstand chosen input; ids come from our own
 * generator.
 */
final class Hash64 {
  private static final long P1 = 0x9E37_79B1_85EB_CA87L;
  private static final long P2 = 0xC2B2_AE3D_27D4_EB4FL;
  private static final long P3 = 0x1656_67B1_9E37_79F9L;
  private static final int LANE = 8;

  private Hash64() {}

  /**
   * Returns the hash of {@code text}.
   *
   * @return the hash; two texts that differ in one bit differ in about half of its bits
   * @throws IllegalArgumentException if a character is not ASCII (above 127)
   */
  static long of(String text) {
    int length = text.length();
    long hash = P3 + length;
    int seen = 0;
    long lane = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      seen |= c;
      lane = lane << 8 | c;
      if ((i & (LANE - 1)) == LANE - 1) {
        hash = absorb(hash, lane);
        lane = 0;
      }
    }
    if ((length & (LANE - 1)) != 0) {
      hash = absorb(hash, lane);
    }
    if (seen > 127) {
      throw new IllegalArgumentException(
          "placement key must be ASCII, has a character above 127 among its " + length);
    }
    return mix(hash);
  }

  /**
   * Spreads each bit of {@code value} over all 64; one to one, so distinct values stay distinct.
   */
  static long mix(long value) {
    long mixed = (value ^ value >>> 33) * P2;
    mixed = (mixed ^ mixed >>> 29) * P3;
    return mixed ^ mixed >>> 32;
  }

  private static long absorb(long hash, long lane) {
    return Long.rotateLeft(hash ^ Long.rotateLeft(lane * P2, 31) * P1, 27) * P1 + P3;
  }
}
