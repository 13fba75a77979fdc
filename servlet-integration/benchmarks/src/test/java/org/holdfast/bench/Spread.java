/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

  /** As "median (least to greatest)". */
  String text(int decimals) {
    String one = "%." + decimals + "f";
    return String.format(
        Locale.ROOT, one + " (" + one + " to " + one + ")", median, least, greatest);
  }
}
