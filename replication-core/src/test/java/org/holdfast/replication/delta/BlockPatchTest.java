// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;

/** Patches that are damaged, cut short or made by an enemy. */
class BlockPatchTest {
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MOST_RESULT = 1 << 20;

  /** An exception with its message and stack. */
  private static final int SMALL = 16 * 1024;

  private final long seed = Seeds.one();
  private final byte[] base = new RandomEdits(seed).randomBytes(1_000);

  @Test
  void appliesTheFormAsDescribed() throws Exception {
    byte[] letters = text("abcdefghijklmnopqrstuvwxyz");
    byte[] result = text("01cdefghijklm2pqrstuvwxyzefghijklabcdefgh");
    byte[] patch =
        PatchBytes.between(letters, result)
            .literal(text("01"))
            .copy(11, 0)
            .literal(text("2"))
            .copy(11, 1)
            .copy(8, -22)
            .copy(8, -12)
            .bytes();

    assertThat(BlockPatch.apply(patch, letters, result.length)).isEqualTo(result);
  }

  @Test
  void takesTheBasesEndAsTheNextPlace_whenMoreLiteralsThanThatCame() throws Exception {
    byte[] letters = text("abcdefghij");
    byte[] result = text("0123456789012cdefghij");
    byte[] patch =
        PatchBytes.between(letters, result).literal(text("0123456789012")).copy(8, -8).bytes();

    assertThat(BlockPatch.apply(patch, letters, 21)).isEqualTo(result);
    assertThat(patchOf(letters, result)).isEqualTo(patch);
  }

  @Test
  void refusesPatches_cutShortAtEveryByte() {
    byte[] patch = sample();
    for (int length = 0; length < patch.length; length++) {
      refused(Arrays.copyOf(patch, length), SMALL, " (at byte ");
    }
  }

  @Test
  void refusesBytesAfterThePatch() {
    byte[] patch = sample();

    refused(Arrays.copyOf(patch, patch.length + 1), SMALL, "1 bytes follow the patch");
    refused(Arrays.copyOf(patch, 3 * patch.length), SMALL, "bytes follow the patch");
    refused(PatchBytes.between(base, new byte[0]).literal().bytes(), SMALL, "1 bytes follow");
  }

