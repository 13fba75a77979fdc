// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.io.Output;
import java.util.Arrays;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * An output whose strings can be bounded when read, and keep every {@code char}, lone surrogates
 * included. A string is 0 for null, else 1 + 2 * length + (1 if all are Latin-1), then one or two
 * bytes per {@code char}. Strings are copied straight into the buffer, without a copy in between.
 *
 * <p>The buffer grows to the size that is needed; a large one is released afterwards, and its size
 * remembered, so that the next large attribute takes one step and not the doubling of a small one.
 */
final class AttributeOutput extends Output {
  /** The largest buffer that is kept from one attribute to the next. */
  private static final int KEPT_BYTES = 1 << 20;

  private final int maxBytes;

  private byte[] kept;
  // The size of the latest attribute above the kept size: the next one may be as large.
  private int latestLarge;

  /**
   * @param maxBytes most bytes that an attribute may take, header of the envelope left out
   */
  AttributeOutput(int initialBytes, int maxBytes) {
    super(initialBytes, maxBytes);
    this.maxBytes = maxBytes;
    this.kept = buffer;
  }

  @Override
  protected boolean require(int required) {
    if (required <= capacity - position) {
      return false;
    }
    requireRoom(required);
    long least = (long) position + required;
    long better = Math.max(least, 2L * capacity);
    if (better > KEPT_BYTES) {
      better = Math.max(least + least / 4, latestLarge + latestLarge / 16L);
    }
    capacity = (int) Math.min(better, maxBytes);
    buffer = Arrays.copyOf(buffer, capacity);
    if (capacity <= KEPT_BYTES) {
      kept = buffer;
    }
    return true;
  }

  /** Grows the buffer in one step, then writes: Kryo would grow it in many small steps. */
  @Override
  public void writeBytes(byte[] bytes, int offset, int count) {
    boolean unused = require(count);
    super.writeBytes(bytes, offset, count);
  }

  private void requireRoom(long required) {
    if (required > maxBytes - position) {
      throw LimitExceeded.encodedSize(
          position + required + Envelope.HEADER_BYTES, maxBytes + Envelope.HEADER_BYTES);
    }
  }

  /** Lets go of a buffer that is too large to keep. */
  void shrink() {
    if (buffer.length > KEPT_BYTES) {
      latestLarge = position;
      setBuffer(kept, maxBytes);
    }
  }

  @Override
  public void writeString(@Nullable String value) {
    if (value == null) {
      writeVarInt(0, true);
      return;
    }
    boolean latin1 = isLatin1(value);
    int length = value.length();
    writeVarLong(1 + 2L * length + (latin1 ? 1 : 0), true);
    if (latin1) {
      writeLatin1(value, length);
    } else {
      requireRoom(2L * length);
      require(2 * length);
      for (int i = 0; i < length; i++) {
        char c = value.charAt(i);
        buffer[position++] = (byte) (c >>> 8);
        buffer[position++] = (byte) c;
      }
    }
  }

  /** Writes the text by hand, as the JDK's conversions leave garbage of the same size. */
  private void writeLatin1(String value, int length) {
    boolean unused = require(length);
    byte[] target = buffer;
    int start = position;
    for (int i = 0; i < length; i++) {
      target[start + i] = (byte) value.charAt(i);
    }
    position = start + length;
  }

  @Override
  public void writeAscii(@Nullable String value) {
    writeString(value);
  }

  private static boolean isLatin1(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > 0xFF) {
        return false;
      }
    }
    return true;
  }
}
