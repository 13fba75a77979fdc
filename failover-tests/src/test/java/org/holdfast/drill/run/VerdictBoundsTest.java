// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.holdfast.drill.report.IncidentReport;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.report.Reports;
import org.holdfast.drill.scenario.Expectations;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How bounds that a scenario asks for are judged. */
class VerdictBoundsTest {
  @Test
  void judgesGrowthOfResponseTimesAgainstAFloor() {
    assertThat(
            VerdictTest.verdict(
                    "sync",
                    Reports.kill(),
                    Reports.truth(),
                    Map.of(),
                    VerdictTest.expecting(Expectations.Errors.DURING, OptionalDouble.of(1.5)))
                .reasons())
        .as("21 ms, before 10: both are below what a machine's own noise is")
        .isEmpty();
    assertThat(
            VerdictTest.verdict(
                    "sync",
                    Reports.kill(),
                    Reports.truth(),
                    Map.of(),
                    VerdictTest.expecting(Expectations.Errors.DURING, OptionalDouble.of(1)))
                .reasons())
        .containsExactly(
            "p99 rose to 21.0 ms, more than 1.0 times the 10.0 ms of before, which counts as 20 ms");
  }

  @Test
  void isBroken_whenTooFewRequestsTellOfTheGrowthOfResponseTimes() {
    Scenario stop = ScenarioLibrary.read("stop");
    assertThat(stop.expectations().p99Growth()).isPresent();
    assertThat(
            Verdict.of(
                    Reports.setup("sync"),
                    stop,
                    List.of(),
                    Reports.truth(),
                    List.of(
                        new PhaseReport("before", 8, 3_000, 375, Map.of(), VerdictTest.times(10)),
                        new PhaseReport("during", 2, 199, 350, Map.of(), VerdictTest.times(900))),
                    true,
                    List.of())
                .reasons())
        .singleElement()
        .asString()
        .startsWith("p99-growth could not be judged: fewer than 200 requests");
  }

  @Test
  void isBroken_whenABoundThatWasAskedForIsHeldAgainstNothing() {
    Optional<Duration> second = Optional.of(Duration.ofSeconds(1));
    Expectations bounds = bounds(second, second);

    assertThat(judged(bounds, List.of(), true))
        .containsExactly(
            "recovery-median was asked for and could not be judged: no user of a node that was"
                + " taken away had a right answer elsewhere",
            "recovery-p99 was asked for and could not be judged: no user of a node that was"
                + " taken away had a right answer elsewhere",
            "view-change was asked for and could not be judged: nothing was done that views must"
                + " show",
            "protected-again was asked for and could not be judged: nothing was done that views"
                + " must show");
    assertThat(judged(bounds, List.of(), false))
        .contains("view-change was asked for and could not be judged: no node tells of its view");
    assertThat(judged(bounds, List.of(Reports.kill()), true))
        .noneMatch(reason -> reason.contains("could not be judged"));
  }

  @Test
  void countsThinkTime_whereNobodyTurnedAtOnce() {
    Optional<Duration> bound = Optional.of(Duration.ofMillis(90));
    Expectations bounds = bounds(bound, Optional.empty());
    Quantiles thinking = new Quantiles(67, 700, 1_200, 1_300, 1_400);

    assertThat(
            judged(
                bounds, List.of(Reports.kill(thinking, new Quantiles(67, 12, 40, 80, 96))), true))
        .isEmpty();
    assertThat(judged(bounds, List.of(Reports.kill(thinking, new Quantiles(0, 0, 0, 0, 0))), true))
        .hasSize(2)
        .allMatch(reason -> reason.contains("think time included, as nobody turned at once"))
        .anyMatch(reason -> reason.contains("700"))
        .anyMatch(reason -> reason.contains("1300"));
  }

  @Test
  void saysThatNobodyCouldCheckViews_whenNoNodeTellsOfThem() {
    Verdict verdict =
        Verdict.of(
            Reports.setup("sync"),
            ScenarioLibrary.read("kill"),
            List.of(Reports.kill()),
            Reports.truth(),
            Reports.phases().subList(0, 2),
            false,
            List.of());

    assertThat(verdict.promises())
        .anyMatch(promise -> promise.seen().equals("not checked, as no node tells of its view"));
  }

