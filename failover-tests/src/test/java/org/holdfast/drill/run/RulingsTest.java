// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.holdfast.drill.report.CountersReport;
import org.holdfast.drill.report.GrowthReport;
import org.holdfast.drill.report.GrowthReport.Series;
import org.holdfast.drill.report.PromiseReport;
import org.junit.jupiter.api.Test;

class RulingsTest {
  private static final CountersReport NO_COUNTERS = new CountersReport(List.of(), List.of());
  private static final GrowthReport NOT_ASKED = new GrowthReport(false, List.of(), List.of());

  @Test
  void saysWhyNobodyComparedCounters_andHoldsItAgainstNobody() {
    Rulings silent = Rulings.of(NO_COUNTERS, "", NOT_ASKED);
    Rulings shared = Rulings.of(NO_COUNTERS, "others were there, too", NOT_ASKED);

    assertThat(silent.reasons()).isEmpty();
    assertThat(silent.promises())
        .containsExactly(
            PromiseReport.unchecked(
                "what nodes counted agrees with what users saw", "no node told what it counted"));
    assertThat(shared.reasons()).isEmpty();
    assertThat(shared.promises())
        .containsExactly(
            PromiseReport.unchecked(
                "what nodes counted agrees with what users saw", "others were there, too"));
  }

  @Test
  void breaksTheVerdict_whenCountersContradictUsers() {
    Rulings agree = Rulings.of(new CountersReport(nodes(), List.of()), "", NOT_ASKED);
    Rulings contradict =
        Rulings.of(new CountersReport(nodes(), List.of("so there")), "", NOT_ASKED);

    assertThat(agree.reasons()).isEmpty();
    assertThat(agree.promises())
        .containsExactly(
            new PromiseReport(
                "what nodes counted agrees with what users saw",
                "2 nodes, 1 of them known from beginning to end",
                true));
    assertThat(contradict.reasons()).containsExactly("so there");
    assertThat(contradict.promises()).noneMatch(PromiseReport::kept);
  }

  @Test
  void breaksTheVerdict_whenSomethingGrewThatMustNot() {
    List<Series> series =
        List.of(
            series("live heap", false),
            series("direct memory", false),
            series("threads", true),
            series("open files", false));

    assertThat(Rulings.of(NO_COUNTERS, "", new GrowthReport(false, series, List.of())).reasons())
        .isEmpty();
    Rulings rulings = Rulings.of(NO_COUNTERS, "", new GrowthReport(true, series, List.of()));
    assertThat(rulings.reasons())
        .containsExactly("grew: node-1: threads 40, 52, 64, 75 from 60 s to 180 s");
    assertThat(rulings.promises().get(1).kept()).isFalse();
  }

  @Test
  void breaksTheVerdict_whenWhatMustNotGrowWasNotJudged() {
    GrowthReport growth =
        new GrowthReport(
            true,
            List.of(series("threads", false), series("open files", false)),
            List.of("node-1: too few figures of its live heap"));

    assertThat(Rulings.of(NO_COUNTERS, "", growth).reasons())
        .containsExactly(
            "growth was not judged of live heap, direct memory: node-1: too few figures of its"
                + " live heap");
  }

  @Test
  void keepsThePromise_whenAllWasJudgedAndNothingGrew() {
    List<Series> series =
        List.of(
            series("live heap", false),
            series("direct memory", false),
            series("threads", false),
            series("open files", false));

    assertThat(Rulings.of(NO_COUNTERS, "", new GrowthReport(true, series, List.of())).promises())
        .endsWith(
            new PromiseReport(
                "no node's memory, threads or open files grow", "0 of 4 series grew", true));
  }

  private static List<CountersReport.Node> nodes() {
    return List.of(
        new CountersReport.Node("node-1", true, 1, 3, 0, 1, 0, Map.of("requests", 3L)),
        new CountersReport.Node("node-2", false, 2, 3, 0, 1, 0, Map.of("requests", 2L)));
  }

  private static Series series(String figure, boolean grew) {
    return new Series("node-1", figure, 0, 60, 180, List.of(40L, 52L, 64L, 75L), grew);
  }
}
