// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tells people what grew, and what did not. */
final class GrowthWords {
  private static final double MIB = 1 << 20;

  private GrowthWords() {}

  static String of(GrowthReport.Series series) {
    return String.format(
        Locale.ROOT,
        "%s%s: %s %s from %.0f s to %.0f s",
        series.node(),
        series.life() == 0 ? "" : ", life " + series.life(),
        series.figure(),
        series.least().stream()
            .map(value -> value(series.figure(), value))
            .collect(Collectors.joining(", ")),
        series.fromSeconds(),
        series.untilSeconds());
  }

  /** A line a node: what it held over all its lives, at the beginning and at the end. */
  static List<String> byNode(GrowthReport growth) {
    return growth.series().stream()
        .filter(series -> series.life() == 0)
        .collect(
            Collectors.groupingBy(
                GrowthReport.Series::node, LinkedHashMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(
            node ->
                node.getKey()
                    + ": "
                    + node.getValue().stream()
                        .map(GrowthWords::firstAndLast)
                        .collect(Collectors.joining(", ")))
        .toList();
  }

  private static String firstAndLast(GrowthReport.Series series) {
    List<Long> least = series.least();
    return series.figure()
        + " "
        + value(series.figure(), least.get(0))
        + " to "
        + value(series.figure(), least.get(least.size() - 1));
  }

  private static String value(String figure, long value) {
    return figure.equals("live heap") || figure.equals("direct memory")
        ? String.format(Locale.ROOT, "%.1f MiB", value / MIB)
        : Long.toString(value);
  }
}
