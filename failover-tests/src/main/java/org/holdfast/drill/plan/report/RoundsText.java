// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.plan.report.CapacityReport.Capacity;
import org.holdfast.drill.plan.report.CapacityReport.Ratio;
import org.holdfast.drill.plan.report.CapacityReport.Round;
import org.holdfast.drill.plan.report.CapacityReport.Rounds;

/** Several searches in words, for the terminal and the page. */
final class RoundsText {
  private RoundsText() {}

  /** Lines on the searches of one contender; none if there was one only. */
  static List<String> of(Capacity capacity) {
    List<Round> rounds = capacity.rounds();
    if (rounds.size() < 2) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    Rounds between = capacity.betweenRounds();
    if (between == null) {
      lines.add("fewer than two of " + rounds.size() + " searches found a limit");
    } else {
      lines.add(
          format(
              "%d of %d searches found %,.0f users at the median, %,.0f to %,.0f (%.0f %% apart)",
              between.number(),
              rounds.size(),
              between.median(),
              between.least(),
              between.most(),
              100 * (between.most() - between.least()) / between.median()));
    }
    for (int i = 1; i < rounds.size(); i++) {
      lines.add("round " + (i + 1) + ": " + rounds.get(i).words());
    }
    return lines;
  }

  static String of(Ratio ratio) {
    Double high = ratio.high();
    String interval =
        format(
            "%.2f to %s by the intervals searched down to",
            ratio.low(), high == null ? "more" : format("%.2f", high));
    Rounds rounds = ratio.rounds();
    return rounds == null
        ? format(
            "%s sustains %s%.2f times the users of %s (%s, one of each)",
            ratio.contender(), side(ratio), ratio.users(), ratio.to(), interval)
        : format(
            "%s sustains %.2f times the users of %s at the median of %d rounds, %.2f to %.2f (the"
                + " first: %s%.2f, %s)",
            ratio.contender(),
            rounds.median(),
            ratio.to(),
            rounds.number(),
            rounds.least(),
            rounds.most(),
            side(ratio),
            ratio.users(),
            interval);
  }

  /** Where all users allowed are sustained, the ratio is a limit of the option, on one side. */
  private static String side(Ratio ratio) {
    if (ratio.high() == null) {
      return ratio.low() == 0 ? "(both all that were allowed) " : "at least ";
    }
    return ratio.low() == 0 ? "at most " : "";
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
