// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.math.BigInteger;
import java.net.URI;

/**
 * The bound on the hashing that the bytes of one attribute ask for, in visits by {@code hashCode}.
 * Both ways of serialization charge against it, so that neither lets through what the other
 * refuses. Stateless.
 */
public final class HashBudget {
  /** A number of visits beyond any budget, and small enough that two of it can be added. */
  public static final long INFINITE = Long.MAX_VALUE / 4;

  private static final long FREE_HASH_WORK = 1_000_000;
  private static final long HASH_WORK_PER_BYTE = 64;

  private static final int DECIMAL_BYTES_PER_VISIT = 64;

  // Such lengths take at most as long as a cheap visit, some 5 ns: texts keep their hash code, and
  // are compared many bytes at a time.
  private static final int BYTES_PER_VISIT = 2;
  private static final int TEXT_PER_VISIT = 8;

  private HashBudget() {}

  /**
   * Returns the visits that comparing a {@link java.math.BigDecimal} is worth. Two of different
   * scale are compared by multiplying the one with a power of ten that has as many digits as the
   * other: 3 us for 1 KB, but 50 ms for 400 KB.
   *
   * @param unscaledBytes length of the unscaled value
   */
  public static long forComparing(int unscaledBytes) {
    long share = unscaledBytes / DECIMAL_BYTES_PER_VISIT;
    return share * share;
  }

  /**
   * Returns the visits that hashing a long value is worth, or comparing it with one like it, beyond
   * the one for a short value.
   *
   * @param bytes length of a number or the like
   */
  public static long forLength(long bytes) {
    return bytes / BYTES_PER_VISIT;
  }

  /** Returns the visits that a long text is worth, as {@link #forLength} does for numbers. */
  public static long forText(long characters) {
    return characters / TEXT_PER_VISIT;
  }

  /**
   * Returns the visits that the length of {@code value} is worth if it is one of the JDK's texts
   * and numbers, else 0. Costs nothing to speak of.
   */
  static long forLengthOf(Object value) {
    if (value instanceof String text) {
      return forText(text.length());
    }
    if (value instanceof BigInteger number) {
      return forLength(number.bitLength() / Byte.SIZE);
    }
    if (value instanceof StringBuilder || value instanceof StringBuffer) {
      return forLength(((CharSequence) value).length());
    }
    return value instanceof URI uri ? forText(uri.toString().length()) : 0;
  }

  /** Returns the visits that {@code bytes} bytes may ask for. */
  public static long forBytes(int bytes) {
    return FREE_HASH_WORK + HASH_WORK_PER_BYTE * bytes;
  }
}
