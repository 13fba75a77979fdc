// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import static org.holdfast.replication.delta.BlockHash.BLOCK;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of a base with a result, from the result's first byte to its last, never back.
 *
 * <p>At each byte it first looks at the base where the last copy would continue if the bytes since
 * then had been <em>replaced</em>: most changes are, and this needs no hash. After {@value
 * #PATIENCE} literal bytes since the last long copy, bytes may have been inserted or removed. Only
 * then it asks the index of the base's blocks, which is built at the first such question. A block
 * that is found is extended forwards as far as it goes, and backwards over the literal bytes not
 * yet written.
 *
 * <p>Time: the base is hashed once at most. A byte of the result is hashed twice on average at
 * most, and the block at it compared with at most {@link BlockIndex#MOST_PROBES} blocks that do not
 * fit. As many blocks that fit are compared as far as they match; then the longest is taken and all
 * its bytes are done. So the time is proportional to the sum of the lengths, whatever the bytes.
 * Not thread-safe.
 */
final class DiffRun {
  /** The bytes that are compared at once; fewer are hardly worth a copy, which takes 2 to 10. */
  private static final int LEAST = PatchFormat.LEAST_COPY;

  /**
   * The literal bytes by which the search continues past the size bound: a later match may extend
   * backwards over them.
   */
  private static final int HOPE = 4 * BLOCK;

  /** The literal bytes since the last long copy before the index is asked. */
  private static final int PATIENCE = 16;

  private static final int NONE = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] base;
  private final byte[] result;
  private final PatchWriter writer;
  private @Nullable BlockIndex index;

  /** The place in the result up to which its bytes are written. */
  private int literalStart;

  /** The place in the base where the last copy ended. */
  private int copyEnd;

  /** The literal bytes written since the last copy of at least a block. */
  private int doubt;

  private int hash;
  private int hashedAt = NONE;

  /**
   * The place in the base where the block was found, and the number of equal bytes from there on.
   */
  private int foundOffset;

  private int foundLength;

  private long work;

  DiffRun(byte[] base, byte[] result, int maxPatchBytes) {
    this.base = base;
    this.result = result;
    this.writer = new PatchWriter(base, result, maxPatchBytes);
  }

  Optional<byte[]> patch() {
    int end = result.length - commonSuffix();
    int at = 0;
    while (at < end) {
      if (at - literalStart - HOPE > writer.room()) {
        return Optional.empty();
      }
      at = step(at);
    }
    int left = result.length - at;
    if (left < LEAST) {
      writer.literal(result, literalStart, result.length);
    } else {
      writer.literal(result, literalStart, at);
      writer.copy(base.length - left, left);
    }
    return writer.room() < 0 ? Optional.empty() : Optional.of(writer.toBytes());
  }

  /** Returns the bytes hashed, compared or looked up so far, to which the time is proportional. */
  long work() {
    return work;
  }

  /**
   * Writes a copy to the result's position {@code at} if there is one; returns the next position.
   */
  private int step(int at) {
    work++;
    // A long, as the sum may exceed an int; it is beyond the end of the base then.
    long replaced = (long) copyEnd + (at - literalStart);
    int same = sameAt(replaced, at);
    boolean isInDoubt = doubt + (at - literalStart) >= PATIENCE;
    if (same < BLOCK && isInDoubt) {
      // Every byte that the short copy would skip is looked up first: where bytes came in or went,
      // short runs such as zeros match by chance and must not hide the rest.
      int found = search(at, Math.max(1, same));
      if (found != NONE) {
        return copyExtended(found);
      }
    }
    return same > 0 ? copy((int) replaced, at, same) : at + 1;
  }

  /** Returns the number of equal bytes in base and result; 0 if fewer than {@link #LEAST}. */
  private int sameAt(long offset, int at) {
    if (offset > base.length - LEAST
        || at > result.length - LEAST
        || (long) LONGS.get(base, (int) offset) != (long) LONGS.get(result, at)) {
      return 0;
    }
    return sameBytes((int) offset, at);
  }

  private int sameBytes(int offset, int at) {
    int most = Math.min(base.length - offset, result.length - at);
    int mismatch = Arrays.mismatch(base, offset, offset + most, result, at, at + most);
    int same = mismatch < 0 ? most : mismatch;
    work += same + 1L;
    return same;
  }

  /** Returns the first of {@code count} positions whose block is in the base, or NONE. */
  private int search(int from, int count) {
    int end = Math.min(from + count, result.length - BLOCK + 1);
    for (int at = from; at < end; at++) {
      hash(at);
      if (find(at)) {
        return at;
      }
    }
    return NONE;
  }

  private void hash(int at) {
    if (hashedAt != NONE && hashedAt == at - 1) {
      hash = BlockHash.roll(hash, result, hashedAt);
      work++;
    } else {
      hash = BlockHash.of(result, at);
      work += BLOCK;
    }
    hashedAt = at;
  }

  /** Finds the block of the base that continues longest with the same bytes as the result. */
  private boolean find(int at) {
    BlockIndex blocks = index();
    foundLength = 0;
    int offset = blocks.first(hash);
    for (int probe = 0; probe < BlockIndex.MOST_PROBES && offset != BlockIndex.NONE; probe++) {
      work++;
      int same = blocks.hashAt(offset) == hash ? sameBytes(offset, at) : 0;
      if (same >= BLOCK && same > foundLength) {
        foundLength = same;
        foundOffset = offset;
      }
      offset = blocks.next(offset);
    }
    return foundLength > 0;
  }

  private BlockIndex index() {
    BlockIndex existing = index;
    if (existing == null) {
      existing = new BlockIndex(base);
      index = existing;
      work += base.length;
    }
    return existing;
  }

  private int copyExtended(int at) {
    int most = Math.min(at - literalStart, foundOffset);
    int back = 0;
    while (back < most && base[foundOffset - back - 1] == result[at - back - 1]) {
      back++;
    }
    work += back;
    return copy(foundOffset - back, at - back, foundLength + back);
  }

  private int copy(int offset, int at, int length) {
    writer.literal(result, literalStart, at);
    writer.copy(offset, length);
    doubt = length >= BLOCK ? 0 : doubt + at - literalStart;
    literalStart = at + length;
    copyEnd = offset + length;
    return literalStart;
  }

  /** Returns the number of equal bytes at the end of both; 0 if fewer than {@link #LEAST}. */
  private int commonSuffix() {
    int most = Math.min(base.length, result.length);
    int same = 0;
    while (same <= most - LEAST
        && (long) LONGS.get(base, base.length - same - LEAST)
            == (long) LONGS.get(result, result.length - same - LEAST)) {
      same += LEAST;
    }
    if (same > 0) {
      while (same < most && base[base.length - same - 1] == result[result.length - same - 1]) {
        same++;
      }
    }
    work += same;
    return same;
  }
}
