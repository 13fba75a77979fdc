// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.util.Locale;

/**
 * The bound on how often the bytes of one attribute may have shared content copied or parsed. A
 * reference to a text or an array takes five bytes, but the {@code readObject} that gets it may
 * copy or parse all of it, for each reference anew. Content that stands just where it is used costs
 * nothing here: it has paid with its length.
 *
 * <p>The budget is counted in units: a byte that a class of the JDK may parse, a slot that it may
 * copy, or {@value #COPIES_PER_UNIT} bytes or slots that are only copied, or handed to a class of
 * the application, which seldom copies any. Measured on JDK 17 and 25, a unit costs at most 59
 * bytes and 16 ns (names of X.500; texts cost half): of 50 KB all units together take 5 MB and 2
 * ms, of 300 KB 13 MB and 4 ms. Honest attributes have far fewer: the JDK writes numbers and arrays
 * once for each object that owns them, and short texts, which many objects do share, are free.
 * Stateless.
 */
public final class CopyBudget {
  /** The free bytes of a text: one as short costs no more than the object that refers to it. */
  public static final int FREE_TEXT = 64;

  public static final int COPIES_PER_UNIT = 16;

  private static final int FREE_UNITS = 1 << 16;
  private static final int BYTES_PER_UNIT = 2;

  private CopyBudget() {}

  /** Returns the units that {@code bytes} bytes may ask for. */
  public static long forBytes(int bytes) {
    return FREE_UNITS + (long) bytes / BYTES_PER_UNIT;
  }

  /**
   * Fails if {@code units} are more than {@code budget}.
   *
   * @throws LimitExceeded if they are
   */
  public static void require(long units, long budget) {
    if (units > budget) {
      throw new LimitExceeded(
          String.format(
              Locale.ROOT,
              "many objects in it refer to the same text, array or container, and each copies or"
                  + " parses that when it is read: %,d units of work, more than the %,d that its"
                  + " length allows",
              units,
              budget));
    }
  }
}
