// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.holdfast.drill.report.GrowthReport;
import org.holdfast.drill.report.GrowthReport.Series;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.report.Timeline;
import org.holdfast.drill.report.Timeline.Interval;
import org.holdfast.drill.report.Timeline.NodeSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrowthTest {
  private static final long MIB = 1 << 20;
  private static final int LONG = 600;
  private static final int NO_CONNECTIONS = 0;
  private static final List<String> FIGURES =
      List.of("live heap", "direct memory", "threads", "open files");

  /** What a healthy node holds at a second: passing load on top of what it needs. */
  private static final LongUnaryOperator[] STEADY = {
    second -> 24 * MIB + second * 7_919 % (3 * MIB),
    second -> 6 * MIB + second * 104_729 % MIB,
    second -> 44 + second * 7 % 11,
    second -> 120 + second * 13 % 40
  };

  /** What is lost a second, so that it is found within ten minutes. */
  private static final long[] LEAKS = {50_000, 25_000, 1, 1};

  @Test
  void findsNone_whenANodeOnlyHasPassingLoad() {
    GrowthReport growth = Growth.of(node(LONG, -1), true, NO_CONNECTIONS);

    assertThat(growth.series()).extracting(Series::figure).containsExactlyElementsOf(FIGURES);
    assertThat(growth.grown()).isEmpty();
    assertThat(growth.unjudged()).isEmpty();
    assertThat(growth.expectedNone()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void findsTheOneThatLeaks_andNoOther(int leaking) {
    GrowthReport growth = Growth.of(node(LONG, leaking), true, NO_CONNECTIONS);

    assertThat(growth.grown()).extracting(Series::figure).containsExactly(FIGURES.get(leaking));
    Series grown = growth.grown().get(0);
    assertThat(grown.node()).isEqualTo("node-1");
    assertThat(grown.life()).isZero();
    assertThat(grown.least()).hasSize(4).isSorted();
  }

  @ParameterizedTest
  @CsvSource({
    "200, a cache that fills in the first third",
    "430, a cache that fills in the middle and then stays",
  })
  void findsNone_whenWhatFillsIsFullInTime(int fullAfter, String what) {
    LongUnaryOperator threads =
        second -> STEADY[2].applyAsLong(second) + 60L * (second >= fullAfter - 1 ? 1 : 0);

    Timeline timeline = node(LONG, STEADY[0], STEADY[1], threads, STEADY[3]);

    assertThat(Growth.of(timeline, true, NO_CONNECTIONS).grown()).as(what).isEmpty();
  }

  @Test
  void findsNone_whenItRisesByNoMoreThanChance() {
    LongUnaryOperator files = second -> 120 + second / 40;

    assertThat(Growth.of(withFiles(files), true, NO_CONNECTIONS).grown()).isEmpty();
  }

  @Test
  void findsNone_whenOpenFilesRiseByNoMoreThanUsersMayKeepConnections() {
    Timeline timeline = withFiles(second -> 28 + second / 10);

    assertThat(Growth.of(timeline, true, 30).grown()).isEmpty();
    assertThat(Growth.of(timeline, true, NO_CONNECTIONS).grown())
        .extracting(Series::figure)
        .containsExactly("open files");
  }

  @Test
  void findsWhatLeaks_besideConnectionsThatUsersMayKeep() {
    Timeline files = withFiles(second -> 28 + second / 4);

    assertThat(Growth.of(files, true, 30).grown())
        .extracting(Series::figure)
        .containsExactly("open files");
    assertThat(Growth.of(node(LONG, 2), true, 1_000).grown())
        .as("no connection is a thread")
        .extracting(Series::figure)
        .containsExactly("threads");
  }

  @Test
  void judgesNothing_whenANodeWasNotThereForLongEnough() {
    GrowthReport growth = Growth.of(node(119, 2), true, NO_CONNECTIONS);

    assertThat(growth.series()).isEmpty();
    assertThat(growth.unjudged()).containsExactly("node-1: was not there for long enough");
    assertThat(Growth.of(node(121, 2), true, NO_CONNECTIONS).grown())
        .extracting(Series::words)
        .containsExactly("node-1: threads 99, 117, 132, 150 from 44 s to 111 s");
  }

  @Test
  void judgesNothing_whenANodeDoesNotTellHowLongItRuns() {
    List<Interval> silent = new ArrayList<>();
    for (int second = 0; second < LONG; second++) {
      silent.add(interval(second, NodeSample.silent("node-1")));
    }

    GrowthReport growth = Growth.of(new Timeline(0, silent, List.of()), false, NO_CONNECTIONS);

    assertThat(growth.series()).isEmpty();
    assertThat(growth.unjudged()).containsExactly("node-1: does not tell how long it runs");
  }

  @Test
  void saysWhatWasNotTold() {
    Timeline timeline = node(LONG, second -> -1, STEADY[1], STEADY[2], STEADY[3]);

    GrowthReport growth = Growth.of(timeline, true, NO_CONNECTIONS);

    assertThat(growth.series()).hasSize(3);
    assertThat(growth.unjudged()).containsExactly("node-1: too few figures of its live heap");
  }

  @Test
  void findsWhatIsHandedOnFromLifeToLife() {
    // Restarted every 90 s: no life is long enough to be judged by itself.
    GrowthReport healthy = Growth.of(lives(18, 90, 0), true, NO_CONNECTIONS);
    GrowthReport handedOn = Growth.of(lives(18, 90, 4), true, NO_CONNECTIONS);

    assertThat(healthy.grown()).isEmpty();
    assertThat(healthy.series()).extracting(Series::life).containsOnly(0);
    assertThat(healthy.unjudged())
        .containsExactly("node-1: 18 of 18 lives were shorter than 120 s");
    assertThat(handedOn.grown()).extracting(Series::figure).containsExactly("threads");
  }

  @Test
  void judgesALifeByItself_whenItIsLongEnough() {
    List<Interval> intervals = new ArrayList<>(lives(2, 60, 0).intervals());
    int from = intervals.size();
    for (int second = 0; second < 300; second++) {
      intervals.add(
          interval(from + second, sample(second, second, 24 * MIB, 6 * MIB, 40 + second, 120)));
    }

    GrowthReport growth = Growth.of(new Timeline(20, intervals, List.of()), true, NO_CONNECTIONS);

    assertThat(growth.grown())
        .extracting(Series::words)
        .containsExactly("node-1, life 3: threads 154, 200, 247, 293 from 214 s to 400 s");
    assertThat(growth.unjudged()).containsExactly("node-1: 2 of 3 lives were shorter than 120 s");
  }

  private static Timeline node(int seconds, int leaking) {
    LongUnaryOperator[] holds = STEADY.clone();
    if (leaking >= 0) {
      holds[leaking] = second -> STEADY[leaking].applyAsLong(second) + LEAKS[leaking] * second;
    }
    return node(seconds, holds);
  }

  private static Timeline withFiles(LongUnaryOperator files) {
    return node(LONG, STEADY[0], STEADY[1], STEADY[2], files);
  }

  private static Timeline node(int seconds, LongUnaryOperator... holds) {
    List<Interval> intervals =
        IntStream.range(0, seconds)
            .mapToObj(
                second ->
                    interval(
                        second,
                        sample(
                            second,
                            second,
                            holds[0].applyAsLong(second),
                            holds[1].applyAsLong(second),
                            holds[2].applyAsLong(second),
                            holds[3].applyAsLong(second))))
            .toList();
    return new Timeline(10, intervals, List.of());
  }

  /** Lives of one node one after the other, each with some threads more than the one before. */
  private static Timeline lives(int count, int seconds, int handedOn) {
    List<Interval> intervals = new ArrayList<>();
    for (int life = 0; life < count; life++) {
      for (int second = 0; second < seconds; second++) {
        int at = intervals.size();
        intervals.add(
            interval(at, sample(at, second, 24 * MIB, 6 * MIB, 40 + handedOn * life, 120)));
      }
    }
    return new Timeline(0, intervals, List.of());
  }

  /** Collects its garbage in each fifth interval only. */
  private static NodeSample sample(
      int at, int age, long heap, long direct, long threads, long files) {
    return new NodeSample(
        "node-1",
        20.0,
        1L,
        6,
        50L,
        0L,
        heap + 60 * MIB,
        direct,
        threads,
        files,
        1_000L * age,
        heap < 0 || at % 5 != 0 ? null : heap);
  }

  private static Interval interval(int second, NodeSample sample) {
    return new Interval(second, 1, 100, new Quantiles(100, 1, 2, 3, 4), Map.of(), List.of(sample));
  }
}
