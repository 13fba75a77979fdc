// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import static org.holdfast.replication.delta.BlockHash.BLOCK;

/**
 * The places of the whole blocks in the base, by their hash: a table of chains, the first
 * occurrence first. Only the first {@value #MOST_PROBES} of a chain are ever looked at. In a row of
 * blocks with equal hashes, such as a run of zeros, only the first is held. Takes 12 to 16 bytes
 * for each {@value BlockHash#BLOCK} of the base. Immutable.
 */
final class BlockIndex {
  /** The most blocks compared for one hash; bounds the time when many hash alike. */
  static final int MOST_PROBES = 8;

  /** The result if the chain has no further block. */
  static final int NONE = -1;

  private final int shift;

  /** The number of the first block in each bucket plus 1, or 0. */
  private final int[] heads;

  /** The number of the block after each block in its chain plus 1, or 0. */
  private final int[] nexts;

  /** The hash of each block, so that few others in its chain need to be looked at. */
  private final int[] hashes;

  BlockIndex(byte[] base) {
    int blocks = base.length / BLOCK;
    int bits = Math.max(1, 32 - Integer.numberOfLeadingZeros(blocks));
    shift = 32 - bits;
    heads = new int[1 << bits];
    nexts = new int[blocks];
    hashes = new int[blocks];
    for (int block = blocks - 1; block >= 0; block--) {
      int hash = BlockHash.of(base, block * BLOCK);
      int bucket = bucket(hash);
      boolean isRow = block < blocks - 1 && hash == hashes[block + 1];
      nexts[block] = isRow ? nexts[block + 1] : heads[bucket];
      heads[bucket] = block + 1;
      hashes[block] = hash;
    }
  }

  /** Returns the offset of the first block that may have this hash, or {@link #NONE}. */
  int first(int hash) {
    return offset(heads[bucket(hash)]);
  }

  /** Returns the offset of the block after that at {@code offset}, or {@link #NONE}. */
  int next(int offset) {
    return offset(nexts[offset / BLOCK]);
  }

  /** Returns the hash of the block at {@code offset}. */
  int hashAt(int offset) {
    return hashes[offset / BLOCK];
  }

  /**
   * Returns the bucket of a hash. The polynomial leaves its last bytes in the low bits; multiplying
   * carries them upwards.
   */
  int bucket(int hash) {
    return hash * 0x9E3779B1 >>> shift;
  }

  private static int offset(int entry) {
    return entry == 0 ? NONE : (entry - 1) * BLOCK;
  }
}
