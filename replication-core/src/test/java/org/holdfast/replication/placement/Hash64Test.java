// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class Hash64Test {
  private static final int SAMPLES = 4_000;

  @Test
  void flipsEachOutputBitHalfTheTime_whenOneBitOfTheTextFlips() {
    Random random = new Random(7);
    int inputBits = 32 * 7;
    int[][] flips = new int[inputBits][64];
    for (int sample = 0; sample < SAMPLES; sample++) {
      char[] text = hexId(random);
      long hash = Hash64.of(new String(text));
      for (int bit = 0; bit < inputBits; bit++) {
        text[bit / 7] ^= (char) (1 << bit % 7);
        long changed = hash ^ Hash64.of(new String(text));
        text[bit / 7] ^= (char) (1 << bit % 7);
        count(changed, flips[bit]);
      }
    }
    assertHalf(flips);
  }

  @Test
  void flipsEachOutputBitHalfTheTime_whenOneBitOfAMixedValueFlips() {
    Random random = new Random(11);
    int[][] flips = new int[64][64];
    for (int sample = 0; sample < SAMPLES; sample++) {
      long value = random.nextLong();
      for (int bit = 0; bit < 64; bit++) {
        count(Hash64.mix(value) ^ Hash64.mix(value ^ 1L << bit), flips[bit]);
      }
    }
    assertHalf(flips);
  }

  @Test
  void tellsApartTextsThatDifferOnlyInLengthOrOrder() {
    Set<Long> hashes = new HashSet<>();
    String[] texts = {"a", "aa", "aaaaaaaa", "aaaaaaaaa", "ab", "ba", "\0", "\0\0", "\0a", "a\0"};
    for (String text : texts) {
      hashes.add(Hash64.of(text));
    }

    assertThat(hashes).hasSize(texts.length);
  }

  @Test
  void hasNoCollision_amongAMillionCountedNames() {
    Set<Long> hashes = new HashSet<>();
    for (int i = 0; i < 1_000_000; i++) {
      hashes.add(Hash64.of("session-" + i));
    }

    assertThat(hashes).hasSize(1_000_000);
  }

  @Test
  void refusesTextThatIsNotAscii() {
    assertThatThrownBy(() -> Hash64.of("abc\u00e9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("placement key must be ASCII, has a character above 127 among its 4");
  }

  private static char[] hexId(Random random) {
    return String.format("%016x%016x", random.nextLong(), random.nextLong()).toCharArray();
  }

  private static void count(long changed, int[] flips) {
    for (int out = 0; out < 64; out++) {
      flips[out] += (int) (changed >>> out & 1);
    }
  }

  /** Six standard deviations; the seeds are fixed, so the outcome is too. */
  private static void assertHalf(int[][] flips) {
    double worst = 0;
    for (int[] row : flips) {
      for (int count : row) {
        worst = Math.max(worst, Math.abs((double) count / SAMPLES - 0.5));
      }
    }
    assertThat(worst).isLessThan(6 * 0.5 / Math.sqrt(SAMPLES));
  }
}
