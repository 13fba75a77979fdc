// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Input;
import java.nio.charset.StandardCharsets;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * An input that checks each declared length against the bytes that are left before it allocates.
 * Reads from memory only.
 */
final class BoundedInput extends Input {
  private final CodecLimits limits;

  BoundedInput(CodecLimits limits) {
    this.limits = limits;
  }

  int remaining() {
    return limit - position;
  }

  /**
   * Reads an element count.
   *
   * @param leastBytes bytes that each element takes at least, 1 or more
   */
  int readCount(int leastBytes) {
    return readCount(leastBytes, 0);
  }

  /**
   * Reads an element count.
   *
   * @param leastBytes bytes that each element takes at least, 1 or more
   * @param otherwiseBytes bytes of those left that are known to be for something else
   */
  int readCount(int leastBytes, long otherwiseBytes) {
    int count = readVarInt(true);
    requireElements(count, leastBytes, otherwiseBytes);
    return count;
  }

  private void requireElements(int count, int leastBytes) {
    requireElements(count, leastBytes, 0);
  }

  private void requireElements(int count, int leastBytes, long otherwiseBytes) {
    if (count < 0
        || count > limits.maxElements()
        || (long) count * leastBytes > remaining() - otherwiseBytes) {
      throw new LimitExceeded(
          "declared length "
              + count
              + " with "
              + remaining()
              + " bytes left, "
              + otherwiseBytes
              + " of them promised to others (at most "
              + limits.maxElements()
              + " elements)");
    }
  }

  @Override
  public @Nullable String readString() {
    long header = readVarLong(true);
    if (header == 0) {
      return null;
    }
    boolean latin1 = ((header - 1) & 1) == 1;
    long length = (header - 1) >>> 1;
    if (header < 0 || length > remaining() || (!latin1 && 2 * length > remaining())) {
      throw new LimitExceeded(
          "declared string of " + length + " characters with " + remaining() + " bytes left");
    }
    int count = (int) length;
    if (latin1) {
      String text = new String(buffer, position, count, StandardCharsets.ISO_8859_1);
      position += count;
      return text;
    }
    char[] chars = new char[count];
    for (int i = 0; i < count; i++) {
      chars[i] = (char) (((buffer[position] & 0xFF) << 8) | (buffer[position + 1] & 0xFF));
      position += 2;
    }
    return new String(chars);
  }

  /** Reads a string that must be there. */
  String readText() {
    String text = readString();
    if (text == null) {
      throw new LimitExceeded("null where a string belongs");
    }
    return text;
  }

  @Override
  public @Nullable StringBuilder readStringBuilder() {
    String text = readString();
    return text == null ? null : new StringBuilder(text);
  }

  @Override
  public byte[] readBytes(int length) {
    requireElements(length, 1);
    return super.readBytes(length);
  }

  @Override
  public int[] readInts(int length) {
    requireElements(length, 4);
    return super.readInts(length);
  }

  @Override
  public int[] readInts(int length, boolean optimizePositive) {
    requireElements(length, 1);
    return super.readInts(length, optimizePositive);
  }

  @Override
  public long[] readLongs(int length) {
    requireElements(length, 8);
    return super.readLongs(length);
  }

  @Override
  public long[] readLongs(int length, boolean optimizePositive) {
    requireElements(length, 1);
    return super.readLongs(length, optimizePositive);
  }

  @Override
  public float[] readFloats(int length) {
    requireElements(length, 4);
    return super.readFloats(length);
  }

  @Override
  public double[] readDoubles(int length) {
    requireElements(length, 8);
    return super.readDoubles(length);
  }

  @Override
  public short[] readShorts(int length) {
    requireElements(length, 2);
    return super.readShorts(length);
  }

  @Override
  public char[] readChars(int length) {
    requireElements(length, 2);
    return super.readChars(length);
  }

  @Override
  public boolean[] readBooleans(int length) {
    requireElements(length, 1);
    return super.readBooleans(length);
  }
}
