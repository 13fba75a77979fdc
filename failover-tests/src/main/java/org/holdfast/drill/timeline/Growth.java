// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.holdfast.drill.report.GrowthReport;
import org.holdfast.drill.report.GrowthReport.Series;
import org.holdfast.drill.report.Timeline;
import org.holdfast.drill.report.Timeline.Interval;
import org.holdfast.drill.report.Timeline.NodeSample;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether what nodes hold grows for as long as they run: what is never given back does.
 *
 * <p>The first third of a time fills what is meant to be filled: pools, caches, the sessions that
 * there are, the memory of those that ended. Of the rest, cut into four parts, the least value of
 * each is taken, which garbage and passing load do not raise. A figure grew if that rose from each
 * part to the next, and in all by more than a floor and a tenth. A growth that is slower than the
 * floor in the time that was judged is not seen.
 *
 * <p>Users keep their connections open, and those of a node that ends go on to the others. So the
 * floor of open files is higher by the number of connections that users keep: all of them may come
 * to one node.
 *
 * <p>Judged are each life of a node, and all lives of one together, for what is handed on from life
 * to life. Pure.
 */
public final class Growth {
  private static final long MIB = 1 << 20;
  private static final int PARTS = 4;
  private static final double SHARE = 0.1;

  /** A process that has just started holds less than it soon will. */
  private static final double START_SECONDS = 20;

  /** Of the time after that: a shorter one shows how a node fills up. */
  private static final double SHORTEST_SECONDS = 100;

  /** One for each part on average: else a part may hold the young days of a life, or the old. */
  private static final int FEWEST_LIVES = 6;

  /**
   * A figure, and the rise that is no growth whatever its share.
   *
   * @param holdsConnections whether it rises by one with each connection of a user
   */
  private record Figure(
      String words,
      long floor,
      boolean holdsConnections,
      Function<NodeSample, @Nullable Long> value) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("live heap", 8 * MIB, false, NodeSample::liveHeapBytes),
          new Figure("direct memory", 4 * MIB, false, NodeSample::directBytes),
          new Figure("threads", 6, false, NodeSample::threads),
          new Figure("open files", 16, true, NodeSample::openFiles));

  private record Said(double seconds, NodeSample sample) {}

  private final Timeline timeline;
  private final long connections;
  private final List<Series> series = new ArrayList<>();
  private final List<String> unjudged = new ArrayList<>();

  private Growth(Timeline timeline, long connections) {
    this.timeline = timeline;
    this.connections = connections;
  }

  /**
   * Judges a whole drill.
   *
   * @param expectedNone whether the scenario promises that there is none
   * @param connections that users may keep open to one node, at least 0
   */
  public static GrowthReport of(Timeline timeline, boolean expectedNone, long connections) {
    Growth growth = new Growth(timeline, connections);
    if (!timeline.intervals().isEmpty()) {
      int nodes = timeline.intervals().get(0).nodes().size();
      for (int node = 0; node < nodes; node++) {
        growth.judge(node);
      }
    }
    return new GrowthReport(expectedNone, growth.series, growth.unjudged);
  }

  private void judge(int node) {
    String name = timeline.intervals().get(0).nodes().get(node).name();
    List<List<Said>> lives = lives(node);
    if (lives.isEmpty()) {
      unjudged.add(name + ": does not tell how long it runs");
      return;
    }
    if (lives.size() == 1 || lives.size() >= FEWEST_LIVES) {
      judge(name, 0, lives.stream().flatMap(List::stream).toList());
    }
    if (lives.size() == 1) {
      return;
    }
    int tooShort = 0;
    for (int life = 0; life < lives.size(); life++) {
      if (isLongEnough(lives.get(life))) {
        judge(name, life + 1, lives.get(life));
      } else {
        tooShort++;
      }
    }
    if (tooShort > 0) {
      unjudged.add(
          String.format(
              Locale.ROOT,
              "%s: %d of %d lives were shorter than %.0f s",
              name,
              tooShort,
              lives.size(),
              START_SECONDS + SHORTEST_SECONDS));
    }
  }

  /** What it said in each life, but for the start of each. */
  private List<List<Said>> lives(int node) {
    List<List<Said>> lives = new ArrayList<>();
    long before = Long.MAX_VALUE;
    for (Interval interval : timeline.intervals()) {
      NodeSample sample = interval.nodes().get(node);
      Long up = sample.upMillis();
      if (up == null) {
        continue;
      }
      if (up < before) {
        lives.add(new ArrayList<>());
      }
      before = up;
      if (up >= START_SECONDS * 1_000) {
        double seconds = interval.fromSeconds() + interval.seconds();
        lives.get(lives.size() - 1).add(new Said(seconds, sample));
      }
    }
    return lives;
  }

  private static boolean isLongEnough(List<Said> said) {
    return !said.isEmpty()
        && said.get(said.size() - 1).seconds - said.get(0).seconds >= SHORTEST_SECONDS;
  }

  private void judge(String name, int life, List<Said> said) {
    if (!isLongEnough(said)) {
      unjudged.add(name + ": was not there for long enough");
      return;
    }
    for (Figure figure : FIGURES) {
      judge(name, life, said, figure);
    }
  }

  private void judge(String name, int life, List<Said> said, Figure figure) {
    double end = said.get(said.size() - 1).seconds;
    double start = said.get(0).seconds + (end - said.get(0).seconds) / 3;
    List<Long> least = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      double from = start + (end - start) * part / PARTS;
      double until = start + (end - start) * (part + 1) / PARTS;
      said.stream()
          .filter(one -> one.seconds > from && one.seconds <= until)
          .map(one -> figure.value.apply(one.sample))
          .filter(value -> value != null)
          .min(Long::compare)
          .ifPresent(least::add);
    }
    if (least.size() < PARTS) {
      if (life == 0) {
        unjudged.add(name + ": too few figures of its " + figure.words);
      }
      return;
    }
    series.add(
        new Series(
            name,
            figure.words,
            life,
            Thousandths.of(start - timeline.measuredFromSeconds()),
            Thousandths.of(end - timeline.measuredFromSeconds()),
            least,
            grew(least, figure.floor + (figure.holdsConnections ? connections : 0))));
  }

  private static boolean grew(List<Long> least, long floor) {
    for (int part = 1; part < PARTS; part++) {
      if (least.get(part) <= least.get(part - 1)) {
        return false;
      }
    }
    long first = least.get(0);
    return least.get(PARTS - 1) - first > Math.max((double) floor, SHARE * first);
  }
}
