// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;

class DrillPlanTest {
  @Test
  void tellsNoNumber_whereAnyNumberOfAttemptsMayFail() {
    assertThat(allowing(DrillPlan.ANY_ERRORS).setup().maxErrors()).isNull();
    assertThat(allowing(0).setup().maxErrors()).isZero();
  }

  @Test
  void refusesNumbersThatReadersOfJsonCannotTellApart() {
    assertThat(allowing(9_007_199_254_740_992L).setup().maxErrors()).isEqualTo(1L << 53);
    assertThatThrownBy(() -> allowing(9_007_199_254_740_993L))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("errors allowed must be between 0 and 9007199254740992, was 9007199254740993");
  }

  @Test
  void spreadsTheLastRequestsOfManyUsers_whoMayAllHaveToConnect() {
    assertThat(Drill.lastRequests(200)).isEqualTo(Duration.ofSeconds(1));
    assertThat(Drill.lastRequests(20_000)).isEqualTo(Duration.ofSeconds(20));
  }

  private static DrillPlan allowing(long errors) {
    DrillPlan plan = FakeCluster.plan(ScenarioLibrary.read("kill"), AckMode.SYNC, 0);
    return new DrillPlan(
        plan.scenario(),
        plan.engine(),
        plan.integration(),
        true,
        plan.ack(),
        plan.scope(),
        plan.workload(),
        plan.load(),
        plan.rampUp(),
        plan.maxWarmUp(),
        plan.recoveryBound(),
        plan.asyncWindow(),
        errors,
        plan.upgrade(),
        plan.workDir());
  }
}
