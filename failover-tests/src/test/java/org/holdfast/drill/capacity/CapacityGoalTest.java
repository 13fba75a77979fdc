// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityGoalTest {
  private static final CapacityGoal GOAL = new CapacityGoal(Duration.ofMillis(800), 90, 0.6);

  @Test
  void passes_whenTheBoundIsMetAndEveryNodeIsUnderTheCap() {
    assertThat(GOAL.misses(Stages.users(1).response(0.3, 0.8).cpu(0.59, 0.59).build())).isEmpty();
  }

  @Test
  void fails_whenOneThingIsNotKept() {
    assertThat(GOAL.misses(Stages.users(1).response(0.3, 0.81).build()))
        .containsExactly("p90 0.810 s over the bound of 0.800 s");
    assertThat(GOAL.misses(Stages.users(1).cpu(0.2, 0.6).build()))
        .containsExactly("CPU of node-2 at 60 %, not under the cap of 60 %");
    assertThat(GOAL.misses(Stages.users(1).failed(1_300).build()))
        .containsExactly("1,300 requests failed");
    assertThat(GOAL.misses(Stages.users(1).lost(1_200).build()))
        .containsExactly("1,200 answered updates lost");
  }

  @Test
  void saysByHowMuch_howeverLittleThatIs() {
    CapacityGoal goal = new CapacityGoal(Duration.ofMillis(800), 90, 0.45);

    assertThat(goal.misses(Stages.users(1).response(0.3, 0.8003).cpu(0.4512).build()))
        .containsExactly(
            "p90 0.8003 s over the bound of 0.800 s",
            "CPU of node-1 at 45.1 %, not under the cap of 45 %");
    assertThat(
            new CapacityGoal(Duration.ofMillis(800), 90, 0.675)
                .misses(Stages.users(1).cpu(0.7).build()))
        .containsExactly("CPU of node-1 at 70 %, not under the cap of 67.5 %");
  }

  @Test
  void hasNoCap_whenItIsOne() {
    CapacityGoal goal = new CapacityGoal(Duration.ofMillis(800), 99.9, 1);

    assertThat(goal.misses(Stages.users(1).cpu(1.01).build())).isEmpty();
    assertThat(goal.misses(Stages.users(1).response(1, 2).build()))
        .containsExactly("p99.9 2.000 s over the bound of 0.800 s");
  }

  @Test
  void doesNotJudgeAnInvalidStage() {
    assertThatThrownBy(() -> GOAL.misses(StageResult.invalid(7, List.of("stalled"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a stage must be valid to be judged; the one with 7 users is not: stalled");
  }

  @Test
  void refusesGoalsAndFiguresThatCannotBe() {
    assertThatThrownBy(() -> new CapacityGoal(Duration.ZERO, 90, 0.6))
        .hasMessage("bound must be positive, was PT0S");
    assertThatThrownBy(() -> new CapacityGoal(Duration.ofMillis(800), 100, 0.6))
        .hasMessage("percentile must be over 0 and under 100, was 100.0");
    assertThatThrownBy(() -> new CapacityGoal(Duration.ofMillis(800), 90, 60))
        .hasMessage("CPU cap must be a share over 0 and at most 1, was 60.0");
    assertThatThrownBy(() -> Stages.users(1).cpu(58).build())
        .hasMessage("CPU share of node-1 must be between 0.0 and 1.2, was 58.0");
    assertThatThrownBy(() -> Stages.users(1).throughput(Double.NaN).build())
        .hasMessage("throughput per second of a valid stage must be positive, was NaN");
    assertThatThrownBy(() -> Stages.users(1).cpu().build())
        .hasMessage("nodes measured in a valid stage must be at least 1, was 0");
    assertThatThrownBy(() -> StageResult.invalid(7, List.of()))
        .hasMessage("reasons why a stage is invalid must be at least 1, was 0");
  }
}
