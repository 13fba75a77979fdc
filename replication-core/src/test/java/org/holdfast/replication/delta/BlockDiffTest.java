// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Optional;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;

/** {@code -Dseed=} takes another seed; a failure prints the one it had. */
class BlockDiffTest {
  private static final int LARGE = 200 * 1024;
  private static final int ANY = Integer.MAX_VALUE;

  private final long seed = Seeds.one();

  @Test
  void makesTheResultOfTheBase_whateverTheEdits() throws Exception {
    for (int run = 0; run < 4_000; run++) {
      RandomEdits edits = new RandomEdits(seed + run);
      byte[] base = edits.bytes(edits.below(run % 20 == 0 ? 20_000 : 700));
      byte[] result = edits.below(20) == 0 ? edits.bytes(300) : edits.edited(base, 12);
      byte[] kept = base.clone();

      byte[] patch = BlockDiff.patch(base, result, ANY).orElseThrow();
      byte[] made = BlockPatch.apply(patch, base, result.length);

      assertThat(made).as("seed %d", seed + run).isEqualTo(result);
      assertThat(base).as("base, seed %d", seed + run).isEqualTo(kept);
    }
  }

  @Test
  void makesTheResultOfTheBase_whateverTheLengths() throws Exception {
    RandomEdits edits = new RandomEdits(seed);
    for (int baseBytes = 0; baseBytes < 70; baseBytes++) {
      byte[] base = edits.randomBytes(baseBytes);
      for (int resultBytes = 0; resultBytes < 140; resultBytes++) {
        byte[] result = Arrays.copyOf(base, resultBytes);
        byte[] patch = BlockDiff.patch(base, result, ANY).orElseThrow();

        assertThat(BlockPatch.apply(patch, base, resultBytes))
            .as("base %d, result %d, seed %d", baseBytes, resultBytes, seed)
            .isEqualTo(result);
      }
    }
  }

  @Test
  void takesLessThanOneKilobyte_when300BytesInARowOf200KilobytesChanged() throws Exception {
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = edits.randomBytes(LARGE);
    byte[] replaced = RandomEdits.spliced(base, 70_001, 300, edits.randomBytes(300));
    byte[] inserted = RandomEdits.spliced(base, 70_001, 0, edits.randomBytes(300));
    byte[] deleted = RandomEdits.spliced(base, 70_001, 300, new byte[0]);
    byte[] three =
        RandomEdits.spliced(
            RandomEdits.spliced(inserted, 10_000, 300, new byte[0]), 150_000, 0, new byte[5]);

    assertThat(patchBytes(base, replaced)).as("replaced, seed %d", seed).isLessThan(400);
    assertThat(patchBytes(base, inserted)).as("inserted, seed %d", seed).isLessThan(400);
    assertThat(patchBytes(base, deleted)).as("deleted, seed %d", seed).isLessThan(40);
    assertThat(patchBytes(base, three)).as("all three, seed %d", seed).isLessThan(450);
  }

  @Test
  void takesLessThanOnePercent_when300SingleBytesOf200KilobytesChanged() throws Exception {
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = edits.randomBytes(LARGE);

    byte[] scattered = edits.replacedOne(base, 300);

    assertThat(patchBytes(base, scattered)).as("seed %d", seed).isLessThan(LARGE / 100);
  }

  @Test
  void takesLessThanFivePercent_when300BytesCameInAllOver200Kilobytes() throws Exception {
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = edits.randomBytes(LARGE);
    byte[] result = base;
    for (int i = 0; i < 300; i++) {
      result = RandomEdits.spliced(result, edits.below(result.length), 0, new byte[] {42});
    }

    assertThat(patchBytes(base, result)).as("seed %d", seed).isLessThan(LARGE / 20);
  }

  @Test
  void findsWhatStayedBetweenChanges_whenTheyAreLessThanABlockApart() throws Exception {
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = edits.randomBytes(LARGE);
    byte[] result = base.clone();
    for (int i = 10; i < result.length; i += 20) {
      result[i]++;
    }

    assertThat(patchBytes(base, result)).as("seed %d", seed).isLessThan(LARGE * 3 / 10);
  }

