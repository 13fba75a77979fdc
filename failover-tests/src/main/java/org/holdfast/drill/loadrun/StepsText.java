// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.stage.Bound;

/** Tells several runs together: a table for Markdown, by users. */
final class StepsText {
  private StepsText() {}

  static List<String> lines(List<LoadReport> reports) {
    List<String> lines = new ArrayList<>();
    double percentile = reports.isEmpty() ? 90 : reports.get(0).setup().boundPercentile();
    String label = new Bound(percentile, 1, 0).label();
    // What is bounded is in the table, whatever it is.
    boolean isUsual = percentile == 50 || percentile == 90 || percentile == 99;
    lines.add(
        "| users | requests/s | p50 ms | p90 ms | p99 ms |"
            + (isUsual ? "" : " " + label + " ms |")
            + " max ms | errors | verdict |");
    lines.add("|---|---|---|---|---|---|---|---|" + (isUsual ? "" : "---|"));
    for (LoadReport report : reports) {
      ResponseTimes times = report.fromDueMillis();
      lines.add(
          String.format(
              Locale.ROOT,
              "| %,d | %,.1f | %.1f | %.1f | %.1f |%s %.1f | %,d | %s |",
              report.setup().users(),
              report.result().requestsPerSecond(),
              times.p50(),
              times.p90(),
              times.p99(),
              isUsual ? "" : String.format(Locale.ROOT, " %.1f |", report.result().boundedMillis()),
              times.max(),
              report.errors().values().stream().mapToLong(Long::longValue).sum(),
              report.verdict()));
    }
    return lines;
  }
}
