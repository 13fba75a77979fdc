// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.holdfast.drill.page.SvgPlot;
import org.holdfast.drill.page.SvgPlot.Point;
import org.holdfast.drill.report.Timeline.Interval;
import org.holdfast.drill.report.Timeline.Mark;
import org.holdfast.drill.report.Timeline.NodeSample;
import org.jspecify.annotations.Nullable;

/** The pictures of a drill, all over the same time, which begins with the measured time. */
final class DrillPlots {
  /** What is left at the end may be too short for rates. */
  private static final double SHORTEST_SECONDS = 0.2;

  private static final double MIB = 1 << 20;

  private final Timeline timeline;
  private final List<Interval> intervals;

  private DrillPlots(Timeline timeline) {
    this.timeline = timeline;
    this.intervals =
        timeline.intervals().stream()
            .filter(interval -> interval.seconds() >= SHORTEST_SECONDS)
            .toList();
  }

  /** What every drill is about. */
  static List<SvgPlot> of(Timeline timeline) {
    DrillPlots plots = new DrillPlots(timeline);
    return List.of(
        plots.throughput(),
        plots.responses(),
        plots.errors(),
        plots.view(),
        plots.sessions(),
        plots.nodes("CPU of each node", "% of a processor", NodeSample::cpuPercent));
  }

  /** What grows if something is never given back. */
  static List<SvgPlot> holdings(Timeline timeline) {
    DrillPlots plots = new DrillPlots(timeline);
    return List.of(
        plots.nodes("Heap, garbage included", "MiB", node -> mib(node.heapBytes())),
        plots.nodes("Direct buffers", "MiB", node -> mib(node.directBytes())),
        plots.nodes("Threads", "threads", NodeSample::threads),
        plots.nodes("Open files and sockets", "files", NodeSample::openFiles));
  }

  private SvgPlot throughput() {
    return plot("Throughput", "answers/s")
        .series("answers/s", during(interval -> interval.answers() / interval.seconds()));
  }

  private SvgPlot responses() {
    return plot("Responses, failovers included", "ms")
        .logY()
        .series("p50", during(interval -> times(interval, Quantiles::p50)))
        .series("p90", during(interval -> times(interval, Quantiles::p90)))
        .series("p99", during(interval -> times(interval, Quantiles::p99)));
  }

  private static double times(Interval interval, ToDoubleFunction<Quantiles> quantile) {
    Quantiles times = interval.responseMillis();
    return times.count() == 0 ? Double.NaN : quantile.applyAsDouble(times);
  }

  private SvgPlot errors() {
    SvgPlot plot = plot("Failed attempts", "failures/s");
    TreeSet<String> kinds = new TreeSet<>();
    intervals.forEach(interval -> kinds.addAll(interval.errors().keySet()));
    if (kinds.isEmpty()) {
      return plot.series("none", during(interval -> 0));
    }
    for (String kind : kinds) {
      plot.series(
          kind, during(interval -> interval.errors().getOrDefault(kind, 0L) / interval.seconds()));
    }
    return plot;
  }

  private SvgPlot view() {
    return nodes("Members in the view of each node", "members", NodeSample::viewMembers);
  }

  private SvgPlot sessions() {
    return plot("Sessions at the nodes that answered", "sessions")
        .series("protected", after(interval -> sum(interval, NodeSample::protectedSessions)))
        .series("unprotected", after(interval -> sum(interval, NodeSample::degradedSessions)));
  }

  private static double sum(Interval interval, Function<NodeSample, @Nullable Long> figure) {
    List<Long> told = interval.nodes().stream().map(figure).filter(value -> value != null).toList();
    return told.isEmpty() ? Double.NaN : told.stream().mapToLong(Long::longValue).sum();
  }

  /** One curve a node, but for those that never said a thing. */
  private SvgPlot nodes(
      String title, String unit, Function<NodeSample, ? extends @Nullable Number> figure) {
    SvgPlot plot = plot(title, unit);
    int count = intervals.isEmpty() ? 0 : intervals.get(0).nodes().size();
    for (int i = 0; i < count; i++) {
      int place = i;
      List<Point> points = after(interval -> value(figure.apply(interval.nodes().get(place))));
      if (points.stream().anyMatch(point -> !Double.isNaN(point.y()))) {
        plot.series(intervals.get(0).nodes().get(place).name(), points);
      }
    }
    return plot;
  }

  private static double value(@Nullable Number figure) {
    return figure == null ? Double.NaN : figure.doubleValue();
  }

  private static @Nullable Double mib(@Nullable Long bytes) {
    return bytes == null ? null : bytes / MIB;
  }

  /** Points in the middle of their intervals. */
  private List<Point> during(ToDoubleFunction<Interval> figure) {
    return points(0.5, figure);
  }

  /** Points at the ends of their intervals, when nodes were asked. */
  private List<Point> after(ToDoubleFunction<Interval> figure) {
    return points(1, figure);
  }

  private List<Point> points(double share, ToDoubleFunction<Interval> figure) {
    List<Point> points = new ArrayList<>();
    for (Interval interval : intervals) {
      points.add(
          new Point(
              measured(interval.fromSeconds() + share * interval.seconds()),
              figure.applyAsDouble(interval)));
    }
    return points;
  }

  private double measured(double seconds) {
    return seconds - timeline.measuredFromSeconds();
  }

  private SvgPlot plot(String title, String unit) {
    SvgPlot plot = new SvgPlot(title, "s of the measured time", unit).wide();
    if (!intervals.isEmpty()) {
      Interval last = intervals.get(intervals.size() - 1);
      plot.from(
          measured(intervals.get(0).fromSeconds()), measured(last.fromSeconds() + last.seconds()));
    }
    for (Mark mark : timeline.marks()) {
      Double until = mark.untilSeconds();
      plot.span(
          mark.what(),
          measured(mark.atSeconds()),
          measured(until == null ? mark.atSeconds() : until));
    }
    return plot;
  }
}
