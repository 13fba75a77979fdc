// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.holdfast.drill.capacity.Figures.format;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;
import org.jspecify.annotations.Nullable;

/**
 * Gunther's Universal Scalability Law, fitted to the capacity of clusters of several sizes: {@code
 * X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1))}.
 *
 * <p>N / X is linear in its three terms, whose coefficients cannot be negative; so it is fitted by
 * non-negative least squares, each point weighted to make relative errors of X count alike. With
 * two coefficients that may be 0 all four cases are solved and the best that is allowed is taken:
 * nothing to start from, nothing to converge. Intervals are of the jackknife, leaving out one
 * number of nodes after the other: the same points always give the same interval. Where two are
 * left, one of the terms is: the law is held to what two points can tell.
 *
 * <p>Immutable.
 *
 * @see <a href="https://doi.org/10.1007/978-3-540-31010-5">Gunther, Guerrilla Capacity Planning,
 *     2007</a>
 * @see <a href="https://arxiv.org/abs/0808.1431">Gunther, A General Theory of Computational
 *     Scalability, 2008</a>
 */
public final class ScalabilityLaw {
  /** Numbers of nodes without which three coefficients mean nothing. */
  static final int SIZES_LEAST = 3;

  /** How far past the largest cluster measured a prediction goes without being told to. */
  static final double REACH = 2;

  private static final double CONFIDENCE = 0.95;

  /** Throughput, or users sustained, of a cluster with {@code nodes}. */
  public record Point(int nodes, double throughput) {

    /**
     * @throws IllegalArgumentException if there is no node or no throughput
     */
    public Point {
      Figures.atLeast("nodes", nodes, 1);
      Figures.positive("throughput of " + nodes + " nodes", throughput);
    }
  }

  /** From {@code low} to {@code high}, with 95 % confidence. */
  public record Interval(double low, double high) {}

  /**
   * What a cluster of another size would do.
   *
   * @param throughput null if refused
   * @param interval null if refused
   * @param refusal why there is no prediction, in words; null if there is one
   */
  public record Prediction(
      int nodes,
      @Nullable Double throughput,
      @Nullable Interval interval,
      @Nullable String refusal) {}

  /**
   * The test of the law on a size that it was not fitted to.
   *
   * @param error of the prediction as a share of the mean measured: 0.1 is 10 % too high
   */
  public record HeldOut(int nodes, double predicted, double measured, double error) {}

  private record Coefficients(double lambda, double sigma, double kappa) {

    double at(double nodes) {
      return lambda * nodes / (1 + sigma * (nodes - 1) + kappa * nodes * (nodes - 1));
    }
  }

  private final List<Point> points;
  private final int largest;
  private final Coefficients all;

  /** One fit for each number of nodes left out, the largest last. */
  private final List<Coefficients> leaveOneOut;

  private ScalabilityLaw(
      List<Point> points, int largest, Coefficients all, List<Coefficients> leaveOneOut) {
    this.points = points;
    this.largest = largest;
    this.all = all;
    this.leaveOneOut = leaveOneOut;
  }

  /**
   * Fits the law.
   *
   * @param points of at least 3 numbers of nodes, several runs of one number are welcome
   * @throws IllegalArgumentException if there are fewer
   */
  public static ScalabilityLaw fit(List<Point> points) {
    TreeSet<Integer> sizes = new TreeSet<>();
    points.forEach(point -> sizes.add(point.nodes()));
    if (sizes.size() < SIZES_LEAST) {
      throw new IllegalArgumentException(
          format(
              "the scalability law needs %d different numbers of nodes at least, was given %d: %s",
              SIZES_LEAST, sizes.size(), sizes));
    }
    List<Coefficients> leaveOneOut = new ArrayList<>();
    for (int size : sizes) {
      leaveOneOut.add(solve(without(size, points)));
    }
    return new ScalabilityLaw(List.copyOf(points), sizes.last(), solve(points), leaveOneOut);
  }

  /** Throughput of one node. */
  public double lambda() {
    return all.lambda();
  }

  /** Contention: share of the work that only one node at a time can do, 0 or more. */
  public double sigma() {
    return all.sigma();
  }

  /** Coherency: cost of each pair of nodes agreeing, as a share of the work, 0 or more. */
  public double kappa() {
    return all.kappa();
  }

