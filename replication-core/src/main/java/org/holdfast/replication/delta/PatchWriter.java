// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.holdfast.replication.bytes.VarInt;

/**
 * Writes one patch, in the form that {@link BlockPatch} describes, into a buffer that grows as
 * needed and never far beyond the bound of the patch. Not thread-safe.
 */
final class PatchWriter {
  private static final int FIRST_BYTES = 256;

  /** The most bytes that an operation takes besides its literal bytes: two numbers. */
  private static final int OPERATION_BYTES = 2 * PatchFormat.MAX_NUMBER_BYTES;

  private final int baseBytes;
  private final int maxBytes;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int position;
  private long expected;

  PatchWriter(byte[] base, byte[] result, int maxBytes) {
    this.baseBytes = base.length;
    this.maxBytes = maxBytes;
    bytes[position++] = PatchFormat.VERSION;
    writeNumber(base.length);
    writeChecksum(base);
    writeNumber(result.length);
    writeChecksum(result);
  }

  /** Returns the bytes that the patch may still take; negative once it is too long. */
  int room() {
    return maxBytes - position;
  }

  /**
   * Adds {@code source[from..to)} as it is, after no other literal; does nothing if that is empty.
   */
  void literal(byte[] source, int from, int to) {
    int length = to - from;
    if (length == 0) {
      return;
    }
    reserve((long) length + OPERATION_BYTES);
    writeNumber((long) length << 1 | PatchFormat.LITERAL);
    System.arraycopy(source, from, bytes, position, length);
    position += length;
    expected = Math.min(baseBytes, expected + length);
  }

  /**
   * Adds {@code length} bytes, at least {@link PatchFormat#LEAST_COPY}, from {@code offset} of the
   * base.
   */
  void copy(int offset, int length) {
    reserve(OPERATION_BYTES);
    writeNumber((long) length << 1 | PatchFormat.COPY);
    long distance = offset - expected;
    writeNumber(distance << 1 ^ distance >> 63);
    expected = offset + (long) length;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, position);
  }

  private void reserve(long more) {
    if (bytes.length - position < more) {
      long doubled = Math.max(2L * bytes.length, position + more);
      bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, PatchFormat.MAX_ARRAY_BYTES));
    }
  }

  private void writeNumber(long number) {
    position = VarInt.write(number, bytes, position);
  }

  private void writeChecksum(byte[] checked) {
    ByteBuffer.wrap(bytes).putInt(position, PatchFormat.checksum(checked));
    position += Integer.BYTES;
  }
}
