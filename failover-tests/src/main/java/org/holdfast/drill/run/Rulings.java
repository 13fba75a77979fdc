// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.holdfast.drill.report.CountersReport;
import org.holdfast.drill.report.GrowthReport;
import org.holdfast.drill.report.PromiseReport;

/**
 * What follows for the verdict from what nodes said of themselves: whether it agrees with what
 * users saw, and whether anything grew.
 */
final class Rulings {
  /** What is asked of a scenario without growth: that each of these was judged somewhere. */
  private static final List<String> FIGURES =
      List.of("live heap", "direct memory", "threads", "open files");

  private static final String COUNTED = "what nodes counted agrees with what users saw";

  private final List<PromiseReport> promises = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  private Rulings() {}

  /**
   * @param whyNotCounted why counters are not held against what users saw; empty if they are
   */
  static Rulings of(CountersReport counters, String whyNotCounted, GrowthReport growth) {
    Rulings rulings = new Rulings();
    rulings.judge(counters, whyNotCounted);
    rulings.judge(growth);
    return rulings;
  }

  List<PromiseReport> promises() {
    return List.copyOf(promises);
  }

  List<String> reasons() {
    return List.copyOf(reasons);
  }

  private void judge(CountersReport counters, String whyNotCounted) {
    if (counters.nodes().isEmpty()) {
      promises.add(
          PromiseReport.unchecked(
              COUNTED, whyNotCounted.isEmpty() ? "no node told what it counted" : whyNotCounted));
      return;
    }
    long whole = counters.nodes().stream().filter(CountersReport.Node::whole).count();
    reasons.addAll(counters.contradictions());
    promises.add(
        new PromiseReport(
            COUNTED,
            counters.contradictions().isEmpty()
                ? String.format(
                    Locale.ROOT,
                    "%d nodes, %d of them known from beginning to end",
                    counters.nodes().size(),
                    whole)
                : String.join("; ", counters.contradictions()),
            counters.contradictions().isEmpty()));
  }

  private void judge(GrowthReport growth) {
    if (!growth.expectedNone()) {
      return;
    }
    List<String> broken = new ArrayList<>();
    growth.grown().forEach(series -> broken.add("grew: " + series.words()));
    String missing =
        FIGURES.stream()
            .filter(figure -> growth.series().stream().noneMatch(s -> s.figure().equals(figure)))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      broken.add(
          "growth was not judged of " + missing + ": " + String.join("; ", growth.unjudged()));
    }
    reasons.addAll(broken);
    promises.add(
        new PromiseReport(
            "no node's memory, threads or open files grow",
            broken.isEmpty()
                ? String.format(Locale.ROOT, "0 of %d series grew", growth.series().size())
                : String.join("; ", broken),
            broken.isEmpty()));
  }
}
