// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.math.BigInteger;
import java.net.URI;

/**
 * The prices and the budget of hashing while an attribute is read. A reader puts keys into hash
 * containers, which calls their {@code hashCode}. A few hostile bytes can describe a key that
 * refers to the same lists again and again, and takes hours to hash. So a reader adds up the cost
 * of hashing before it hashes, and refuses an attribute whose cost exceeds its budget.
 *
 * <p>The unit is a <em>visit</em>: {@code hashCode} looks at one object, or compares two short
 * ones, in some 5 ns. Kryo and JDK serialization use the same prices and the same budget. A writer
 * checks them, too, so that it sends nothing that a reader refuses. Stateless.
 */
public final class HashBudget {
  /** A number of visits above any budget. The sum of two such numbers does not overflow. */
  public static final long INFINITE = Long.MAX_VALUE / 4;

  /** The visits that any attribute may cost, however short it is: some 5 ms. */
  private static final long FREE_VISITS = 1_000_000;

  /** The visits that each byte of an attribute adds to its budget. */
  private static final long VISITS_PER_BYTE = 64;

  private static final int DECIMAL_BYTES_PER_VISIT = 64;

  /** The bytes of a long number that can be hashed or compared within one visit. */
  private static final int BYTES_PER_VISIT = 2;

  /**
   * The characters of a text that can be hashed or compared within one visit. They are more than
   * the bytes of a number, as a text keeps its hash code, and Java compares many characters at
   * once.
   */
  private static final int TEXT_PER_VISIT = 8;

  private HashBudget() {}

  /**
   * Returns the visits that comparing a {@link java.math.BigDecimal} costs. To compare two of
   * different scale, Java multiplies the one with a power of ten that has as many digits as the
   * other. That takes 3 us for 1 KB, but 50 ms for 400 KB, so the cost grows with the square.
   *
   * @param unscaledBytes length of the unscaled value
   */
  public static long forComparing(int unscaledBytes) {
    long share = unscaledBytes / DECIMAL_BYTES_PER_VISIT;
    return share * share;
  }

  /**
   * Returns the visits that hashing a long value, or comparing it with another one, costs beyond
   * the first visit, which each object costs.
   *
   * @param bytes length of a number, or of an array of primitives
   */
  public static long forLength(long bytes) {
    return bytes / BYTES_PER_VISIT;
  }

  /** Returns the visits that a long text costs, as {@link #forLength} does for numbers. */
  public static long forText(long characters) {
    return characters / TEXT_PER_VISIT;
  }

  /**
   * Returns the visits that hashing or comparing {@code value} costs for its length alone. 0 unless
   * it is a text or a number of the JDK that can be long.
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

  /**
   * Returns the budget of an attribute: the visits that hashing its keys may cost.
   *
   * @param bytes length of the encoded attribute
   */
  public static long forBytes(int bytes) {
    return FREE_VISITS + VISITS_PER_BYTE * bytes;
  }
}
