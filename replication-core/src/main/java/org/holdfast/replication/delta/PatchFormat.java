// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

import java.util.zip.CRC32C;

/** The constants that the writer and the reader of patches share; see {@link BlockPatch}. */
final class PatchFormat {
  static final byte VERSION = 1;

  /** The lowest bit of an operation's first number. */
  static final int LITERAL = 0;

  static final int COPY = 1;

  /**
   * The fewest bytes that can be copied. No literal can follow a literal either: so a patch has at
   * most two operations for each nine bytes of the result, and applying it costs no more than
   * copying.
   */
  static final int LEAST_COPY = 8;

  /**
   * The most bytes of a number, which has up to 32 bits: a length and its kind, or a distance and
   * its sign.
   */
  static final int MAX_NUMBER_BYTES = 5;

  static final long MAX_NUMBER = 0xFFFF_FFFFL;

  /** The largest array that every JVM can make. */
  static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

  private PatchFormat() {}

  static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }
}
