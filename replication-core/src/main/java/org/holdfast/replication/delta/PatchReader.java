// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import java.nio.ByteBuffer;
import org.holdfast.replication.bytes.VarInt;

/**
 * Reads one patch, operation by operation, and believes nothing in it. Allocates nothing. Not
 * thread-safe.
 */
final class PatchReader {
  private final byte[] patch;
  private final int baseBytes;
  private final int baseChecksum;
  private final int resultBytes;
  private final int resultChecksum;
  private final int firstOperation;

  private int position;
  private long expected;
  private int done;

  /** The kind of the last operation; true before the first. */
  private boolean isCopy = true;

  private int offset;
  private int length;

  /** Reads the head, which stands before the operations. */
  PatchReader(byte[] patch) throws CorruptPatchException {
    this.patch = patch;
    int version = readByte();
    if (version != PatchFormat.VERSION) {
      throw corrupt("a patch has form " + PatchFormat.VERSION + ", this has " + version);
    }
    baseBytes = readLength("the base");
    baseChecksum = readChecksum();
    resultBytes = readLength("the result");
    resultChecksum = readChecksum();
    firstOperation = position;
  }

  int baseBytes() {
    return baseBytes;
  }

  int baseChecksum() {
    return baseChecksum;
  }

  int resultBytes() {
    return resultBytes;
  }

  int resultChecksum() {
    return resultChecksum;
  }

  /** Starts again with the first operation. */
  void rewind() {
    position = firstOperation;
    expected = 0;
    done = 0;
    isCopy = true;
  }

  /**
   * Reads the next operation.
   *
   * @return whether there was one; if not, the operations have made the result, no more and no less
   */
  boolean next() throws CorruptPatchException {
    if (done == resultBytes) {
      if (position != patch.length) {
        throw corrupt((patch.length - position) + " bytes follow the patch");
      }
      return false;
    }
    long first = readNumber();
    boolean wasCopy = isCopy;
    isCopy = (first & 1) == PatchFormat.COPY;
    long declared = first >>> 1;
    if (declared == 0 || declared > resultBytes - done) {
      throw corrupt(
          "an operation makes " + declared + " bytes where 1 to " + (resultBytes - done) + " fit");
    }
    if (isCopy ? declared < PatchFormat.LEAST_COPY : !wasCopy) {
      throw corrupt(
          isCopy ? "a copy of " + declared + " bytes is too short" : "a literal follows a literal");
    }
    length = (int) declared;
    done += length;
    if (isCopy) {
      readCopy();
    } else {
      readLiteral();
    }
    return true;
  }

  /** Tells whether the operation copies from the base; otherwise its bytes are in the patch. */
  boolean isCopy() {
    return isCopy;
  }

  /** Returns the place where the operation's bytes start: in the base, or in the patch. */
  int offset() {
    return offset;
  }

  /** Returns the number of bytes that the operation makes, at least 1. */
  int length() {
    return length;
  }

  private void readCopy() throws CorruptPatchException {
    long folded = readNumber();
    long from = expected + (folded >>> 1 ^ -(folded & 1));
    if (from < 0 || from > baseBytes - (long) length) {
      throw corrupt(
          "an operation copies " + length + " bytes from " + from + " of a base of " + baseBytes);
    }
    offset = (int) from;
    expected = from + length;
  }

  private void readLiteral() throws CorruptPatchException {
    if (length > patch.length - position) {
      throw corrupt(
          length + " literal bytes announced, but only " + (patch.length - position) + " left");
    }
    offset = position;
    position += length;
    expected = Math.min(baseBytes, expected + length);
  }

  private int readLength(String what) throws CorruptPatchException {
    long value = readNumber();
    if (value > PatchFormat.MAX_ARRAY_BYTES) {
      throw corrupt(what + " cannot have " + value + " bytes");
    }
    return (int) value;
  }

  private long readNumber() throws CorruptPatchException {
    try {
      long number = VarInt.read(patch, position, patch.length);
      if (number < 0 || number > PatchFormat.MAX_NUMBER) {
        throw corrupt("a number has more than 32 bits");
      }
      position += VarInt.length(number);
      return number;
    } catch (VarInt.MalformedNumberException e) {
      throw corrupt(String.valueOf(e.getMessage()));
    }
  }

  private int readChecksum() throws CorruptPatchException {
    if (patch.length - position < Integer.BYTES) {
      throw corrupt("the patch ends within a checksum");
    }
    int checksum = ByteBuffer.wrap(patch).getInt(position);
    position += Integer.BYTES;
    return checksum;
  }

  private int readByte() throws CorruptPatchException {
    if (position == patch.length) {
      throw corrupt("the patch ends too early");
    }
    return patch[position++] & 0xFF;
  }

  private CorruptPatchException corrupt(String why) {
    return new CorruptPatchException(why + " (at byte " + position + " of " + patch.length + ")");
  }
}
