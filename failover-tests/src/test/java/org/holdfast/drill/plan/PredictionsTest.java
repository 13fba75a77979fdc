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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.plan.report.CapacityReport.NodesPrediction;
import org.holdfast.drill.plan.report.CapacityReport.Scalability;
import org.holdfast.drill.plan.report.CapacityReport.UsersModel;
import org.holdfast.drill.plan.report.CapacityReport.UsersPrediction;
import org.junit.jupiter.api.Test;

class PredictionsTest {

  @Test
  void predictsTheStageHeldOut_fromTheOthers_andTellsTheError() {
    UsersModel model = Predictions.users(stages(100, 200, 400), 1, List.of(), false);

    assertThat(model.heldOutUsers()).isEqualTo(400);
    assertThat(model.error()).isCloseTo(0, within(0.01));
    assertThat(model.predictedCpuShare()).isCloseTo(model.measuredCpuShare(), within(0.01));
    assertThat(model.predictions()).extracting(UsersPrediction::users).containsExactly(800);
  }

  @Test
  void seesThatTheNodesFillUp() {
    UsersPrediction many =
        Predictions.users(stages(100, 200, 400), 1, List.of(800), false).predictions().get(0);

    // 1 ms on each of two nodes with one core: no more than 1,000 requests/s.
    assertThat(many.requestsPerSecond()).isBetween(750.0, 800.0);
    assertThat(many.cpuShare()).isBetween(0.75, 0.8);
  }

  @Test
  void refusesMoreThanTwiceTheMostUsersMeasured_unlessToldTo() {
    UsersPrediction refused =
        Predictions.users(stages(100, 400), 1, List.of(801), false).predictions().get(0);
    UsersPrediction told =
        Predictions.users(stages(100, 400), 1, List.of(801), true).predictions().get(0);

    assertThat(refused.requestsPerSecond()).isNull();
    assertThat(refused.refusal()).startsWith("801 users are more than 2 times the 400");
    assertThat(told.refusal()).isNull();
    assertThat(told.requestsPerSecond()).isPositive();
  }

  @Test
  void predictsNothing_fromOneNumberOfUsers() {
    assertThat(Predictions.users(stages(100, 100), 1, List.of(), false)).isNull();
    assertThat(Predictions.users(List.of(), 1, List.of(), false)).isNull();
  }

  @Test
  void fitsTheLawOverNodes_andRefusesToGoFar() {
    Map<Integer, Integer> capacities = Map.of(1, 1_000, 2, 1_900, 3, 2_700, 4, 3_400);

    Scalability law = Predictions.nodes(capacities, List.of(6, 9), false);

    assertThat(law.lambda()).isCloseTo(1_000, within(20.0));
    assertThat(law.heldOutNodes()).isEqualTo(4);
    assertThat(law.heldOutError()).isCloseTo(0, within(0.05));
    assertThat(law.predictions().get(0).users()).isBetween(4_000.0, 5_200.0);
    assertThat(law.predictions().get(1).refusal()).contains("9 nodes are more than 2 times the 4");
    assertThat(Predictions.nodes(Map.of(1, 1_000, 2, 1_900), List.of(), false)).isNull();
    assertThat(Predictions.nodes(capacities, List.of(), false).predictions())
        .extracting(NodesPrediction::nodes)
        .containsExactly(8);
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
