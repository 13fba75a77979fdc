// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.holdfast.replication.bytes.VarInt;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a packed image, or over packed attributes alone. The bytes were checked when they
 * came in. Not thread-safe.
 */
final class PackedReader {
  private final byte[] bytes;
  private int position;

  // The attribute that the walk has come to.
  private int start;
  private int nameStart;
  private int nameEnd;
  private int envelopeStart;

  /**
   * @param position where the walk begins; it ends with the array
   */
  PackedReader(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
  }

  /** Returns where the next number, or the next attribute, begins. */
  int position() {
    return position;
  }

  /** Reads a number as {@link VarInt} writes it. */
  int readNumber() {
    int number = 0;
    for (int shift = 0; ; shift += 7) {
      byte group = bytes[position++];
      number |= (group & 0x7F) << shift;
      if (group >= 0) {
        return number;
      }
    }
  }

  byte[] readBytes() {
    int length = readNumber();
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  void skipBytes() {
    int length = readNumber();
    position += length;
  }

  /** Goes on to the next attribute; returns false at the end. */
  boolean nextAttribute() {
    if (position == bytes.length) {
      return false;
    }
    start = position;
    int nameLength = readNumber();
    nameStart = position;
    nameEnd = nameStart + nameLength;
    position = nameEnd;
    int envelopeLength = readNumber();
    envelopeStart = position;
    position += envelopeLength;
    return true;
  }

  /** Returns where the attribute begins; it ends at {@link #position}. */
  int start() {
    return start;
  }

  String name() {
    return new String(bytes, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8);
  }

  byte[] nameBytes() {
    return Arrays.copyOfRange(bytes, nameStart, nameEnd);
  }

  byte[] envelope() {
    return Arrays.copyOfRange(bytes, envelopeStart, position);
  }

  /** Compares the attribute's name with {@code name}, by the bytes of both. */
  int compareName(byte[] name) {
    return Arrays.compareUnsigned(bytes, nameStart, nameEnd, name, 0, name.length);
  }

  /**
   * Returns the envelope of {@code name} among the attributes to come, or null if there is none.
   */
  byte @Nullable [] find(byte[] name) {
    while (nextAttribute()) {
      int order = compareName(name);
      if (order >= 0) {
        return order == 0 ? envelope() : null;
      }
    }
    return null;
  }

  /** Returns whether the attributes to come are in the order of their names. */
  boolean isInOrder() {
    int beforeStart = 0;
    int beforeEnd = 0;
    for (boolean first = true; nextAttribute(); first = false) {
      boolean ascends =
          Arrays.compareUnsigned(bytes, beforeStart, beforeEnd, bytes, nameStart, nameEnd) < 0;
      if (!first && !ascends) {
        return false;
      }
      beforeStart = nameStart;
      beforeEnd = nameEnd;
    }
    return true;
  }
}
