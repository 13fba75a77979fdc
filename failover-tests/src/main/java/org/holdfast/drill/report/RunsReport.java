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

package org.holdfast.drill.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Sums up several runs of one scenario, in lines for people. */
public final class RunsReport {
  private RunsReport() {}

  /** Returns what all runs together lost, how fast they recovered, and which were broken. */
  public static List<String> lines(List<DrillReport> runs) {
    long broken = runs.stream().filter(run -> !run.verdictHolds()).count();
    return List.of(
        format(
            "%d runs of %s: %d held, %d broken",
            runs.size(), runs.get(0).scenario().name(), runs.size() - broken, broken),
        format(
            "answers                   %,d; lost %d, stale %d, reset %d, repeated %d, resurrected %d,"
                + " contradicted %d, on older states %d",
            sum(runs, TruthReport::answeredUpdates),
            sum(runs, truth -> truth.lostUpdates() - truth.lostUpdatesAllowed()),
            sum(runs, TruthReport::staleAnswers),
            sum(runs, truth -> truth.resetSessions() - truth.resetSessionsAllowed()),
            sum(runs, TruthReport::duplicatedAnswers),
            sum(runs, TruthReport::resurrectedAnswers),
            sum(runs, TruthReport::contradictedAnswers),
            sum(runs, TruthReport::regressedAnswers)),
        "view changed, all         " + spread(runs, IncidentReport::viewChangeAllMillis),
        "protected again           " + spread(runs, IncidentReport::protectedMillis),
        "all in one view again     " + spread(runs, IncidentReport::rejoinedMillis),
        "turned at once, median    " + spread(runs, one -> of(one.turnedAtOnce(), Quantiles::p50)),
        "turned at once, p99       " + spread(runs, one -> of(one.turnedAtOnce(), Quantiles::p99)),
        "asking to answer, p99     " + spread(runs, one -> of(one.waited(), Quantiles::p99)),
        "asking to answer, longest " + spread(runs, one -> of(one.waited(), Quantiles::max)),
        "response p99, before      " + spreadOf(p99(runs, "before")),
        "response p99, during      " + spreadOf(p99(runs, "during")),
        format(
            "failed attempts           %d while something went on, %d else",
            errors(runs, true), errors(runs, false)));
  }

  private static @Nullable Double of(Quantiles times, Function<Quantiles, Double> figure) {
    return times.count() == 0 ? null : figure.apply(times);
  }

  private static long errors(List<DrillReport> runs, boolean going) {
    return runs.stream()
        .flatMap(run -> run.phases().stream())
        .filter(phase -> !List.of("ramp-up", "warm-up").contains(phase.phase()))
        .filter(phase -> List.of("during", "rejoin").contains(phase.phase()) == going)
        .flatMap(phase -> phase.errors().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Over all incidents of all runs: median, and the largest. */
  private static String spread(
      List<DrillReport> runs, Function<IncidentReport, @Nullable Double> figure) {
    return spreadOf(
        runs.stream()
            .flatMap(run -> run.incidents().stream())
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue));
  }

  private static DoubleStream p99(List<DrillReport> runs, String phase) {
    return runs.stream()
        .flatMap(run -> run.phases().stream())
        .filter(one -> one.phase().equals(phase) && one.responseMillis().count() > 0)
        .mapToDouble(one -> one.responseMillis().p99());
  }

  private static String spreadOf(DoubleStream figures) {
    double[] seen = figures.sorted().toArray();
    if (seen.length == 0) {
      return "-";
    }
    return format(
        "median %.0f ms, longest %.0f ms (%d)",
        seen[(seen.length - 1) / 2], Arrays.stream(seen).max().orElse(0), seen.length);
  }

  private static long sum(List<DrillReport> runs, ToLongFunction<TruthReport> figure) {
    return runs.stream().map(DrillReport::truth).mapToLong(figure).sum();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
