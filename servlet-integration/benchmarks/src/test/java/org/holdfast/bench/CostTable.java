// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The measurements, and their table in Markdown. For one thread. */
final class CostTable {
  private static final String HEAD =
      "| server | requests/s | CPU us per request, median (range) "
          + "| ratio to its own sessions, median of the pairs (range) | 95 % of that median |\n"
          + "|---|---|---|---|---|\n";

  private final Map<ServerKind, List<Measured>> measured = new EnumMap<>(ServerKind.class);
  private final Map<ServerKind, List<Double>> ratios = new EnumMap<>(ServerKind.class);

  /** One server driven for one interval. */
  record Measured(double requestsPerSecond, double cpuMicros) {}

  /** Notes the two of a pair; for a pair of one with itself, that one. */
  void add(Pair pair, Map<ServerKind, Measured> both) {
    both.forEach((kind, one) -> measured.computeIfAbsent(kind, k -> new ArrayList<>()).add(one));
    Measured own = both.get(pair.own());
    Measured other = both.get(pair.kind());
    if (own == null || other == null) {
      throw new IllegalArgumentException(pair + " needs both, had " + both.keySet());
    }
    if (pair.own() != pair.kind()) {
      ratios
          .computeIfAbsent(pair.kind(), k -> new ArrayList<>())
          .add(other.cpuMicros / own.cpuMicros);
    }
  }

  /**
   * @param unsteady those that were not warm, which are marked
   */
  String markdown(Set<ServerKind> unsteady) {
    StringBuilder table = new StringBuilder(HEAD);
    measured.forEach(
        (kind, all) -> {
          List<Double> others = ratios.get(kind);
          table.append(
              String.format(
                  Locale.ROOT,
                  "| %s%s | %.0f | %s | %s | %s |%n",
                  kind.label(),
                  unsteady.contains(kind) ? " (not steady)" : "",
                  Spread.of(all.stream().map(Measured::requestsPerSecond).toList()).median(),
                  Spread.of(all.stream().map(Measured::cpuMicros).toList()).text(1),
                  others == null ? "1.00" : Spread.of(others).text(2),
                  others == null ? "" : Spread.ofMedian(others).range(2)));
        });
    return table.toString();
  }
}
