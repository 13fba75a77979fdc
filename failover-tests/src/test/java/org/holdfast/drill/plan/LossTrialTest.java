// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LossTrialTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Test
  void measuresTheSurvivors_overTwoSecondsAtLeast() throws Exception {
    assertThat(survivorsMeasured(2.0)).isEqualTo(1);
    assertThat(survivorsMeasured(1.9)).isZero();
  }

  @Test
  void killsNobody_whenTheStageIsOverBefore() {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    LossTrial trial = new LossTrial(nodes, 1, true, Duration.ofMinutes(1), PATIENCE);
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

    assertThat(NodeLoss.times(quick, PATIENCE).steady()).isEqualTo(Duration.ofSeconds(26));
    assertThat(NodeLoss.times(slow, PATIENCE).steady()).isEqualTo(Duration.ofSeconds(96));
  }

  @Test
  void measuresSurvivorsThatHaveNotSettled_onceItsPatienceIsOver() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.settles = false;
    LossTrial trial = new LossTrial(nodes, 1, true, Duration.ofMillis(1), Duration.ofMillis(200));
    trial.begins();
    SimulatedNodes.joinLosses();
    nodes.pass(2);
    trial.ends();

    assertThat(trial.settledWords())
        .matches("the survivors had not settled 0\\.[2-9] s after the kill, longer than .*");
    assertThat(trial.survivorsUse()).hasSize(1);
  }

  @Test
  void givesSurvivorsTheLonger_theMoreSessionsTheyHold() {
    SimulatedNodes two = new SimulatedNodes(2, 0.001);
    SimulatedNodes three = new SimulatedNodes(3, 0.001);
    CapacityPlan plan = Simulations.plan(0.45, 1, 100);

    assertThat(NodeLoss.patience(two.nodes(), 1)).isEqualTo(PATIENCE);
    two.sessionsHeld = 50_000;
    three.sessionsHeld = 9_000;
    assertThat(NodeLoss.patience(two.nodes(), 1)).isEqualTo(Duration.ofSeconds(20));
    assertThat(NodeLoss.patience(three.nodes(), 1)).isEqualTo(Duration.ofMillis(21_800));
    three.sessionsHeld = 1_000_000;
    assertThat(NodeLoss.patience(three.nodes(), 1)).isEqualTo(Duration.ofSeconds(60));
    assertThat(NodeLoss.times(plan, Duration.ofSeconds(20)).steady())
        .isEqualTo(NodeLoss.times(plan, PATIENCE).steady().plusSeconds(10));
  }

  private static int survivorsMeasured(double seconds) throws InterruptedException {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    LossTrial trial = new LossTrial(nodes, 1, true, Duration.ofMillis(1), PATIENCE);
    trial.begins();
    SimulatedNodes.joinLosses();
    nodes.pass(seconds);
    trial.ends();

    assertThat(trial.killed()).isEqualTo(List.of("node-2"));
    return trial.survivorsUse().size();
  }
}