  @Test
  void findsWhatMoved_amongBytesThatAreMostlyZero() throws Exception {
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = new byte[LARGE];
    for (int i = 0; i < LARGE; i += 16) {
      base[i] = (byte) edits.below(256);
      base[i + 1] = (byte) edits.below(256);
    }
    byte[] result =
        RandomEdits.spliced(
            RandomEdits.spliced(base, 20_000, 0, new byte[] {1, 2, 3}), 90_000, 0, new byte[] {4});

    assertThat(patchBytes(base, result)).as("seed %d", seed).isLessThan(400);
  }

  @Test
  void findsWhatMoved_whenShortRunsMatchWhereItWas() throws Exception {
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = new byte[LARGE];
    for (int i = 16; i < LARGE; i += BlockHash.BLOCK) {
      System.arraycopy(edits.randomBytes(4), 0, base, i, 4);
    }
    byte[] result = RandomEdits.spliced(base, LARGE - 700, 0, edits.randomBytes(5));
    result = RandomEdits.spliced(result, 640, 0, edits.randomBytes(8));

    assertThat(patchBytes(base, result)).as("seed %d", seed).isLessThan(400);
  }

  @Test
  void takesTheLongestOfTheBlocksThatFit() throws Exception {
    RandomEdits edits = new RandomEdits(42);
    byte[] block = edits.randomBytes(BlockHash.BLOCK);
    byte[] row = RandomEdits.spliced(edits.randomBytes(500), 0, 0, block);
    byte[] base = edits.randomBytes(2_000);
    System.arraycopy(block, 0, base, 640, block.length);
    System.arraycopy(row, 0, base, 1_280, row.length);
    byte[] result = RandomEdits.spliced(edits.randomBytes(60), 30, 0, row);

    byte[] expected =
        PatchBytes.between(base, result)
            .literal(Arrays.copyOf(result, 30))
            .copy(row.length, 1_280 - 30)
            .literal(Arrays.copyOfRange(result, 30 + row.length, result.length))
            .bytes();
    assertThat(BlockDiff.patch(base, result, ANY)).hasValue(expected);
  }

  @Test
  void findsHalvesThatChangedPlaces() throws Exception {
    byte[] base = new RandomEdits(seed).randomBytes(LARGE);
    byte[] front = Arrays.copyOf(base, LARGE / 2 + 7);
    byte[] result = RandomEdits.spliced(base, 0, front.length, new byte[0]);
    result = RandomEdits.spliced(result, result.length, 0, front);

    assertThat(patchBytes(base, result)).as("seed %d", seed).isLessThan(60);
  }

  @Test
  void takesAFewBytes_whenARunOrAPeriodGrows() throws Exception {
    byte[] zeros = new byte[LARGE];
    byte[] period = new byte[LARGE];
    for (int i = 0; i < period.length; i++) {
      period[i] = (byte) (i % 1_000 / 4);
    }

    assertThat(patchBytes(zeros, new byte[LARGE * 3])).isLessThan(60);
    assertThat(patchBytes(period, Arrays.copyOf(period, 150_000))).isLessThan(60);
    assertThat(patchBytes(Arrays.copyOfRange(period, 0, 100_000), period)).isLessThan(80);
  }

  @Test
  void makesNoPatch_whenItWouldBeLongerThanAllowed() throws Exception {
    RandomEdits edits = new RandomEdits(seed);
    byte[] base = edits.randomBytes(5_000);
    byte[] result = edits.edited(base, 12);
    int needed = BlockDiff.patch(base, result, ANY).orElseThrow().length;

    assertThat(BlockDiff.patch(base, result, needed).orElseThrow())
        .as("seed %d", seed)
        .hasSize(needed);
    for (int most = 0; most < needed; most++) {
      assertThat(BlockDiff.patch(base, result, most)).as("%d, seed %d", most, seed).isEmpty();
    }
    byte[] other = edits.randomBytes(5_000);
    Optional<byte[]> unrelated = BlockDiff.patch(base, other, other.length / 2);
    assertThat(unrelated).as("seed %d", seed).isEmpty();
  }

  @Test
  void refusesANegativeBound() {
    assertThatThrownBy(() -> BlockDiff.patch(new byte[1], new byte[1], -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxPatchBytes must not be negative, was -1");
  }

  private static int patchBytes(byte[] base, byte[] result) throws Exception {
    byte[] patch = BlockDiff.patch(base, result, result.length / 2).orElseThrow();
    assertThat(BlockPatch.apply(patch, base, result.length)).isEqualTo(result);
    return patch.length;
  }
}
