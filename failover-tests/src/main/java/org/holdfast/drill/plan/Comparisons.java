// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.capacity.CapacityResult;
import org.holdfast.drill.plan.report.CapacityReport.Ratio;
import org.holdfast.drill.plan.report.CapacityReport.Rounds;
import org.jspecify.annotations.Nullable;

/** Sets capacities beside each other: those of contenders, and those of several searches of one. */
final class Comparisons {
  private Comparisons() {}

  /** Of each further contender to the first, where a round has confirmed both. */
  static List<Ratio> ratios(List<Outcome> outcomes) {
    Outcome first = outcomes.get(0);
    List<Ratio> ratios = new ArrayList<>();
    for (Outcome other : outcomes.subList(1, outcomes.size())) {
      int rounds = Math.min(other.rounds().size(), first.rounds().size());
      for (int i = 0; i < rounds; i++) {
        if (other.rounds().get(i).confirmed() && first.rounds().get(i).confirmed()) {
          ratios.add(ratio(other, first, i));
          break;
        }
      }
    }
    return ratios;
  }

  private static Ratio ratio(Outcome of, Outcome to, int round) {
    CapacityResult mine = of.rounds().get(round);
    CapacityResult first = to.rounds().get(round);
    Integer ofFailing = mine.failing();
    Integer toFailing = first.failing();
    return new Ratio(
        of.contender().name(),
        to.contender().name(),
        mine.sustained() / (double) first.sustained(),
        toFailing == null ? 0 : mine.sustained() / (double) toFailing,
        ofFailing == null ? null : Double.valueOf(ofFailing / (double) first.sustained()),
        ratioByRound(of.rounds(), to.rounds()));
  }

  /** The contenders of one round ran in turn, so that its ratio is of the same time. */
  private static @Nullable Rounds ratioByRound(List<CapacityResult> of, List<CapacityResult> to) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(of.size(), to.size()); i++) {
      if (isFound(of.get(i)) && isFound(to.get(i))) {
        ratios.add(of.get(i).sustained() / (double) to.get(i).sustained());
      }
    }
    return apart(ratios);
  }

  static @Nullable Rounds between(Outcome outcome) {
    return apart(
        outcome.rounds().stream()
            .filter(Comparisons::isFound)
            .map(round -> (double) round.sustained())
            .toList());
  }

  /** Where all users allowed are sustained, the number is the option's and not the cluster's. */
  static boolean isFound(CapacityResult result) {
    return result.outcome() == CapacityResult.Outcome.FOUND;
  }

  private static @Nullable Rounds apart(List<Double> figures) {
    if (figures.size() < 2) {
      return null;
    }
    List<Double> sorted = figures.stream().sorted().toList();
    int size = sorted.size();
    double median = (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    return new Rounds(size, median, sorted.get(0), sorted.get(size - 1));
  }

  static String word(CapacityResult.Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
