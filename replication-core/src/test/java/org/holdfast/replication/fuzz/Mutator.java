// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages inputs at random: the same seed makes the same ones of the same inputs. */
final class Mutator {
  static final int MOST_BYTES = 1 << 16;

  private static final byte[] EDGES = {0, 1, 2, 4, 16, 0x7f, (byte) 0x80, (byte) 0xfe, (byte) 0xff};
  private static final int[] LENGTHS = {
    -1, 0, 1, 255, 256, 65_535, 65_536, 1 << 24, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE
  };
  private static final int MOST_CHANGES = 4;
  private static final int MOST_REPEATS = 300;
  private static final int LONGEST_CHUNK = 40;

  private final Random random;
  private final List<byte[]> dictionary;

  /**
   * @param dictionary what is put in now and then
   */
  Mutator(long seed, List<byte[]> dictionary) {
    this.random = new Random(seed);
    this.dictionary = dictionary;
  }

  /** Returns one of {@code inputs}, damaged. */
  byte[] next(List<byte[]> inputs) {
    byte[] input = one(inputs);
    for (int i = 1 + random.nextInt(MOST_CHANGES); i > 0; i--) {
      input = changed(input, inputs);
    }
    return input.length > MOST_BYTES ? Arrays.copyOf(input, MOST_BYTES) : input;
  }

  private byte[] one(List<byte[]> of) {
    return of.get(random.nextInt(of.size()));
  }

  private byte[] changed(byte[] input, List<byte[]> inputs) {
    int at = random.nextInt(input.length + 1);
    int chunk = Math.min(input.length - at, 1 + random.nextInt(LONGEST_CHUNK));
    return switch (random.nextInt(12)) {
      case 0, 1 ->
          overwritten(input, at, new byte[] {(byte) (1 << random.nextInt(Byte.SIZE))}, true);
      case 2 -> overwritten(input, at, noise(1), false);
      case 3 -> overwritten(input, at, new byte[] {EDGES[random.nextInt(EDGES.length)]}, false);
      case 4 -> overwritten(input, at, number(input), false);
      case 5 -> overwritten(input, at, noise(1 + random.nextInt(8)), false);
      case 6 -> spliced(input, at, at, noise(1 + random.nextInt(LONGEST_CHUNK)));
      case 7 -> spliced(input, at, at + chunk, new byte[0]);
      case 8 -> spliced(input, at, at, repeated(Arrays.copyOfRange(input, at, at + chunk)));
      case 9 -> Arrays.copyOf(input, at);
      case 10 -> {
        byte[] other = one(inputs);
        yield spliced(input, at, input.length, tail(other));
      }
      default -> spliced(input, at, at, one(dictionary));
    };
  }

  /** A length, as a number of two or four bytes, or as many groups of seven bits. */
  private byte[] number(byte[] input) {
    int length =
        random.nextBoolean()
            ? LENGTHS[random.nextInt(LENGTHS.length)]
            : input.length - 4 + random.nextInt(9);
    return switch (random.nextInt(3)) {
      case 0 -> ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
      case 1 -> ByteBuffer.allocate(Short.BYTES).putShort((short) length).array();
      default -> {
        byte[] groups = new byte[1 + random.nextInt(10)];
        Arrays.fill(groups, (byte) 0xff);
        groups[groups.length - 1] = (byte) random.nextInt(0x80);
        yield groups;
      }
    };
  }

  private byte[] noise(int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private byte[] repeated(byte[] chunk) {
    int times = 1 + (random.nextInt(8) == 0 ? random.nextInt(MOST_REPEATS) : random.nextInt(3));
    byte[] repeated = new byte[chunk.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(chunk, 0, repeated, i * chunk.length, chunk.length);
    }
    return repeated;
  }

  private byte[] tail(byte[] input) {
    return Arrays.copyOfRange(input, random.nextInt(input.length + 1), input.length);
  }

  private static byte[] overwritten(byte[] input, int at, byte[] by, boolean flips) {
    byte[] changed = input.clone();
    for (int i = 0; i < by.length && at + i < changed.length; i++) {
      changed[at + i] = (byte) (flips ? changed[at + i] ^ by[i] : by[i]);
    }
    return changed;
  }

  private static byte[] spliced(byte[] input, int from, int to, byte[] by) {
    byte[] changed = new byte[from + by.length + input.length - to];
    System.arraycopy(input, 0, changed, 0, from);
    System.arraycopy(by, 0, changed, from, by.length);
    System.arraycopy(input, to, changed, from + by.length, input.length - to);
    return changed;
  }
}