  /** Of {@link #sigma}. */
  public Interval sigmaInterval() {
    return interval(Coefficients::sigma);
  }

  /** Of {@link #kappa}. */
  public Interval kappaInterval() {
    return interval(Coefficients::kappa);
  }

  /** Nodes beyond which more nodes do less; null if the law sees no such number. */
  public @Nullable Double peakNodes() {
    if (all.kappa() == 0) {
      return null;
    }
    return Math.sqrt(Math.max(0, 1 - all.sigma()) / all.kappa());
  }

  /** Predicts up to twice the largest cluster measured; beyond, the prediction is refused. */
  public Prediction predict(int nodes) {
    return predict(nodes, false);
  }

  /**
   * Predicts any size.
   *
   * @param extrapolate whether to go on past twice the largest cluster measured
   * @throws IllegalArgumentException if there is no node
   */
  public Prediction predict(int nodes, boolean extrapolate) {
    Figures.atLeast("nodes", nodes, 1);
    if (nodes > REACH * largest && !extrapolate) {
      return new Prediction(
          nodes,
          null,
          null,
          format(
              "%d nodes are more than %.0f times the %d that were measured: nothing was seen that"
                  + " the prediction could rest on",
              nodes, REACH, largest));
    }
    return new Prediction(nodes, all.at(nodes), interval(fit -> fit.at(nodes)), null);
  }

  /**
   * Fits without the largest cluster and predicts it: the error to expect of predictions upwards.
   */
  public HeldOut heldOut() {
    double predicted = leaveOneOut.get(leaveOneOut.size() - 1).at(largest);
    double measured =
        points.stream()
            .filter(point -> point.nodes() == largest)
            .mapToDouble(Point::throughput)
            .average()
            .orElseThrow();
    return new HeldOut(largest, predicted, measured, predicted / measured - 1);
  }

  private Interval interval(ToDoubleFunction<Coefficients> figure) {
    int count = leaveOneOut.size();
    double mean = leaveOneOut.stream().mapToDouble(figure).average().orElseThrow();
    double squares = 0;
    for (Coefficients fit : leaveOneOut) {
      squares += Math.pow(figure.applyAsDouble(fit) - mean, 2);
    }
    double error = Math.sqrt(squares * (count - 1) / count);
    double quantile =
        new TDistribution(count - 1.0).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    double estimate = figure.applyAsDouble(all);
    // None of these figures can be negative.
    return new Interval(Math.max(0, estimate - quantile * error), estimate + quantile * error);
  }

  private static List<Point> without(int nodes, List<Point> points) {
    return points.stream().filter(point -> point.nodes() != nodes).toList();
  }

  private static Coefficients solve(List<Point> points) {
    double least = Double.POSITIVE_INFINITY;
    Coefficients best = null;
    boolean[] choice = {true, false};
    long sizes = points.stream().mapToInt(Point::nodes).distinct().count();
    for (boolean contention : choice) {
      for (boolean coherency : choice) {
        if (contention && coherency && sizes < SIZES_LEAST) {
          continue;
        }
        double[][] rows = new double[points.size()][];
        double[] ones = new double[points.size()];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = row(points.get(i), contention, coherency);
          ones[i] = 1;
        }
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        regression.setNoIntercept(true);
        regression.newSampleData(ones, rows);
        double[] solution = regression.estimateRegressionParameters();
        double a = solution[0];
        double b = contention ? solution[1] : 0;
        double c = coherency ? solution[solution.length - 1] : 0;
        double residual = regression.calculateResidualSumOfSquares();
        if (a > 0 && b >= 0 && c >= 0 && residual < least) {
          least = residual;
          best = new Coefficients(1 / a, b / a, c / a);
        }
      }
    }
    if (best == null) {
      throw new AssertionError("without sigma and kappa a positive lambda always fits: " + points);
    }
    return best;
  }

  /**
   * Of {@code X / N (a + b (N - 1) + c N (N - 1)) = 1}, whose residual is the relative error of X.
   */
  private static double[] row(Point point, boolean contention, boolean coherency) {
    double nodes = point.nodes();
    double weight = point.throughput() / nodes;
    double b = weight * (nodes - 1);
    double c = weight * nodes * (nodes - 1);
    if (contention) {
      return coherency ? new double[] {weight, b, c} : new double[] {weight, b};
    }
    return coherency ? new double[] {weight, c} : new double[] {weight};
  }
}
