// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

/**
 * A polynomial hash of {@value #BLOCK} bytes that can be rolled along by one byte in constant time.
 * Anyone can make blocks that collide: a caller that looks hashes up has to bound its comparisons.
 *
 * @see <a href="https://doi.org/10.1147/rd.312.0249">Karp and Rabin, 1987</a>
 */
final class BlockHash {
  /**
   * The bytes of a block. With half of it the index is twice as large; with twice of it, changes
   * that are less than 128 bytes apart hide the bytes between them.
   */
  static final int BLOCK = 32;

  private static final int FACTOR = 0x2C9277B5;

  /** The weight of the byte that leaves: FACTOR to the power of BLOCK. */
  private static final int LEAVING = power();

  private BlockHash() {}

  /** Returns the hash of the {@value #BLOCK} bytes from {@code at}. */
  static int of(byte[] bytes, int at) {
    int hash = 0;
    for (int i = at; i < at + BLOCK; i++) {
      hash = hash * FACTOR + bytes[i];
    }
    return hash;
  }

  /** Returns the hash one byte further on than {@code hash}, which is that at {@code at}. */
  static int roll(int hash, byte[] bytes, int at) {
    return hash * FACTOR + bytes[at + BLOCK] - bytes[at] * LEAVING;
  }

  private static int power() {
    int power = 1;
    for (int i = 0; i < BLOCK; i++) {
      power *= FACTOR;
    }
    return power;
  }
}