  @Test
  void refusesEverySingleBitFlip_orMakesTheSameResult() throws Exception {
    byte[] result = new RandomEdits(seed).edited(base, 12);
    byte[] patch = patchOf(base, result);
    int harmless = 0;
    for (int bit = 0; bit < patch.length * 8; bit++) {
      byte[] flipped = patch.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        assertThat(BlockPatch.apply(flipped, base, MOST_RESULT))
            .as("bit %d, seed %d", bit, seed)
            .isEqualTo(result);
        harmless++;
      } catch (CorruptPatchException | MismatchedBaseException e) {
        assertThat(e).as("bit %d, seed %d", bit, seed).message().isNotBlank();
      }
    }
    assertThat(harmless).as("harmless flips, seed %d", seed).isLessThan(8);
  }

  @Test
  void refusesOrMakesTheSameResult_whenManyBytesAreDamaged() throws Exception {
    Random random = new Random(seed);
    byte[] result = new RandomEdits(seed).edited(base, 12);
    byte[] patch = patchOf(base, result);
    for (int run = 0; run < 20_000; run++) {
      byte[] damaged = Arrays.copyOf(patch, random.nextInt(patch.length + 5));
      for (int change = random.nextInt(4); change >= 0 && damaged.length > 0; change--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(BlockPatch.apply(damaged, base, MOST_RESULT))
            .as("seed %d, run %d", seed, run)
            .isEqualTo(result);
      } catch (CorruptPatchException | MismatchedBaseException e) {
        assertThat(e).as("seed %d, run %d", seed, run).message().isNotBlank();
      }
    }
  }

  @Test
  void saysThatTheBaseIsAnother_whenItsLengthOrOneBitDiffers() {
    byte[] patch = sample();
    for (int bit = 0; bit < base.length * 8; bit += 13) {
      byte[] other = base.clone();
      other[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> BlockPatch.apply(patch, other, MOST_RESULT))
          .isInstanceOf(MismatchedBaseException.class)
          .hasMessageContaining("with checksum %08x, this has", PatchBytes.crc(base));
    }
    assertThatThrownBy(() -> BlockPatch.apply(patch, new byte[999], MOST_RESULT))
        .isInstanceOf(MismatchedBaseException.class)
        .hasMessage("the patch is for a base of 1000 bytes, this has 999");
  }

  @Test
  void refusesAResultThatIsLongerThanAccepted() throws Exception {
    byte[] result = new RandomEdits(seed + 1).edited(base, 12);
    byte[] patch = patchOf(base, result);

    assertThat(BlockPatch.apply(patch, base, result.length)).isEqualTo(result);
    assertThatThrownBy(() -> BlockPatch.apply(patch, base, result.length - 1))
        .isInstanceOf(CorruptPatchException.class)
        .hasMessage(
            "the patch makes %d bytes; at most %d are accepted", result.length, result.length - 1);
    assertThatThrownBy(() -> BlockPatch.apply(patch, base, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxResultBytes must not be negative, was -1");
  }

  @Test
  void refusesAnotherForm() {
    byte[] patch = sample();
    patch[0] = 2;

    refused(patch, SMALL, "a patch has form 1, this has 2");
  }

  @Test
  void refusesLengthsThatNoArrayHas_beforeItAllocates() {
    refused(header(Integer.MAX_VALUE).bytes(), SMALL, "the result cannot have 2147483647 bytes");
    refused(header(0xFFFF_FFFFL).bytes(), SMALL, "the result cannot have 4294967295 bytes");
    refused(header(Integer.MAX_VALUE - 8).bytes(), SMALL, "at most 1048576 are accepted");
    refused(header(MOST_RESULT + 1).bytes(), SMALL, "at most 1048576 are accepted");
    refused(header(MOST_RESULT).bytes(), SMALL, "ends too early");
    refused(header(MOST_RESULT).copy(1_000, 0).bytes(), SMALL, "ends too early");
    refused(header(MOST_RESULT).number(2L * MOST_RESULT).bytes(), SMALL, "literal bytes announced");
    refused(new PatchBytes().raw(1).number(0xFFFF_FFFFL).bytes(), SMALL, "the base cannot have");
  }

  @Test
  void refusesNumbersThatAreNegativeOrTooLong() {
    refused(new PatchBytes().raw(1).number(-1).bytes(), SMALL, "more than 32 bits");
    refused(header(-1).bytes(), SMALL, "more than 32 bits");
    refused(header(10).number(-1).bytes(), SMALL, "more than 32 bits");
    refused(header(10).number(1L << 32).bytes(), SMALL, "more than 32 bits");
    refused(header(10).number(10 * 2 + 1).number(-1).bytes(), SMALL, "more than 32 bits");
    byte[] endless = new byte[MOST_RESULT];
    Arrays.fill(endless, (byte) 0x80);
    endless[0] = 1;
    refused(endless, SMALL, "more than 64 bits");
    refused(header(10).raw(0x94, 0x00).literal().bytes(), SMALL, "longer than it needs to be");
  }

  @Test
  void refusesOperationsThatMakeNothingOrTooMuch() {
    refused(header(10).raw(0).bytes(), SMALL, "makes 0 bytes where 1 to 10 fit");
    refused(header(10).copy(0, 0).bytes(), SMALL, "makes 0 bytes where 1 to 10 fit");
    refused(header(10).copy(11, 0).bytes(), SMALL, "makes 11 bytes where 1 to 10 fit");
    refused(header(10).literal(new byte[11]).bytes(), SMALL, "makes 11 bytes where 1 to 10 fit");
    refused(header(10).copy(7, 0).bytes(), SMALL, "a copy of 7 bytes is too short");
    PatchBytes twoLiterals = header(10).literal(new byte[5]).literal(new byte[5]);
    refused(twoLiterals.bytes(), SMALL, "a literal follows a literal");
    refused(header(10).literal(new byte[9]).copy(2, 0).bytes(), SMALL, "where 1 to 1 fit");
    refused(header(10).copy(Integer.MAX_VALUE, 0).bytes(), SMALL, "makes 2147483647 bytes");
  }

  @Test
  void refusesCopiesFromOutsideTheBase() {
    refused(header(10).copy(10, -1).bytes(), SMALL, "copies 10 bytes from -1 of a base of 1000");
    refused(header(10).copy(10, 991).bytes(), SMALL, "copies 10 bytes from 991 of a base of 1000");
    refused(header(10).copy(10, Integer.MAX_VALUE).bytes(), SMALL, "from 2147483647 of");
    refused(header(10).copy(10, Integer.MIN_VALUE).bytes(), SMALL, "from -2147483648 of");
    refused(header(2_000).copy(1_001, 0).bytes(), SMALL, "copies 1001 bytes from 0");
    refused(header(20).copy(10, 990).copy(10, 0).bytes(), SMALL, "copies 10 bytes from 1000");
  }

  @Test
  void makesNoMoreThanAccepted_whenCopiesOverlapWithoutEnd() {
    PatchBytes whole = header(MOST_RESULT);
    PatchBytes shortest = header(MOST_RESULT);
    for (int i = 0; i < MOST_RESULT / 8; i++) {
      whole.copy(1_000, i == 0 ? 0 : -1_000);
      shortest.copy(8, i == 0 ? 0 : -8);
    }
    refused(whole.bytes(), SMALL, "makes 1000 bytes where 1 to 576 fit");
    // Adds up, so the result is made, and its checksum is wrong.
    refused(shortest.bytes(), MOST_RESULT + SMALL, "the result's checksum");
  }

  /** A patch of the base with literals, copies, and distances forwards and backwards. */
  private byte[] sample() {
    byte[] result =
        RandomEdits.spliced(
            RandomEdits.spliced(base, 300, 200, new byte[0]), 700, 0, new byte[] {1, 2, 3});
    result = RandomEdits.spliced(result, 500, 0, Arrays.copyOfRange(base, 320, 480));
    result[100]++;
    return patchOf(base, result);
  }

  private PatchBytes header(long resultBytes) {
    return PatchBytes.between(base, resultBytes, 42);
  }

  private static byte[] patchOf(byte[] base, byte[] result) {
    return BlockDiff.patch(base, result, Integer.MAX_VALUE).orElseThrow();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void refused(byte[] patch, int mostAllocated, String why) {
    byte[] kept = base.clone();
    // Once before it is measured: making the first message of a kind loads classes.
    refusal(patch);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    Throwable thrown = null;
    long nanos = Long.MAX_VALUE;
    long allocated = Long.MAX_VALUE;
    // The cost of the same work varies on shared cores, and with the state of the compiler.
    for (int tries = 0; tries < 5 && (nanos >= MOST_NANOS || allocated >= mostAllocated); tries++) {
      long allocatedBefore = threads.getThreadAllocatedBytes(self);
      long cpuBefore = threads.getCurrentThreadCpuTime();
      thrown = refusal(patch);
      nanos = Math.min(nanos, threads.getCurrentThreadCpuTime() - cpuBefore);
      allocated = Math.min(allocated, threads.getThreadAllocatedBytes(self) - allocatedBefore);
    }
    assertThat(thrown)
        .as("seed %d", seed)
        .isInstanceOf(CorruptPatchException.class)
        .hasMessageContaining(why);
    assertThat(nanos).as("CPU time until: %s", thrown.getMessage()).isLessThan(MOST_NANOS);
    assertThat(allocated)
        .as("bytes allocated until: %s", thrown.getMessage())
        .isLessThan(mostAllocated);
    assertThat(base).isEqualTo(kept);
  }

  private Throwable refusal(byte[] patch) {
    return catchThrowable(() -> BlockPatch.apply(patch, base, MOST_RESULT));
  }
}
