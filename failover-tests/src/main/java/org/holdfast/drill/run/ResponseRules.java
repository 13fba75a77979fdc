// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.holdfast.drill.run.Promises.format;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.scenario.Expectations;

/** Judges how long users waited for answers, phase by phase. */
final class ResponseRules {
  /** A p99 of fewer requests is a maximum. */
  private static final long FEW = 200;

  /** Below it response times are the machine's. */
  private static final double FLOOR_MILLIS = 20;

  private final Expectations expected;
  private final List<PhaseReport> phases;
  private final Promises promises;

  /**
   * @param phases without what happened before the cluster was warm
   */
  ResponseRules(Expectations expected, List<PhaseReport> phases, Promises promises) {
    this.expected = expected;
    this.phases = phases.stream().filter(phase -> phase.requests() >= FEW).toList();
    this.promises = promises;
  }

  void judge() {
    expected.responseP90().ifPresent(this::judgeP90);
    expected.p99Growth().ifPresent(this::judgeGrowth);
  }

  private void judgeP90(Duration bound) {
    // The last requests are a look at what is left: all users ask at once.
    OptionalDouble most =
        most(
            phases.stream().filter(phase -> !phase.phase().equals("final")).toList(),
            Quantiles::p90);
    if (most.isEmpty()) {
      promises.add(
          format("p90 stays within %d ms", bound.toMillis()),
          "not judged",
          "response-p90 could not be judged: fewer than " + FEW + " requests in each phase");
      return;
    }
    promises.within("p90 of response times in every phase", Optional.of(bound), most.getAsDouble());
  }

  private void judgeGrowth(double allowed) {
    String promised = format("p99 stays within %.1f times of before", allowed);
    Optional<PhaseReport> before = phases.stream().filter(ResponseRules::isBefore).findFirst();
    OptionalDouble most =
        most(phases.stream().filter(phase -> !isBefore(phase)).toList(), Quantiles::p99);
    if (before.isEmpty() || most.isEmpty()) {
      promises.add(
          promised,
          "not judged",
          "p99-growth could not be judged: fewer than "
              + FEW
              + " requests before the first fault, or in each phase since");
      return;
    }
    double seen = before.get().responseMillis().p99();
    double usual = Math.max(FLOOR_MILLIS, seen);
    String counted = seen < usual ? format(", which counts as %.0f ms", usual) : "";
    promises.add(
        promised,
        format("%.1f ms, before %.1f ms%s", most.getAsDouble(), seen, counted),
        most.getAsDouble() > allowed * usual
            ? format(
                "p99 rose to %.1f ms, more than %.1f times the %.1f ms of before%s",
                most.getAsDouble(), allowed, seen, counted)
            : null);
  }

  private static boolean isBefore(PhaseReport phase) {
    return phase.phase().equals("before");
  }

  private static OptionalDouble most(
      List<PhaseReport> phases, ToDoubleFunction<Quantiles> quantile) {
    return phases.stream().map(PhaseReport::responseMillis).mapToDouble(quantile).max();
  }
}
