// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.usage.NodeUse;
import org.junit.jupiter.api.Test;

class StageResultsTest {
  private static final CapacityGoal GOAL = new CapacityGoal(Duration.ofMillis(800), 90, 0.6);

  @Test
  void dividesByAllRequests_whatNodesSentAndWaited() throws Exception {
    LoadReport report = report(100, nodes -> {});
    StageResult result =
        StageResults.of(
            100,
            report,
            List.of(use("node-1", 0.3, 10_000.0, 2.0), use("node-2", 0.2, 30_000.0, 2.0)),
            GOAL);

    double requests = report.result().requestsPerSecond();
    assertThat(result.valid()).isTrue();
    assertThat(result.replicationBytesPerRequest()).isCloseTo(4_000 / requests, within(1e-9));
    assertThat(result.ackWaitSeconds()).isCloseTo(0.4 / requests, within(1e-9));
  }

  @Test
  void tellsNoBytes_whereANodeDoesNot() throws Exception {
    StageResult result =
        StageResults.of(
            100,
            report(100, nodes -> {}),
            List.of(use("node-1", 0.3, 10_000.0, 2.0), use("node-2", 0.2, null, null)),
            GOAL);

    assertThat(result.replicationBytesPerRequest()).isNull();
    assertThat(result.ackWaitSeconds()).isNull();
  }

  @Test
  void isInvalid_whenTheCpuOfANodeIsNotKnown() throws Exception {
    StageResult result =
        StageResults.of(
            100,
            report(100, nodes -> {}),
            List.of(use("node-1", 0.5, null, null), use("node-2", null, null, null)),
            GOAL);

    assertThat(result.invalidReasons()).containsExactly("CPU of node-2 could not be measured");
  }

  @Test
  void isFailed_whenOneNodeIsOverItsCap_whateverTheOthersUse() throws Exception {
    StageResult result =
        StageResults.of(
            100,
            report(100, nodes -> {}),
            List.of(use("node-1", 0.9, null, null), use("node-2", null, null, null)),
            GOAL);

    assertThat(GOAL.misses(result))
        .containsExactly("CPU of node-1 at 90 %, not under the cap of 60 %");
  }

  @Test
  void isInvalid_whenTheDriverDoubts_butFailed_whenANodeIsOverItsCapAllTheSame() throws Exception {
    LoadReport doubted = report(100, nodes -> nodes.doubtsFrom = 1);

    assertThat(
            StageResults.of(100, doubted, List.of(use("node-1", 0.59, null, null)), GOAL)
                .invalidReasons())
        .containsExactly("the driver is busy");
    assertThat(
            GOAL.misses(
                StageResults.of(100, doubted, List.of(use("node-1", 0.6, null, null)), GOAL)))
        .containsExactly("CPU of node-1 at 60 %, not under the cap of 60 %");
  }

  @Test
  void isFailed_whenRequestsFailOrUpdatesAreLost() throws Exception {
    List<NodeUse> use = List.of(use("node-1", 0.1, null, null));

    assertThat(
            GOAL.misses(StageResults.of(100, report(100, nodes -> nodes.failsFrom = 1), use, GOAL)))
        .containsExactly("7 requests failed");
    assertThat(
            GOAL.misses(StageResults.of(100, report(100, nodes -> nodes.losesFrom = 1), use, GOAL)))
        .containsExactly("3 answered updates lost");
  }

  @Test
  void isInvalid_whenResponsesWereNotSteadyBefore_howeverFarBelowTheBound() throws Exception {
    List<NodeUse> use = List.of(use("node-1", 0.1, null, null));
    LoadReport swaying = report(100, nodes -> nodes.unsteadyFrom = 1);

    assertThat(swaying.result().boundedMillis()).isLessThan(80);
    assertThat(StageResults.of(100, swaying, use, GOAL).invalidReasons())
        .containsExactly("not yet steady");
    assertThat(StageResults.doubts(swaying, use)).containsExactly("not yet steady");
  }

