// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Several runs of one scenario, summed up. The names of these components are the field names of the
 * JSON and do not change within a format; new ones may be added.
 *
 * @param format {@value #FORMAT}
 * @param scenario its name
 * @param runs how many there were, of which {@code held} kept all promises
 * @param each verdict and reasons of each run, in order
 * @param answers of all runs together
 * @param times over all incidents of all runs
 * @param failedAttempts after the warm-up
 */
public record RunsReport(
    String format,
    String scenario,
    int runs,
    int held,
    List<Run> each,
    Answers answers,
    Times times,
    FailedAttempts failedAttempts) {
  public static final String FORMAT = "holdfast-drill-runs/1";

  public RunsReport {
    each = List.copyOf(each);
  }

  /**
   * What came of one run.
   *
   * @param verdict {@code holds} or {@code broken}, for {@code reasons}
   */
  public record Run(String verdict, List<String> reasons) {
    public Run {
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * Answers, and what was wrong with them beyond what the scenario allows.
   *
   * @param lostAllowed updates that were lost besides, as the scenario allows
   * @param resetAllowed sessions that were reset besides, as the scenario allows
   */
  public record Answers(
      long answered,
      long lost,
      long lostAllowed,
      long stale,
      long reset,
      long resetAllowed,
      long repeated,
      long resurrected,
      long contradicted,
      long onOlderStates) {}

  /** How long things took, as in {@link IncidentReport} and {@link PhaseReport}. */
  public record Times(
      Spread viewChanged,
      Spread protectedAgain,
      Spread rejoined,
      Spread firstRightAnswerMedian,
      Spread firstRightAnswerP99,
      Spread turnedAtOnceMedian,
      Spread turnedAtOnceP99,
      Spread waitedP99,
      Spread waitedLongest,
      Spread responseP99Before,
      Spread responseP99During) {}

  /**
   * Times in milliseconds.
   *
   * @param count how many there are; without any the others are null
   */
  public record Spread(
      int count, @Nullable Double shortest, @Nullable Double median, @Nullable Double longest) {
    static Spread of(DoubleStream times) {
      double[] seen = times.sorted().toArray();
      if (seen.length == 0) {
        return new Spread(0, null, null, null);
      }
      double median = (seen[(seen.length - 1) / 2] + seen[seen.length / 2]) / 2;
      return new Spread(seen.length, seen[0], median, seen[seen.length - 1]);
    }
  }

  /** How many attempts failed from a fault until all were over it, and at other times. */
  public record FailedAttempts(long during, long otherwise) {}

  /**
   * Sums up.
   *
   * @param runs of one scenario, at least one
   */
  public static RunsReport of(List<DrillReport> runs) {
    return new RunsReport(
        FORMAT,
        runs.get(0).scenario().name(),
        runs.size(),
        Math.toIntExact(runs.stream().filter(DrillReport::verdictHolds).count()),
        runs.stream().map(run -> new Run(run.verdict(), run.reasons())).toList(),
        answers(runs),
        times(runs),
        new FailedAttempts(errors(runs, true), errors(runs, false)));
  }

  private static Answers answers(List<DrillReport> runs) {
    return new Answers(
        sum(runs, TruthReport::answeredUpdates),
        sum(runs, truth -> truth.lostUpdates() - truth.lostUpdatesAllowed()),
        sum(runs, TruthReport::lostUpdatesAllowed),
        sum(runs, TruthReport::staleAnswers),
        sum(runs, truth -> truth.resetSessions() - truth.resetSessionsAllowed()),
        sum(runs, TruthReport::resetSessionsAllowed),
        sum(runs, TruthReport::duplicatedAnswers),
        sum(runs, TruthReport::resurrectedAnswers),
        sum(runs, TruthReport::contradictedAnswers),
        sum(runs, TruthReport::regressedAnswers));
  }

  private static Times times(List<DrillReport> runs) {
    return new Times(
        spread(runs, IncidentReport::viewChangeAllMillis),
        spread(runs, IncidentReport::protectedMillis),
        spread(runs, IncidentReport::rejoinedMillis),
        spread(runs, one -> of(one.firstRightAnswer(), Quantiles::p50)),
        spread(runs, one -> of(one.firstRightAnswer(), Quantiles::p99)),
        spread(runs, one -> of(one.turnedAtOnce(), Quantiles::p50)),
        spread(runs, one -> of(one.turnedAtOnce(), Quantiles::p99)),
        spread(runs, one -> of(one.waited(), Quantiles::p99)),
        spread(runs, one -> of(one.waited(), Quantiles::max)),
        p99(runs, "before"),
        p99(runs, "during"));
  }

  private static @Nullable Double of(Quantiles times, Function<Quantiles, Double> figure) {
    return times.count() == 0 ? null : figure.apply(times);
  }

  private static long errors(List<DrillReport> runs, boolean during) {
    return runs.stream()
        .flatMap(run -> run.phases().stream())
        .filter(phase -> !List.of("ramp-up", "warm-up").contains(phase.phase()))
        .filter(phase -> List.of("during", "rejoin").contains(phase.phase()) == during)
        .flatMap(phase -> phase.errors().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  private static Spread spread(
      List<DrillReport> runs, Function<IncidentReport, @Nullable Double> figure) {
    return Spread.of(
        runs.stream()
            .flatMap(run -> run.incidents().stream())
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue));
  }

  private static Spread p99(List<DrillReport> runs, String phase) {
    return Spread.of(
        runs.stream()
            .flatMap(run -> run.phases().stream())
            .filter(one -> one.phase().equals(phase) && one.responseMillis().count() > 0)
            .mapToDouble(one -> one.responseMillis().p99()));
  }

  private static long sum(List<DrillReport> runs, ToLongFunction<TruthReport> figure) {
    return runs.stream().map(DrillReport::truth).mapToLong(figure).sum();
  }
}
