// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.bytes;

import java.io.ByteArrayOutputStream;

/**
 * The form of integers of variable length (unsigned LEB128): groups of seven bits, the lowest group
 * first; each byte but the last has its highest bit set. A number below 128 takes one byte, a
 * negative one ten.
 */
public final class VarInt {
  /** The length of the longest number. */
  public static final int MAX_BYTES = 10;

  private static final int MORE = 0x80;
  private static final int GROUP = 0x7F;

  /** The exception for bytes that are not a number, or not its shortest form. */
  public static final class MalformedNumberException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedNumberException(String reason) {
      super(reason);
    }
  }

  private VarInt() {}

  /**
   * Writes {@code number} to {@code to} from position {@code at} on.
   *
   * @return the position behind it
   */
  public static int write(long number, byte[] to, int at) {
    int position = at;
    long rest = number;
    while ((rest & ~GROUP) != 0) {
      to[position++] = (byte) (rest | MORE);
      rest >>>= 7;
    }
    to[position++] = (byte) rest;
    return position;
  }

  /** Appends {@code number} to {@code to}. */
  public static void write(long number, ByteArrayOutputStream to) {
    long rest = number;
    while ((rest & ~GROUP) != 0) {
      to.write((int) rest & GROUP | MORE);
      rest >>>= 7;
    }
    to.write((int) rest);
  }

  /** Returns the number of bytes that {@code number} takes. */
  public static int length(long number) {
    return Math.max(1, (Long.SIZE + 6 - Long.numberOfLeadingZeros(number)) / 7);
  }

  /**
   * Reads the number that begins at {@code at}. It takes {@link #length} bytes of its value.
   *
   * @param end where the bytes end
   * @throws MalformedNumberException if it goes beyond {@code end}, has more than 64 bits, or is
   *     longer than it needs to be
   */
  public static long read(byte[] from, int at, int end) throws MalformedNumberException {
    long number = 0;
    for (int i = 0; i < MAX_BYTES; i++) {
      if (at + i >= end) {
        throw new MalformedNumberException("a number ends too early");
      }
      int group = from[at + i] & 0xFF;
      if (i == MAX_BYTES - 1 && group > 1) {
        throw new MalformedNumberException("a number has more than 64 bits");
      }
      number |= (long) (group & GROUP) << 7 * i;
      if (group < MORE) {
        if (group == 0 && i > 0) {
          throw new MalformedNumberException("a number is longer than it needs to be");
        }
        return number;
      }
    }
    throw new MalformedNumberException("a number has more than 64 bits");
  }
}
