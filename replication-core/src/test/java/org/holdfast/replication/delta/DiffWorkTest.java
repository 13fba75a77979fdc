// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.replication.delta.BlockHash.BLOCK;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;

/** Counts the bytes that the differ looks at, so that no machine's speed is in the answer. */
class DiffWorkTest {
  private static final int LENGTH = 1 << 14;

  /** Each byte of the result: hashed twice, and compared in 8 blocks of up to 31 bytes. */
  private static final int MOST_WORK_PER_BYTE = 2 + BlockIndex.MOST_PROBES * BLOCK + 8;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Pair(byte[] base, byte[] result) {}

  private final long seed = Seeds.one();

  @Test
  void worksInProportionToTheLengths_whateverTheBytes() {
    Map<String, Long> perByte = new TreeMap<>();
    hostile()
        .forEach(
            (name, pairs) -> {
              long one = work(pairs.apply(LENGTH));
              long four = work(pairs.apply(4 * LENGTH));
              perByte.put(name, four / (8L * LENGTH));

              assertThat(one)
                  .as("%s, seed %d", name, seed)
                  .isLessThan(2L * LENGTH * MOST_WORK_PER_BYTE);
              assertThat(four)
                  .as("%s, four times as long, seed %d", name, seed)
                  .isLessThan(5 * one);
            });
    System.out.println("bytes looked at for each byte of base and result: " + perByte);
  }

  /**
   * Each byte of the result is compared once. About one seed in ninety changes so many bytes close
   * together that the base is hashed, too, once. Asking the index at each change takes at least
   * 2.17 times the length.
   */
  @Test
  void looksAtLittle_whenBytesWereReplacedInPlace() {
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = edits.randomBytes(LENGTH);

    assertThat(work(new Pair(base, edits.replacedOne(base, 100))))
        .as("seed %d", seed)
        .isLessThan(2 * LENGTH + LENGTH / 10);
  }

  @Test
  void stopsEarly_whenNothingIsTheSame() {
    RandomEdits edits = new RandomEdits(seed);
    DiffRun run = new DiffRun(edits.randomBytes(LENGTH), edits.randomBytes(LENGTH), 1_000);

    assertThat(run.patch()).as("seed %d", seed).isEmpty();
    assertThat(run.work()).as("seed %d", seed).isLessThan(LENGTH + 40_000);
  }

  private Map<String, IntFunction<Pair>> hostile() {
    return Map.of(
        "zeros", n -> new Pair(new byte[n], new byte[n + 1]),
        "zeros to ones", n -> new Pair(new byte[n], filled(n, 1)),
        "random", n -> new Pair(random(n, 1), random(n, 2)),
        "period 24 to period 25", n -> new Pair(periodic(n, 24), periodic(n, 25)),
        "period 1000, shifted", n -> new Pair(periodic(n, 1_000), random(7, 3, periodic(n, 1_000))),
        "zeros with ends", DiffWorkTest::zerosWithEnds,
        "full chains that fit", this::longChains,
        "every tenth byte changed", DiffWorkTest::everyTenth,
        "full chains that never fit", this::fullChains);
  }

  private static long work(Pair pair) {
    DiffRun run = new DiffRun(pair.base, pair.result, Integer.MAX_VALUE);
    assertThat(run.patch()).isPresent();
    return run.work();
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private byte[] random(int length, int salt) {
    return new RandomEdits(seed + salt).randomBytes(length);
  }

  private byte[] random(int length, int salt, byte[] rest) {
    return RandomEdits.spliced(rest, 0, 0, random(length, salt));
  }

  private byte[] periodic(int length, int period) {
    byte[] word = random(period, period);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = word[i % period];
    }
    return bytes;
  }

  /** Each block is zeros with another last byte: all are alike for 31 bytes. */
  private static Pair zerosWithEnds(int length) {
    byte[] base = new byte[length];
    byte[] result = new byte[length];
    for (int i = BLOCK - 1; i < length; i += BLOCK) {
      base[i] = (byte) (i / BLOCK | 1);
      result[i - 5] = (byte) (i / BLOCK | 2);
    }
    return new Pair(base, result);
  }

  /** Each block of the result is in the base many times, and goes on with the same bytes there. */
  private Pair longChains(int length) {
    byte[] row = random(16 * BLOCK, 5);
    byte[] base = new byte[length];
    byte[] result = new byte[length];
    for (int i = 0; i < length; i++) {
      base[i] = row[i % row.length];
      result[i] = row[i % (row.length - 40)];
    }
    for (int end = row.length; end <= length; end += row.length) {
      byte[] other = random(BLOCK, end);
      System.arraycopy(other, 0, base, end - BLOCK, BLOCK);
    }
    return new Pair(base, result);
  }

  private static Pair everyTenth(int length) {
    byte[] base = new RandomEdits(1).randomBytes(length);
    byte[] result = base.clone();
    for (int i = 5; i < length; i += 10) {
      result[i]++;
    }
    return new Pair(base, result);
  }

  /**
   * The result has a period of one block, so it has 32 hashes only; each block of the base is in
   * the chain of one of them and begins with the same bytes, but none is the same.
   */
  private Pair fullChains(int length) {
    byte[] word = random(BLOCK, 4);
    byte[] result = new byte[length];
    for (int i = 0; i < length; i++) {
      result[i] = word[i % BLOCK];
    }
    BlockIndex shape = new BlockIndex(new byte[length]);
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = new byte[length];
    for (int at = 0; at < length; at += BLOCK) {
      int rotation = at / BLOCK % BLOCK;
      int wanted = shape.bucket(BlockHash.of(result, rotation));
      System.arraycopy(result, rotation, base, at, BLOCK);
      do {
        for (int i = at + BLOCK - 4; i < at + BLOCK; i++) {
          base[i] = (byte) edits.below(256);
        }
      } while (shape.bucket(BlockHash.of(base, at)) != wanted);
    }
    return new Pair(base, result);
  }
}
