// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.delta.BlockHash.BLOCK;

import org.junit.jupiter.api.Test;

class BlockIndexTest {
  @Test
  void holdsTheFirstOnly_ofARowOfEqualBlocks() {
    byte[] base = new byte[60 * BLOCK + 5];
    base[20 * BLOCK] = 1;
    BlockIndex index = new BlockIndex(base);
    int zeros = BlockHash.of(base, 0);
    int one = BlockHash.of(base, 20 * BLOCK);
    // Zeros share their chain with the other block only if the hash is a poor one.
    assertThat(index.bucket(zeros)).isNotEqualTo(index.bucket(one));

    assertThat(index.first(one)).isEqualTo(20 * BLOCK);
    assertThat(index.next(20 * BLOCK)).isEqualTo(BlockIndex.NONE);
    assertThat(index.first(zeros)).isZero();
    assertThat(index.next(0)).isEqualTo(21 * BLOCK);
    assertThat(index.next(21 * BLOCK)).isEqualTo(BlockIndex.NONE);
  }

  @Test
  void isEmpty_whenTheBaseIsShorterThanABlock() {
    BlockIndex index = new BlockIndex(new byte[BLOCK - 1]);

    assertThat(index.first(0)).isEqualTo(BlockIndex.NONE);
    assertThat(index.first(-1)).isEqualTo(BlockIndex.NONE);
  }

  @Test
  void rollsToTheHashOfTheNextBytes() {
    byte[] bytes = new RandomEdits(42).randomBytes(200);
    int hash = BlockHash.of(bytes, 0);
    for (int at = 1; at + BLOCK <= bytes.length; at++) {
      hash = BlockHash.roll(hash, bytes, at - 1);

      assertThat(hash).as("at %d", at).isEqualTo(BlockHash.of(bytes, at));
    }
  }
}
