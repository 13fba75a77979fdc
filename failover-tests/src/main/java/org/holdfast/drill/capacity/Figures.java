// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the records of this package ask of their figures, and how the figures are told. */
final class Figures {
  /** Figures that agree in as many digits after the point count as the same. */
  private static final int MOST_DIGITS = 6;

  private Figures() {}

  static void name(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(what + " must not be blank");
    }
  }

  static void within(String what, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          format("%s must be between %s and %s, was %s", what, least, most, value));
    }
  }

  static void atLeast(String what, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          format("%s must be at least %d, was %d", what, least, value));
    }
  }

  static void positive(String what, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(format("%s must be positive, was %s", what, value));
    }
  }

  static void measured(String what, @Nullable Double value) {
    if (value != null) {
      within(what, value, 0, Double.MAX_VALUE);
    }
  }

  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  static String count(long count) {
    return format("%,d", count);
  }

  /** A share as a percentage: whole from 10 % on, with one digit after the point below. */
  static String percent(double share) {
    return format(Math.abs(share) >= 0.0995 ? "%.0f %%" : "%.1f %%", 100 * share);
  }

  /** A share as a percentage that reads as over, at or under {@code bound} as it is. */
  static String percent(double share, double bound) {
    return told(100 * share, 100 * bound, Math.abs(share) >= 0.0995 ? 0 : 1) + " %";
  }

  /** A share as a percentage with the digits that it was given with. */
  static String plainPercent(double share) {
    return plain(100 * share) + " %";
  }

  /**
   * A figure with as many digits after the point as tell it from a bound: rounded, 44.9 would read
   * as at the 45 that it is under.
   *
   * @param digits at least
   */
  static String told(double value, double bound, int digits) {
    BigDecimal limit = exact(bound);
    int side = exact(value).compareTo(limit);
    String text = format("%." + digits + "f", value);
    for (int more = digits + 1;
        more <= MOST_DIGITS && new BigDecimal(text).compareTo(limit) != side;
        more++) {
      text = format("%." + more + "f", value);
    }
    return text;
  }

  /** Without trailing zeros, and without the noise of binary fractions. */
  static String plain(double value) {
    return exact(value).stripTrailingZeros().toPlainString();
  }

  private static BigDecimal exact(double value) {
    return BigDecimal.valueOf(value).setScale(MOST_DIGITS, RoundingMode.HALF_UP);
  }

  /** Seconds from 0.1 s on, milliseconds below, microseconds below 0.1 ms. */
  static String seconds(double seconds) {
    if (seconds >= 0.1) {
      return format("%.2f s", seconds);
    }
    return seconds >= 1e-4 ? format("%.1f ms", 1e3 * seconds) : format("%.1f us", 1e6 * seconds);
  }

  /** For example "1 core", "2 cores", "0.33 cores". */
  static String cores(double cores) {
    String number =
        BigDecimal.valueOf(cores)
            .setScale(cores < 0.1 ? 4 : 2, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString();
    return number + (number.equals("1") ? " core" : " cores");
  }
}
