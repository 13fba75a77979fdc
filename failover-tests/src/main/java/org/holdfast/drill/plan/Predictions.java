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

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.drill.capacity.ClosedMva;
import org.holdfast.drill.capacity.DemandFit;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.capacity.ScalabilityLaw;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.plan.report.CapacityReport.Interval;
import org.holdfast.drill.plan.report.CapacityReport.NodesPrediction;
import org.holdfast.drill.plan.report.CapacityReport.Scalability;
import org.holdfast.drill.plan.report.CapacityReport.UsersModel;
import org.holdfast.drill.plan.report.CapacityReport.UsersPrediction;
import org.jspecify.annotations.Nullable;

/**
 * Predicts what was not measured, and says how far off the prediction was for the largest of what
 * was: for other numbers of users by mean value analysis, for other numbers of nodes by the
 * scalability law. Nothing beyond twice of what was measured, unless told to.
 */
final class Predictions {
  /** How far past the most users measured a prediction goes. */
  private static final double REACH = 2;

  private Predictions() {}

  /**
   * The model of one contender.
   *
   * @param stages of the search, invalid ones too
   * @param thinkSeconds mean think time
   * @param users what to predict; empty for twice the most that were measured
   * @param extrapolate whether to go beyond that
   * @return null with fewer than two numbers of users: nothing is left to test the model on
   */
  static @Nullable UsersModel users(
      List<StageResult> stages, double thinkSeconds, List<Integer> users, boolean extrapolate) {
    List<StageResult> valid =
        stages.stream()
            .filter(StageResult::valid)
            .sorted(Comparator.comparingInt(StageResult::users))
            .toList();
    if (valid.isEmpty() || valid.get(0).users() == valid.get(valid.size() - 1).users()) {
      return null;
    }
    int most = valid.get(valid.size() - 1).users();
    List<StageResult> fitted = valid.stream().filter(stage -> stage.users() < most).toList();
    StageResult heldOut = valid.get(valid.size() - 1);
    ClosedMva tested = model(fitted, thinkSeconds);
    ClosedMva.Prediction predicted = tested.predict(most);
    ClosedMva whole = model(valid, thinkSeconds);
    List<UsersPrediction> predictions = new ArrayList<>();
    for (int wanted : users.isEmpty() ? List.of((int) (REACH * most)) : users) {
      predictions.add(
          wanted > REACH * most && !extrapolate
              ? new UsersPrediction(
                  wanted,
                  null,
                  null,
                  null,
                  String.format(
                      Locale.ROOT,
                      "%,d users are more than %.0f times the %,d that were measured: nothing was"
                          + " seen that the prediction could rest on (--extrapolate)",
                      wanted,
                      REACH,
                      most))
              : prediction(whole.predict(wanted)));
    }
    return new UsersModel(
        most,
        predicted.throughputPerSecond(),
        heldOut.throughputPerSecond(),
        predicted.throughputPerSecond() / heldOut.throughputPerSecond() - 1,
        busiest(predicted.utilisations()),
        heldOut.nodes().stream().mapToDouble(NodeUsage::cpuShare).max().orElse(0),
        predictions);
  }

  private static UsersPrediction prediction(ClosedMva.Prediction of) {
    return new UsersPrediction(
        of.users(),
        of.throughputPerSecond(),
        1e3 * of.meanResponseSeconds(),
        busiest(of.utilisations()),
        null);
  }

  private static double busiest(List<Double> shares) {
    return shares.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** What a response took with the fewest users beyond the model's CPU is taken for a delay. */
  private static ClosedMva model(List<StageResult> stages, double thinkSeconds) {
    List<DemandFit> demands = DemandFit.ofEach(stages);
    StageResult fewest = stages.get(0);
    // A think time of nothing, and no delay, would be no cycle at all.
    ClosedMva bare = ClosedMva.of(demands, thinkSeconds, 1e-6);
    double delay =
        fewest.meanResponseSeconds() - bare.predict(fewest.users()).meanResponseSeconds();
    return ClosedMva.of(demands, thinkSeconds, Math.max(1e-6, delay));
  }

  /**
   * The law over contenders that differ in their nodes alone.
   *
   * @param capacities users sustained, by the number of nodes
   * @param nodes what to predict; empty for twice the most that were measured
   * @return null with fewer than three numbers of nodes
   */
  static @Nullable Scalability nodes(
      Map<Integer, Integer> capacities, List<Integer> nodes, boolean extrapolate) {
    if (capacities.size() < 3) {
      return null;
    }
    List<ScalabilityLaw.Point> points = new ArrayList<>();
    TreeMap<Integer, Integer> sorted = new TreeMap<>(capacities);
    sorted.forEach((size, users) -> points.add(new ScalabilityLaw.Point(size, users)));
    ScalabilityLaw law = ScalabilityLaw.fit(points);
    ScalabilityLaw.HeldOut heldOut = law.heldOut();
    List<NodesPrediction> predictions = new ArrayList<>();
    for (int wanted : nodes.isEmpty() ? List.of(2 * sorted.lastKey()) : nodes) {
      ScalabilityLaw.Prediction one = law.predict(wanted, extrapolate);
      predictions.add(
          new NodesPrediction(
              one.nodes(), one.throughput(), interval(one.interval()), one.refusal()));
    }
    return new Scalability(
        law.lambda(),
        law.sigma(),
        interval(law.sigmaInterval()),
        law.kappa(),
        interval(law.kappaInterval()),
        law.peakNodes(),
        heldOut == null ? null : Integer.valueOf(heldOut.nodes()),
        heldOut == null ? null : Double.valueOf(heldOut.error()),
        predictions);
  }

  private static @Nullable Interval interval(ScalabilityLaw.@Nullable Interval of) {
    return of == null ? null : new Interval(of.low(), of.high());
  }
}
