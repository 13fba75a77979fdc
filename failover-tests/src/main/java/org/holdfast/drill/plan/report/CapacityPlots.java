// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.holdfast.drill.page.SvgPlot;
import org.holdfast.drill.plan.report.CapacityReport.ContenderReport;
import org.holdfast.drill.plan.report.CapacityReport.Loss;
import org.holdfast.drill.plan.report.CapacityReport.Node;
import org.holdfast.drill.plan.report.CapacityReport.Setup;
import org.holdfast.drill.plan.report.CapacityReport.Stage;
import org.jspecify.annotations.Nullable;

/** The pictures of one contender. */
final class CapacityPlots {
  private static final double MOST_NINES = 1e5;

  private CapacityPlots() {}

  static List<SvgPlot> of(Setup setup, ContenderReport contender) {
    List<RoundStage> stages =
        RoundStage.searched(contender).stream()
            .filter(each -> !each.stage().verdict().equals("invalid"))
            .sorted(
                Comparator.comparingInt(RoundStage::round)
                    .thenComparingInt(each -> each.stage().users()))
            .toList();
    return List.of(
        throughput(stages),
        responses(setup, stages),
        cpu(setup, contender, stages),
        percentiles(setup, contender));
  }

  private static SvgPlot throughput(List<RoundStage> stages) {
    return new SvgPlot("Throughput", "users", "requests/s")
        .series("requests/s", points(stages, Stage::requestsPerSecond));
  }

  private static SvgPlot responses(Setup setup, List<RoundStage> stages) {
    SvgPlot plot =
        new SvgPlot("Responses, from due to answer", "users", "ms")
            .series("p50", points(stages, Stage::p50))
            .series("p90", points(stages, Stage::p90))
            .series("p99", points(stages, Stage::p99));
    if (!CapacityText.isUsual(setup)) {
      plot.series(
          "p" + Rounded.plain(setup.boundPercentile()), points(stages, Stage::boundedMillis));
    }
    return plot.line("bound of p" + Rounded.plain(setup.boundPercentile()), setup.boundMillis())
        .logY();
  }

  private static SvgPlot cpu(Setup setup, ContenderReport contender, List<RoundStage> stages) {
    SvgPlot plot = new SvgPlot("CPU of each node", "users", "% of its CPUs");
    List<Node> nodes = stages.isEmpty() ? List.of() : stages.get(0).stage().nodes();
    for (int i = 0; i < nodes.size(); i++) {
      int at = i;
      plot.series(nodes.get(i).name(), points(stages, stage -> share(stage, at)));
    }
    Loss loss = contender.loss();
    if (loss == null && contender.nodes() < 2) {
      return setup.cpuCap() < 1 ? plot.line("cap", 100 * setup.cpuCap()) : plot;
    }
    double safe = loss == null ? safeCap(setup, contender.nodes()) : loss.safeCap();
    String words = "safe for a loss" + (isTried(loss) ? "" : ", not tried");
    boolean same = Math.abs(safe - setup.cpuCap()) < 0.005;
    if (setup.cpuCap() < 1) {
      plot.line(same ? "cap, " + words : "cap", 100 * setup.cpuCap());
    }
    if (!same) {
      plot.line(words, 100 * safe);
    }
    return plot;
  }

  private static boolean isTried(@Nullable Loss loss) {
    return loss != null && !loss.killed().isEmpty();
  }

  /** For the loss of one node, which was not asked for; the load is spread evenly. */
  private static double safeCap(Setup setup, int nodes) {
    return setup.survivorMost() * (nodes - 1) / nodes;
  }

  private static double share(Stage stage, int node) {
    Node one = stage.nodes().get(node);
    Double share = one.cpuShare();
    return share == null ? Double.NaN : 100 * share;
  }

  /**
   * Of the stages that passed at the capacity, all added up; of the last one if nobody is
   * sustained.
   */
  private static SvgPlot percentiles(Setup setup, ContenderReport contender) {
    SvgPlot plot =
        new SvgPlot(
                (contender.capacity().users() > 0
                        ? "Responses at the capacity, by percentile"
                        : "Responses of the last stage, by percentile")
                    + CapacityText.ofRound(contender),
                "percentile",
                "ms")
            .logX(
                List.of(1.0, 2.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0),
                List.of("0", "50", "90", "99", "99.9", "99.99", "99.999"))
            .logY()
            .line("bound of p" + Rounded.plain(setup.boundPercentile()), setup.boundMillis());
    Histogram micros = new Histogram(3);
    shown(contender).forEach(stage -> micros.add(histogram(stage.hdr())));
    List<SvgPlot.Point> points = new ArrayList<>();
    for (HistogramIterationValue value : micros.percentiles(5)) {
      double left = 1 - value.getPercentileLevelIteratedTo() / 100;
      double inverse = left <= 1 / MOST_NINES ? MOST_NINES : 1 / left;
      points.add(new SvgPlot.Point(inverse, value.getValueIteratedTo() / 1e3));
      if (inverse >= MOST_NINES) {
        break;
      }
    }
    return plot.series("from due to answer", points);
  }

  private static List<Stage> shown(ContenderReport contender) {
    int users = contender.capacity().users();
    List<Stage> stages = contender.stages();
    if (users > 0) {
      return stages.stream()
          .filter(stage -> stage.users() == users && stage.verdict().equals("passed"))
          .toList();
    }
    return stages.subList(Math.max(0, stages.size() - 1), stages.size());
  }

  private static Histogram histogram(String hdr) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(hdr)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("the histogram of a stage cannot be read: " + e, e);
    }
  }

  /** Each search has a line of its own, in the colour of all. */
  private static List<SvgPlot.Point> points(
      List<RoundStage> stages, ToDoubleFunction<Stage> value) {
    List<SvgPlot.Point> points = new ArrayList<>();
    int round = 0;
    for (RoundStage each : stages) {
      if (!points.isEmpty() && each.round() != round) {
        points.add(new SvgPlot.Point(Double.NaN, Double.NaN));
      }
      round = each.round();
      points.add(new SvgPlot.Point(each.stage().users(), value.applyAsDouble(each.stage())));
    }
    return points;
  }
}
