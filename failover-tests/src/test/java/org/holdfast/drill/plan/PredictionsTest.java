// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.capacity.ScalabilityLaw;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.plan.report.NodesPrediction;
import org.holdfast.drill.plan.report.Scalability;
import org.holdfast.drill.plan.report.UsersModel;
import org.holdfast.drill.plan.report.UsersPrediction;
import org.junit.jupiter.api.Test;

class PredictionsTest {

  @Test
  void predictsTheStageHeldOut_fromTheOthers_andTellsTheError() {
    UsersModel model = users(stages(100, 200, 400), List.of(), false);

    assertThat(model.heldOutUsers()).isEqualTo(400);
    assertThat(model.error()).isCloseTo(0, within(0.01));
    assertThat(model.predictedCpuShare()).isCloseTo(model.measuredCpuShare(), within(0.01));
    assertThat(model.predictions()).extracting(UsersPrediction::users).containsExactly(800);
  }

  @Test
  void seesThatTheNodesFillUp() {
    UsersPrediction many = users(stages(100, 200, 400), List.of(800), false).predictions().get(0);

    // 1 ms on each of two nodes with one core: no more than 1,000 requests/s.
    assertThat(many.requestsPerSecond()).isBetween(750.0, 800.0);
    assertThat(many.cpuShare()).isBetween(0.75, 0.8);
  }

  @Test
  void refusesMoreThanTwiceTheMostUsersMeasured_unlessToldTo() {
    UsersPrediction refused = users(stages(100, 400), List.of(801), false).predictions().get(0);
    UsersPrediction told = users(stages(100, 400), List.of(801), true).predictions().get(0);

    assertThat(refused.requestsPerSecond()).isNull();
    assertThat(refused.refusal()).startsWith("801 users are more than 2 times the 400");
    assertThat(told.refusal()).isNull();
    assertThat(told.requestsPerSecond()).isPositive();
  }

  @Test
  void predictsNothing_fromOneNumberOfUsers() {
    assertThat(users(stages(100, 100), List.of(), false)).isNull();
    assertThat(users(List.of(), List.of(), false)).isNull();
    assertThat(Predictions.users(List.of(), 1, List.of(), false).words())
        .isEqualTo("fewer than two numbers of users were measured");
  }

  @Test
  void fitsTheLawOverNodes_andRefusesToGoFar() {
    List<ScalabilityLaw.Point> capacities =
        List.of(point(1, 1_000), point(2, 1_900), point(3, 2_700), point(4, 3_400));

    Scalability law = Predictions.nodes(capacities, List.of(6, 9), false);

    assertThat(law.lambda()).isCloseTo(1_000, within(20.0));
    assertThat(law.heldOutNodes()).isEqualTo(4);
    assertThat(law.heldOutError()).isCloseTo(0, within(0.05));
    assertThat(law.predictions().get(0).users()).isBetween(4_000.0, 5_200.0);
    assertThat(law.predictions().get(1).refusal()).contains("9 nodes are more than 2 times the 4");
    assertThat(Predictions.nodes(capacities.subList(0, 2), List.of(), false)).isNull();
    assertThat(Predictions.nodes(capacities, List.of(), false).predictions())
        .extracting(NodesPrediction::nodes)
        .containsExactly(8);
  }

  private static ScalabilityLaw.Point point(int nodes, double users) {
    return new ScalabilityLaw.Point(nodes, users);
  }

  @Test
  void saysWhyThereIsNoModel_whenCpuDoesNotDependOnRequests() {
    // 94 to 106 requests/s with all of the CPU in use: idle work would be all that there is.
    List<StageResult> flat = List.of(busy(100, 94, 1.0), busy(200, 100, 1.0), busy(400, 106, 1.0));

    Predictions.OfUsers none = Predictions.users(flat, 0, List.of(), false);

    assertThat(none.model()).isNull();
    assertThat(none.words())
        .startsWith(
            "the stages fit no queueing model: idle work of node-1 must be from 0 to under");
  }

  @Test
  void tellsTheResponseOfTheStageHeldOut_andWithHowMuchDoubtItPredicts() {
    UsersModel model =
        users(
            List.of(busy(100, 99, 0.10), busy(200, 198, 0.19), busy(400, 396, 0.41)),
            List.of(800),
            false);

    assertThat(model.measuredMeanMillis()).isCloseTo(10, within(1e-9));
    assertThat(model.predictedMeanMillis()).isBetween(9.0, 12.0);
    UsersPrediction one = model.predictions().get(0);
    assertThat(one.cpuShareInterval().low()).isLessThan(one.cpuShare());
    assertThat(one.cpuShareInterval().high()).isGreaterThan(one.cpuShare());
    assertThat(one.meanMillisInterval().low()).isLessThan(one.meanMillis());
    assertThat(one.meanMillisInterval().high()).isGreaterThan(one.meanMillis());
    assertThat(one.requestsPerSecondInterval().low()).isLessThan(one.requestsPerSecond());
    assertThat(one.requestsPerSecondInterval().high()).isGreaterThan(one.requestsPerSecond());
  }

  private static UsersModel users(
      List<StageResult> stages, List<Integer> users, boolean extrapolate) {
    return Predictions.users(stages, 1, users, extrapolate).model();
  }

  private static StageResult busy(int users, double perSecond, double cpu) {
    return new StageResult(
        users,
        perSecond,
        0.01,
        0.02,
        List.of(new NodeUsage("node-1", 1, cpu, null, null, null)),
        0,
        0,
        List.of(),
        null,
        null,
        "");
  }

  /** Two nodes with one core; a request costs each 1 ms, and takes 5 ms more than that. */
  private static List<StageResult> stages(int... users) {
    List<StageResult> stages = new ArrayList<>();
    for (int each : users) {
      double perSecond = each / 1.007;
      double cpu = 0.001 * perSecond;
      stages.add(
          new StageResult(
              each,
              perSecond,
              0.007,
              0.01,
              List.of(
                  new NodeUsage("node-1", 1, cpu, null, null, null),
                  new NodeUsage("node-2", 1, cpu, null, null, null)),
              0,
              0,
              List.of(),
              null,
              null,
              ""));
    }
    return stages;
  }
}