  @Test
  void judgesAViewChangeThatDidNotHaveToCome_butNotThatNoneCame() {
    Expectations bound =
        new Expectations(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Duration.ofSeconds(4)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Expectations.Errors.DURING,
            OptionalDouble.empty(),
            Expectations.Losses.NONE,
            Optional.empty(),
            false);

    assertThat(judged(Expectations.NONE, List.of(pause(null)), true)).isEmpty();
    assertThat(judged(bound, List.of(pause(4_200.0)), true))
        .containsExactly(
            "view change after: paused node-1: 4200 ms, bound 4000 ms",
            "not every session was protected again after: paused node-1");
  }

  @Test
  void judgesWhenAllIsProtectedAgain_whereAViewChangeDidNotHaveToCome() {
    Expectations bound =
        new Expectations(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Duration.ofSeconds(5)),
            Optional.empty(),
            Optional.empty(),
            Expectations.Errors.DURING,
            OptionalDouble.empty(),
            Expectations.Losses.NONE,
            Optional.empty(),
            false);

    assertThat(judged(bound, List.of(pause(4_200.0, 6_000.0)), true))
        .containsExactly("protected again after: paused node-1: 6000 ms, bound 5000 ms");
    assertThat(judged(bound, List.of(pause(4_200.0, 4_900.0)), true)).isEmpty();
    assertThat(judged(bound, List.of(pause(null)), true))
        .containsExactly(
            "protected-again was asked for and could not be judged: nothing was done that views"
                + " must show");
  }

  @Test
  void judgesWhenAllIsWholeAgain_fromTheEndOfWhatWasDone() {
    Expectations bound =
        new Expectations(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Duration.ofSeconds(5)),
            Optional.empty(),
            Expectations.Errors.DURING,
            OptionalDouble.empty(),
            Expectations.Losses.UNPROTECTED,
            Optional.empty(),
            false);

    assertThat(judged(bound, List.of(link(4_900.0)), true)).isEmpty();
    assertThat(judged(bound, List.of(link(43_800.0)), true))
        .containsExactly(
            "all nodes in one settled view, every session protected, after the end of: cut off from"
                + " each other node-1 and node-2: 43800 ms, bound 5000 ms");
    assertThat(judged(bound, List.of(link(null)), true))
        .containsExactly(
            "the nodes were not in one settled view again after: cut off from each other node-1 and"
                + " node-2");
    assertThat(judged(bound, List.of(Reports.kill()), true))
        .contains("rejoin was asked for and could not be judged: nothing was done that ends");
    assertThat(judged(bound, List.of(), false))
        .containsExactly("rejoin was asked for and could not be judged: no node tells of its view");
  }

  private static IncidentReport link(@Nullable Double rejoinedMillis) {
    Quantiles nobody = new Quantiles(0, 0, 0, 0, 0);
    return new IncidentReport(
        "cut off from each other node-1 and node-2",
        "cut-link",
        List.of("node-1", "node-2"),
        6,
        26.0,
        false,
        true,
        false,
        true,
        67,
        0,
        0,
        0,
        null,
        null,
        null,
        rejoinedMillis,
        nobody,
        nobody,
        VerdictTest.times(12),
        0);
  }

  /** Of about the time that detectors wait. */
  private static IncidentReport pause(@Nullable Double viewChangeMillis) {
    return pause(viewChangeMillis, null);
  }

  private static IncidentReport pause(
      @Nullable Double viewChangeMillis, @Nullable Double protectedMillis) {
    Quantiles nobody = new Quantiles(0, 0, 0, 0, 0);
    return new IncidentReport(
        "paused node-1",
        "pause",
        List.of("node-1"),
        8,
        null,
        false,
        true,
        false,
        true,
        67,
        0,
        0,
        0,
        viewChangeMillis,
        viewChangeMillis,
        protectedMillis,
        null,
        nobody,
        nobody,
        VerdictTest.times(12),
        0);
  }

  private static Expectations bounds(Optional<Duration> recovery, Optional<Duration> views) {
    return new Expectations(
        Optional.empty(),
        recovery,
        recovery,
        views,
        views,
        Optional.empty(),
        Optional.empty(),
        Expectations.Errors.DURING,
        OptionalDouble.empty(),
        Expectations.Losses.NONE,
        Optional.empty(),
        false);
  }

  private static List<String> judged(
      Expectations expected, List<IncidentReport> incidents, boolean viewsAreSeen) {
    return Verdict.of(
            Reports.setup("sync"),
            VerdictTest.kill(expected),
            incidents,
            Reports.truth(),
            Reports.phases().subList(0, 2),
            viewsAreSeen,
            List.of())
        .reasons();
  }
}
