// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.util.Locale;

/**
 * What a stage has to hold.
 *
 * @param percentile share of the responses in percent, above 0 and at most 100
 * @param millis longest time from due to answer of that share, in milliseconds, above 0
 * @param maxErrorPercent failed attempts allowed of 100 requests
 */
public record Bound(double percentile, double millis, double maxErrorPercent) {
  public Bound {
    if (!(percentile > 0 && percentile <= 100)) {
      throw new IllegalArgumentException(
          "the percentile must be above 0 and at most 100, was " + percentile);
    }
    if (!(millis > 0 && millis <= 600_000)) {
      throw new IllegalArgumentException(
          "the bound must be above 0 ms and at most 600000 ms, was " + millis + " ms");
    }
    if (!(maxErrorPercent >= 0 && maxErrorPercent <= 100)) {
      throw new IllegalArgumentException(
          "errors allowed in percent must be between 0 and 100, was " + maxErrorPercent);
    }
  }

  /** Name of the percentile for people, such as {@code p90}. */
  public String label() {
    return "p"
        + (percentile == Math.rint(percentile)
            ? Long.toString((long) percentile)
            : String.format(Locale.ROOT, "%s", percentile));
  }
}
