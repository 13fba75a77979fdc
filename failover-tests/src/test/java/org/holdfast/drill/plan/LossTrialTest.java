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

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LossTrialTest {

  @Test
  void measuresTheSurvivors_overTwoSecondsAtLeast() throws Exception {
    assertThat(survivorsMeasured(2.0)).isEqualTo(1);
    assertThat(survivorsMeasured(1.9)).isZero();
  }

  @Test
  void killsNobody_whenTheStageIsOverBefore() {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    LossTrial trial = new LossTrial(nodes.nodes(), 1, true, Duration.ofMinutes(1));
    trial.begins();
    trial.ends();

    assertThat(trial.killed()).isEmpty();
    assertThat(trial.settledWords()).isEqualTo("the stage was over before a node was killed");
    assertThat(nodes.ended()).isEmpty();
  }

  @Test
  void lastsUntilUsersWhoThinkLongAreBack() {
    CapacityPlan quick = Simulations.plan(0.45, 1, 100);
    CapacityPlan slow =
        Simulations.plan(
            0.45,
            1,
            100,
            1,
            new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofSeconds(30)));

    assertThat(NodeLoss.times(quick).steady()).isEqualTo(Duration.ofSeconds(26));
    assertThat(NodeLoss.times(slow).steady()).isEqualTo(Duration.ofSeconds(96));
  }

  private static int survivorsMeasured(double seconds) throws InterruptedException {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    LossTrial trial = new LossTrial(nodes.nodes(), 1, true, Duration.ofMillis(1));
    trial.begins();
    SimulatedNodes.joinLosses();
    nodes.pass(seconds);
    trial.ends();

    assertThat(trial.killed()).isEqualTo(List.of("node-2"));
    return trial.survivorsUse().size();
  }
}
