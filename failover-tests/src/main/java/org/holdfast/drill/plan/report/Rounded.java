// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Rounds figures so that they still read as over or under the bound that they are judged by. */
public final class Rounded {
  /** Figures that agree in as many digits after the point count as the same. */
  private static final int MOST_DIGITS = 6;

  private Rounded() {}

  /** A share as a whole number of percent, or with as many digits as tell it from {@code bound}. */
  public static String percent(double share, double bound) {
    return told(100 * share, 100 * bound, 0);
  }

  /**
   * A figure with as many digits after the point as tell it from {@code bound}.
   *
   * @param digits at least
   */
  public static String told(double value, double bound, int digits) {
    BigDecimal limit = exact(bound);
    int side = exact(value).compareTo(limit);
    String text = format(value, digits);
    for (int more = digits + 1;
        more <= MOST_DIGITS && new BigDecimal(text).compareTo(limit) != side;
        more++) {
      text = format(value, more);
    }
    return text;
  }

  /** Without trailing zeros, and without the noise of binary fractions. */
  public static String plain(double value) {
    return exact(value).stripTrailingZeros().toPlainString();
  }

  private static String format(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  private static BigDecimal exact(double value) {
    return BigDecimal.valueOf(value).setScale(MOST_DIGITS, RoundingMode.HALF_UP);
  }
}
