// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing buffer for one frame. Numbers are written in groups of seven bits, the lowest first.
 * Not thread-safe.
 */
final class WireWriter {
  private byte[] bytes = new byte[128];
  private int size;

  WireWriter writeByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  WireWriter writeBoolean(boolean value) {
    return writeByte(value ? 1 : 0);
  }

  /** Takes 1 byte for values below 128, up to 9 for others; negative ones take 10. */
  WireWriter writeNumber(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      writeByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    return writeByte((int) rest);
  }

  WireWriter writeBytes(byte[] value) {
    writeNumber(value.length);
    return writeAsIs(value);
  }

  /** Without its length. */
  WireWriter writeAsIs(byte[] value) {
    reserve(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  WireWriter writeText(String value) {
    return writeBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }
}
