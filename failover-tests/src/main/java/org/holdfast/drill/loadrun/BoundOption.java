// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.drill.stage.Bound;
import org.jspecify.annotations.Nullable;

/** Reads a response bound as people write it: {@code 90:800}, {@code 800ms}, {@code 0.8s}. */
public final class BoundOption {
  private static final Pattern FORM =
      Pattern.compile("(?:(\\d{1,3}(?:\\.\\d+)?):)?(\\d{1,9}(?:\\.\\d+)?)(ms|s)?");

  private BoundOption() {}

  /**
   * Reads {@code text}.
   *
   * @param percentile which one is bounded where the text does not say; null for 90
   * @throws IllegalArgumentException if that is no bound, or both name a percentile
   */
  public static Bound parse(String text, @Nullable Double percentile, double maxErrorPercent) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "--bound must be PERCENTILE:MS or a time such as 800ms or 0.8s, was " + text);
    }
    String given = form.group(1);
    if (given != null && percentile != null) {
      throw new IllegalArgumentException(
          "--percentile is for a --bound that names none, was " + percentile + " with " + text);
    }
    double usual = percentile == null ? 90 : percentile;
    double time = Double.parseDouble(form.group(2));
    return new Bound(
        given == null ? usual : Double.parseDouble(given),
        "s".equals(form.group(3)) ? time * 1_000 : time,
        maxErrorPercent);
  }
}
