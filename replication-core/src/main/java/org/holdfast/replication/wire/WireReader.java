// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.holdfast.replication.transport.MalformedFrameException;

/** Reads one frame and believes nothing in it. Not thread-safe. */
final class WireReader {
  private final byte[] bytes;
  private int position;

  WireReader(byte[] bytes) {
    this.bytes = bytes;
  }

  int readByte() {
    if (position >= bytes.length) {
      throw malformed("the frame ends in the middle of a message");
    }
    return bytes[position++] & 0xFF;
  }

  boolean readBoolean() {
    int value = readByte();
    if (value > 1) {
      throw malformed("a flag must be 0 or 1, was " + value);
    }
    return value == 1;
  }

  /** Any long; the encoding must be the shortest possible. */
  long readNumber() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int group = readByte();
      if (shift == 63 && group > 1) {
        throw malformed("a number has more than 64 bits");
      }
      value |= (long) (group & 0x7F) << shift;
      if (group < 0x80) {
        if (group == 0 && shift > 0) {
          throw malformed("a number is longer than it needs to be");
        }
        return value;
      }
    }
    throw malformed("a number has more than 64 bits");
  }

  long readNonNegative(String what) {
    long value = readNumber();
    if (value < 0) {
      throw malformed(what + " must not be negative, was " + value);
    }
    return value;
  }

  /** A count of things that take at least {@code leastBytes} each. */
  int readCount(String what, int leastBytes) {
    long count = readNonNegative(what);
    int left = bytes.length - position;
    if (count > left / leastBytes) {
      throw malformed(what + " is " + count + ", but only " + left + " bytes are left");
    }
    return (int) count;
  }

  /**
   * The same, where no member sends more than {@code most}: they would cost more than their bytes.
   */
  int readCount(String what, int leastBytes, int most) {
    int count = readCount(what, leastBytes);
    if (count > most) {
      throw malformed(what + " may be " + most + " at most, is " + count);
    }
    return count;
  }

  byte[] readBytes(String what) {
    int length = readCount(what, 1);
    byte[] value = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return value;
  }

  void skipBytes(String what) {
    int length = readCount(what, 1);
    position += length;
  }

  /** The number of bytes read so far. */
  int position() {
    return position;
  }

  byte[] copySince(int start) {
    return Arrays.copyOfRange(bytes, start, position);
  }

  String readText(String what, int mostBytes) {
    int length = readCount(what, 1);
    if (length > mostBytes) {
      throw malformed(what + " may have " + mostBytes + " bytes, had " + length);
    }
    ByteBuffer text = ByteBuffer.wrap(bytes, position, length);
    position += length;
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
    } catch (CharacterCodingException e) {
      throw malformed(what + " is not UTF-8");
    }
  }

  void expectEnd() {
    if (position != bytes.length) {
      throw malformed((bytes.length - position) + " bytes follow the message");
    }
  }

  MalformedFrameException malformed(String why) {
    return new MalformedFrameException(why + " (at byte " + position + " of " + bytes.length + ")");
  }
}
