// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.report.Timeline.Interval;
import org.holdfast.drill.report.Timeline.Mark;
import org.holdfast.drill.report.Timeline.NodeSample;

/**
 * A drill of 40 s after 10 s of warm-up, of which the timeline is known: node-1 is killed at 8 s,
 * node-2 paused from 20 s to 28 s.
 */
final class Timelines {
  private static final int WARM_UP = 10;
  private static final int KILL = 18;
  private static final int PAUSE = 30;
  private static final int RESUME = 38;
  private static final int END = 50;

  private Timelines() {}

  static DrillReport report() {
    DrillReport plain = Reports.report(List.of());
    return new DrillReport(
        plain.format(),
        plain.verdict(),
        plain.reasons(),
        plain.scenario(),
        plain.setup(),
        plain.incidents(),
        plain.promises(),
        plain.truth(),
        plain.affected(),
        plain.errors(),
        plain.phases(),
        plain.driver(),
        new CountersReport(plain.counters().nodes(), List.of()),
        new GrowthReport(false, List.of(), List.of()),
        timeline());
  }

  static Timeline timeline() {
    List<Interval> intervals = new ArrayList<>();
    for (int second = 0; second < END; second++) {
      boolean trouble = second == KILL || second == PAUSE;
      long answers = trouble ? 210 : Math.min(390, 60 * (second + 1)) + second % 3;
      intervals.add(
          new Interval(
              second,
              1,
              answers,
              new Quantiles(answers, 2.1, 4, trouble ? 1_040 : 9, trouble ? 1_900 : 14),
              trouble ? Map.of("refused", 60L, "timed-out", 8L) : Map.of(),
              List.of(node(1, second), node(2, second), node(3, second), spare())));
    }
    return new Timeline(
        WARM_UP,
        intervals,
        List.of(
            new Mark(KILL, null, "killed node-1"),
            new Mark(PAUSE, (double) RESUME, "paused node-2")));
  }

  private static NodeSample node(int number, int second) {
    boolean away =
        number == 1 && second >= KILL || number == 2 && second >= PAUSE && second < RESUME;
    if (away) {
      return NodeSample.silent("node-" + number);
    }
    int members = 3 - (second > KILL ? 1 : 0) - (second > PAUSE && second <= RESUME ? 1 : 0);
    boolean degraded = second == KILL || second == PAUSE;
    return new NodeSample(
        "node-" + number,
        second == 0 ? null : 20.0 + 5 * number + second % 4,
        second > KILL ? 5L : 4L,
        members,
        second > KILL ? 100L : 67L,
        degraded ? 33L : 0L,
        (90L + second % 7 * 12L) << 20,
        (8L << 20) + second,
        48L + number,
        120L + number,
        1_000L * (second + 30),
        second % 15 == 5 * (number - 1) ? 20L << 20 : null);
  }

  /** Was never started. */
  private static NodeSample spare() {
    return NodeSample.silent("node-4");
  }
}
