// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import java.util.Collection;
import java.util.Locale;

/** Least, median and greatest of some figures. */
record Spread(double least, double median, double greatest) {

  /**
   * @throws IllegalArgumentException if there are none
   */
  static Spread of(Collection<Double> figures) {
    if (figures.isEmpty()) {
      throw new IllegalArgumentException("a spread needs at least 1 figure, had 0");
    }
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }

  /**
   * Returns the two figures between which the median of all such figures lies, with at least 95 %
   * confidence, whatever their distribution: their ranks are those that a fair coin, thrown once
   * for each, leaves out in 2.5 % on either side. All of them if they are fewer than 6.
   *
   * @throws IllegalArgumentException if there are none
   */
  static Spread ofMedian(Collection<Double> figures) {
    Spread all = of(figures);
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double exactly = Math.pow(0.5, sorted.length);
    double below = exactly;
    int rank = 0;
    while (below <= 0.025) {
      rank++;
      exactly *= (sorted.length - rank + 1.0) / rank;
      below += exactly;
    }
    int outside = Math.max(0, rank - 1);
    return new Spread(sorted[outside], all.median, sorted[sorted.length - 1 - outside]);
  }

  /** Returns the text "median (least to greatest)". */
  String text(int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f (%s)", median, range(decimals));
  }

  /** Returns the text "least to greatest". */
  String range(int decimals) {
    String one = "%." + decimals + "f";
    return String.format(Locale.ROOT, one + " to " + one, least, greatest);
  }
}
