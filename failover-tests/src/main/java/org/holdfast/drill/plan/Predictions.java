// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.holdfast.drill.capacity.ClosedMva;
import org.holdfast.drill.capacity.DemandFit;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.capacity.ScalabilityLaw;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.plan.report.Interval;
import org.holdfast.drill.plan.report.NodesPrediction;
import org.holdfast.drill.plan.report.Scalability;
import org.holdfast.drill.plan.report.UsersModel;
import org.holdfast.drill.plan.report.UsersPrediction;
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
   * A model, or why there is none.
   *
   * @param words empty if there is a model
   */
  record OfUsers(@Nullable UsersModel model, String words) {}

  /**
   * The model of one contender. There is none with fewer than two numbers of users, as nothing is
   * left to test it on; or if the stages fit no such model, for example because CPU does not depend
   * on requests.
   *
   * @param stages of the search, invalid ones too
   * @param thinkSeconds mean think time
   * @param users what to predict; empty for twice the most that were measured
   * @param extrapolate whether to go beyond that
   */
  static OfUsers users(
      List<StageResult> stages, double thinkSeconds, List<Integer> users, boolean extrapolate) {
    List<StageResult> valid =
        stages.stream()
            .filter(StageResult::valid)
            .filter(stage -> stage.unmeasured().isEmpty())
            .filter(stage -> stage.nodes().stream().noneMatch(NodeUsage::mayBeCut))
            .sorted(Comparator.comparingInt(StageResult::users))
            .toList();
    if (valid.isEmpty() || valid.get(0).users() == valid.get(valid.size() - 1).users()) {
      return new OfUsers(null, "fewer than two numbers of users were measured");
    }
    try {
      return new OfUsers(ofMeasured(valid, thinkSeconds, users, extrapolate), "");
    } catch (IllegalArgumentException e) {
      // Whatever stages show: a run of an hour is not lost for want of a model.
      return new OfUsers(null, "the stages fit no queueing model: " + e.getMessage());
    }
  }

  private static UsersModel ofMeasured(
      List<StageResult> stages, double thinkSeconds, List<Integer> users, boolean extrapolate) {
    StageResult heldOut = stages.get(stages.size() - 1);
    int most = heldOut.users();
    ClosedMva.Prediction predicted =
        new Fitted(stages.stream().filter(stage -> stage.users() < most).toList(), thinkSeconds)
            .predict(most, 0);
    Fitted whole = new Fitted(stages, thinkSeconds);
    List<UsersPrediction> predictions = new ArrayList<>();
    for (int wanted : users.isEmpty() ? List.of((int) (REACH * most)) : users) {
      predictions.add(
          wanted > REACH * most && !extrapolate
              ? new UsersPrediction(
                  wanted,
                  null,
                  null,
                  null,
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
              : whole.prediction(wanted));
    }
    return new UsersModel(
        most,
        predicted.throughputPerSecond(),
        heldOut.throughputPerSecond(),
        predicted.throughputPerSecond() / heldOut.throughputPerSecond() - 1,
        busiest(predicted.utilisations()),
        heldOut.busiestShare(),
        1e3 * predicted.meanResponseSeconds(),
        1e3 * heldOut.meanResponseSeconds(),
        predictions);
  }

  private static double busiest(List<Double> shares) {
    return shares.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** A model fitted to stages, the one with the fewest users first. */
  private static final class Fitted {
    private final List<DemandFit> demands;
    private final double thinkSeconds;
    private final double delay;

    /** What a response took with the fewest users beyond the model's CPU is taken for a delay. */
    Fitted(List<StageResult> stages, double thinkSeconds) {
      this.demands = DemandFit.ofEach(stages);
      this.thinkSeconds = thinkSeconds;
      StageResult fewest = stages.get(0);
      // A think time of nothing, and no delay, would be no cycle at all.
      ClosedMva bare = ClosedMva.of(demands, thinkSeconds, 1e-6);
      this.delay =
          Math.max(
              1e-6,
              fewest.meanResponseSeconds() - bare.predict(fewest.users()).meanResponseSeconds());
    }

    /**
     * @param end which end of the demands' intervals; 0 for the demands themselves
     */
    ClosedMva.Prediction predict(int users, int end) {
      return ClosedMva.of(
              demands.stream().map(demand -> demand.atEnd(end)).toList(), thinkSeconds, delay)
          .predict(users);
    }

    UsersPrediction prediction(int users) {
      ClosedMva.Prediction one = predict(users, 0);
      boolean hasErrors = demands.stream().allMatch(demand -> demand.demandError() != null);
      ClosedMva.Prediction cheap = predict(users, -1);
      ClosedMva.Prediction dear = predict(users, 1);
      return new UsersPrediction(
          users,
          one.throughputPerSecond(),
          1e3 * one.meanResponseSeconds(),
          busiest(one.utilisations()),
          hasErrors ? new Interval(dear.throughputPerSecond(), cheap.throughputPerSecond()) : null,
          hasErrors
              ? new Interval(1e3 * cheap.meanResponseSeconds(), 1e3 * dear.meanResponseSeconds())
              : null,
          hasErrors
              ? new Interval(busiest(cheap.utilisations()), busiest(dear.utilisations()))
              : null,
          null);
    }
  }

  /**
   * The law over contenders that differ in their nodes alone.
   *
   * @param capacities users sustained by each number of nodes, once for each search
   * @param nodes what to predict; empty for twice the most that were measured
   * @return null with fewer than three numbers of nodes
   */
  static @Nullable Scalability nodes(
      List<ScalabilityLaw.Point> capacities, List<Integer> nodes, boolean extrapolate) {
    TreeSet<Integer> sizes = new TreeSet<>();
    capacities.forEach(point -> sizes.add(point.nodes()));
    if (sizes.size() < 3) {
      return null;
    }
    ScalabilityLaw law = ScalabilityLaw.fit(capacities);
    ScalabilityLaw.HeldOut heldOut = law.heldOut();
    List<NodesPrediction> predictions = new ArrayList<>();
    for (int wanted : nodes.isEmpty() ? List.of(2 * sizes.last()) : nodes) {
      ScalabilityLaw.Prediction one = law.predict(wanted, extrapolate);
      predictions.add(
          new NodesPrediction(
              one.nodes(),
              one.throughput(),
              one.interval() == null ? null : interval(one.interval()),
              one.refusal()));
    }
    return new Scalability(
        law.lambda(),
        law.sigma(),
        interval(law.sigmaInterval()),
        law.kappa(),
        interval(law.kappaInterval()),
        law.peakNodes(),
        heldOut.nodes(),
        heldOut.error(),
        predictions);
  }

  private static Interval interval(ScalabilityLaw.Interval of) {
    return new Interval(of.low(), of.high());
  }
}
