// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import java.util.Arrays;
import java.util.Random;

/** Bytes as sessions have them, and what requests make of them; all from one seed. */
final class RandomEdits {
  private final Random random;

  RandomEdits(long seed) {
    random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Random bytes, few different ones, words repeated, zeros with some numbers, or a period. */
  byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    int kind = random.nextInt(5);
    if (kind == 0) {
      random.nextBytes(bytes);
    }
    byte[] word = new byte[1 + random.nextInt(100)];
    random.nextBytes(word);
    for (int i = 0; i < length && kind > 0; i++) {
      bytes[i] =
          switch (kind) {
            case 1 -> (byte) random.nextInt(3);
            case 2 -> word[i % word.length];
            case 3 -> i % 8 == 0 ? (byte) random.nextInt() : 0;
            default -> random.nextInt(50) == 0 ? (byte) random.nextInt() : word[i % word.length];
          };
    }
    return bytes;
  }

  byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Up to {@code most} edits, all over the bytes or close together. */
  byte[] edited(byte[] bytes, int most) {
    byte[] edited = bytes.clone();
    int count = random.nextInt(most + 1);
    boolean isClustered = random.nextBoolean();
    double middle = random.nextDouble();
    for (int i = 0; i < count; i++) {
      double where = isClustered ? middle + random.nextGaussian() / 100 : random.nextDouble();
      int at = (int) (Math.min(1, Math.max(0, where)) * edited.length);
      edited = edit(edited, at, 1 + random.nextInt(random.nextInt(10) == 0 ? 2_000 : 20));
    }
    return edited;
  }

  /** Changes {@code count} different bytes, each to another value. */
  byte[] replacedOne(byte[] bytes, int count) {
    byte[] edited = bytes.clone();
    for (int changed = 0; changed < count; ) {
      int at = random.nextInt(edited.length);
      if (edited[at] == bytes[at]) {
        edited[at] ^= (byte) (1 + random.nextInt(255));
        changed++;
      }
    }
    return edited;
  }

  private byte[] edit(byte[] bytes, int at, int size) {
    int length = Math.min(size, bytes.length - at);
    byte[] part = Arrays.copyOfRange(bytes, at, at + length);
    return switch (random.nextInt(4)) {
      case 0 -> spliced(bytes, at, 0, randomBytes(size));
      case 1 -> spliced(bytes, at, length, new byte[0]);
      case 2 -> spliced(bytes, at, length, randomBytes(length));
      default -> {
        byte[] without = spliced(bytes, at, length, new byte[0]);
        yield spliced(without, random.nextInt(without.length + 1), 0, part);
      }
    };
  }

  /** Puts {@code with} in the place of {@code length} bytes at {@code at}. */
  static byte[] spliced(byte[] bytes, int at, int length, byte[] with) {
    byte[] spliced = new byte[bytes.length - length + with.length];
    System.arraycopy(bytes, 0, spliced, 0, at);
    System.arraycopy(with, 0, spliced, at, with.length);
    System.arraycopy(bytes, at + length, spliced, at + with.length, bytes.length - at - length);
    return spliced;
  }
}