  @Test
  void isFailed_thoughTheCpuOfANodeIsNotKnown_whenSomethingElseMakesItFail() throws Exception {
    List<NodeUse> dark = List.of(use("node-1", 0.3, null, null), use("node-2", null, null, null));
    CapacityGoal strict = new CapacityGoal(Duration.ofMillis(5), 90, 0.6);
    LoadReport well = report(100, nodes -> {});
    StageResult missed = StageResults.of(100, well, dark, strict);
    StageResult failed =
        StageResults.of(100, report(100, nodes -> nodes.failsFrom = 1), dark, GOAL);

    assertThat(strict.misses(missed)).containsExactly("p90 0.010 s over the bound of 0.005 s");
    assertThat(missed.unmeasured()).containsExactly("node-2");
    assertThat(GOAL.misses(failed)).containsExactly("7 requests failed");
    assertThat(
            StageResults.of(100, well, List.of(use("node-1", null, null, null)), GOAL)
                .invalidReasons())
        .containsExactly("CPU of node-1 could not be measured");
  }

  @Test
  void doesNotPutDownToTheCluster_whatAnOverloadedDriverMayHaveFailedItself() throws Exception {
    LoadReport failed =
        report(
            100,
            nodes -> {
              nodes.failsFrom = 1;
              nodes.doubtsFrom = 1;
            });
    LoadReport lost =
        report(
            100,
            nodes -> {
              nodes.losesFrom = 1;
              nodes.doubtsFrom = 1;
            });

    assertThat(
            StageResults.of(100, failed, List.of(use("node-1", 0.1, null, null)), GOAL)
                .invalidReasons())
        .containsExactly("the driver is busy");
    assertThat(
            GOAL.misses(
                StageResults.of(100, failed, List.of(use("node-1", 0.6, null, null)), GOAL)))
        .containsExactly("CPU of node-1 at 60 %, not under the cap of 60 %", "7 requests failed");
    assertThat(
            GOAL.misses(StageResults.of(100, lost, List.of(use("node-1", 0.1, null, null)), GOAL)))
        .containsExactly("3 answered updates lost");
  }

  @Test
  void blamesNobody_forConnectionsThatTheDriversMachineCouldNotOpen() throws Exception {
    LoadReport failed =
        report(
            100,
            nodes -> {
              nodes.failsFrom = 1;
              nodes.doubtsFrom = 1;
              nodes.doubtedCheck = "connections";
            });

    assertThat(
            StageResults.of(100, failed, List.of(use("node-1", 0.1, null, null)), GOAL)
                .invalidReasons())
        .containsExactly("the driver is busy");
  }

  @Test
  void isInvalid_whenNoCounterCouldBeFollowed() throws Exception {
    List<NodeUse> use = List.of(use("node-1", 0.1, null, null));
    LoadReport blind =
        report(
            100,
            nodes -> {
              nodes.doubtsFrom = 1;
              nodes.doubtedCheck = "counters";
            });

    assertThat(StageResults.of(100, blind, use, GOAL).invalidReasons())
        .containsExactly("the driver is busy");
    assertThat(StageResults.doubts(blind, use)).containsExactly("the driver is busy");
  }

  @Test
  void tellsThatANodeUsedTheCpuOfOthers() throws Exception {
    List<NodeUse> use = List.of(use("node-1", 1.8, null, null));
    LoadReport well = report(100, nodes -> {});

    assertThat(StageResults.doubts(well, use))
        .containsExactly(
            "node-1 used 180 % of the CPUs that count as its own, those of others, too");
    assertThat(StageResults.of(100, well, use, GOAL).busiestShare()).isEqualTo(1.2);
  }

  private interface Set {
    void up(SimulatedNodes nodes);
  }

  private static LoadReport report(int users, Set set) throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    set.up(nodes);
    return new StageMeter(Simulations.plan(0.6, 0, users), 1, nodes, nodes)
        .measure(users, "test", line -> {})
        .report();
  }

  private static NodeUse use(String node, Double cpu, Double bytes, Double ackWait) {
    return new NodeUse(node, 10, 1, cpu, null, null, null, bytes, ackWait, null);
  }
}
