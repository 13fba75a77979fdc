// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Patches written by hand, from the description of the form and not with the code under test. */
final class PatchBytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** The header of a patch that makes {@code result} of {@code base}. */
  static PatchBytes between(byte[] base, byte[] result) {
    return between(base, result.length, crc(result));
  }

  static PatchBytes between(byte[] base, long resultBytes, int resultCrc) {
    return new PatchBytes()
        .raw(1)
        .number(base.length)
        .four(crc(base))
        .number(resultBytes)
        .four(resultCrc);
  }

  PatchBytes literal(byte... bytes) {
    number(2L * bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  /** Distances below zero are folded as the form says. */
  PatchBytes copy(long length, long distance) {
    return number(2 * length + 1).number(distance < 0 ? -2 * distance - 1 : 2 * distance);
  }

  PatchBytes number(long number) {
    long left = number;
    while ((left & ~0x7FL) != 0) {
      out.write((int) left & 0x7F | 0x80);
      left >>>= 7;
    }
    return raw((int) left);
  }

  PatchBytes four(int value) {
    out.writeBytes(ByteBuffer.allocate(4).putInt(value).array());
    return this;
  }

  PatchBytes raw(int... bytes) {
    for (int value : bytes) {
      out.write(value);
    }
    return this;
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
