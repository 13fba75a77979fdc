// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.holdfast.drill.capacity.Figures.format;
import static org.holdfast.drill.capacity.Figures.percent;
import static org.holdfast.drill.capacity.Figures.seconds;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.regression.SimpleRegression;
import org.jspecify.annotations.Nullable;

/**
 * CPU that a request costs one node, by the utilisation law over several stages: busy cores =
 * demand times the cluster's requests per second, plus idle work. Least squares.
 *
 * @param node whose CPU
 * @param cores CPUs that it may use
 * @param cpuSecondsPerRequest demand D, per request of the whole cluster
 * @param idleCores cores busy without any request, never negative
 * @param demandError standard error of the demand in CPU seconds, null with too few stages for one
 * @param determination share of the variance that the line explains, null where all stages had the
 *     same throughput
 * @param stages stages fitted
 * @see <a href="https://doi.org/10.1145/356733.356735">Denning and Buzen, operational analysis,
 *     1978</a>
 */
public record DemandFit(
    String node,
    double cores,
    double cpuSecondsPerRequest,
    double idleCores,
    @Nullable Double demandError,
    @Nullable Double determination,
    int stages) {

  /** Throughputs nearer to each other than this share do not tell demand from idle work. */
  private static final double SAME_THROUGHPUT = 0.05;

  /**
   * Fits each node that the valid ones of {@code stages} name, in the order of their first stage.
   * Without two throughputs at least 5 % apart, or where idle work would come out negative, all CPU
   * is put down to requests.
   */
  public static List<DemandFit> ofEach(List<StageResult> stages) {
    Set<String> names = new LinkedHashSet<>();
    for (StageResult stage : stages) {
      if (stage.valid()) {
        stage.nodes().stream()
            .filter(node -> !node.mayBeCut())
            .forEach(node -> names.add(node.node()));
      }
    }
    List<DemandFit> fits = new ArrayList<>();
    for (String name : names) {
      fits.add(of(name, stages));
    }
    return fits;
  }

  private static DemandFit of(String name, List<StageResult> stages) {
    SimpleRegression line = new SimpleRegression(true);
    SimpleRegression ray = new SimpleRegression(false);
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    double busy = 0;
    double cores = 0;
    for (StageResult stage : stages) {
      for (NodeUsage node : stage.nodes()) {
        // What was cut off would make a request look cheaper than it is.
        if (stage.valid() && node.node().equals(name) && !node.mayBeCut()) {
          line.addData(stage.throughputPerSecond(), node.busyCores());
          ray.addData(stage.throughputPerSecond(), node.busyCores());
          least = Math.min(least, stage.throughputPerSecond());
          most = Math.max(most, stage.throughputPerSecond());
          busy = node.busyCores();
          cores = node.cores();
        }
      }
    }
    boolean oneThroughput = most - least < SAME_THROUGHPUT * most;
    if (oneThroughput || line.getIntercept() < 0 || line.getSlope() < 0) {
      // A single stage is no regression to the library.
      double slope = line.getN() == 1 ? busy / most : ray.getSlope();
      return new DemandFit(name, cores, slope, 0, finite(ray.getSlopeStdErr()), null, count(ray));
    }
    return new DemandFit(
        name,
        cores,
        line.getSlope(),
        line.getIntercept(),
        finite(line.getSlopeStdErr()),
        finite(line.getRSquare()),
        count(line));
  }

  private static int count(SimpleRegression fit) {
    return (int) fit.getN();
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /**
   * The same with the demand at an end of its interval of 95 % confidence, by Student's t; never
   * less than none. Without a standard error it is the demand itself.
   *
   * @param end -1 for the lower end, 1 for the upper, 0 for the demand itself
   */
  public DemandFit atEnd(int end) {
    double by = demandError == null || end == 0 ? 0 : end * quantile() * demandError;
    return new DemandFit(
        node,
        cores,
        Math.max(0, cpuSecondsPerRequest + by),
        idleCores,
        demandError,
        determination,
        stages);
  }

  /** Few stages know their error badly: with three it is not twice, but 12.7 times the error. */
  private double quantile() {
    int parameters = determination == null ? 1 : 2;
    return new TDistribution(stages - parameters).inverseCumulativeProbability(0.975);
  }

  /**
   * Share of its CPU that the node would use at a throughput of the cluster; over 1 if it cannot.
   */
  public double cpuShareAt(double throughputPerSecond) {
    return (idleCores + cpuSecondsPerRequest * throughputPerSecond) / cores;
  }

  /**
   * For example "node-1: 1.9 ms of CPU per request (+- 0.1 ms), idle work 2.0 % of 1 core, 6
   * stages".
   */
  public String words() {
    String error = demandError == null ? "" : " (+- " + seconds(demandError) + ")";
    return format(
        "%s: %s of CPU per request%s, idle work %s of %s, %s",
        node,
        seconds(cpuSecondsPerRequest),
        error,
        percent(idleCores / cores),
        Figures.cores(cores),
        stages == 1 ? "1 stage" : stages + " stages");
  }
}
