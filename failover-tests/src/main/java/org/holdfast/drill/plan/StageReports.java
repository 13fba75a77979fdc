// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.capacity.SurvivalCap;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.plan.report.CapacityReport.Loss;
import org.jspecify.annotations.Nullable;

/** Puts stages under the names of the report, each with its verdict. */
final class StageReports {
  private static final String PASSED = "passed";

  private final CapacityGoal goal;

  StageReports(CapacityGoal goal) {
    this.goal = goal;
  }

  /** Of a search, or a closer look. */
  CapacityReport.Stage stage(MeasuredStage stage) {
    StageResult result = stage.result();
    List<String> words = result.valid() ? misses(stage) : result.invalidReasons();
    return stage(
        stage,
        !result.valid()
            ? CapacityReports.INVALID
            : words.isEmpty() ? PASSED : CapacityReports.FAILED,
        words,
        List.of());
  }

  /** With what the driver says of requests that failed: kinds, and the first wrong answer. */
  private List<String> misses(MeasuredStage stage) {
    List<String> misses = new ArrayList<>(goal.misses(stage.result()));
    if (stage.result().failedRequests() > 0) {
      stage.report().checks().stream()
          .filter(check -> check.name().equals("errors") && !check.passed())
          .forEach(check -> misses.add(check.words()));
    }
    return List.copyOf(misses);
  }

  /** What a loss did; its stage is judged by what a loss may do, not by the cap. */
  static @Nullable Loss loss(Outcome.@Nullable Loss loss) {
    if (loss == null) {
      return null;
    }
    SurvivalCap cap = loss.cap();
    Outcome.Tried tried = loss.tried();
    return new Loss(
        cap.safeCap(),
        cap.measuredCap(),
        cap.survived(),
        cap.misses(),
        cap.verdict(),
        tried == null ? List.of() : tried.killed(),
        tried == null ? "" : tried.settled(),
        tried == null ? "" : tried.afterwards(),
        tried == null
            ? null
            : stage(tried.stage(), verdict(cap.survived()), cap.misses(), tried.killed()));
  }

  private static String verdict(@Nullable Boolean survived) {
    return survived == null ? CapacityReports.INVALID : survived ? PASSED : CapacityReports.FAILED;
  }

  private static CapacityReport.Stage stage(
      MeasuredStage stage, String verdict, List<String> words, List<String> killed) {
    LoadReport report = stage.report();
    StageResult result = stage.result();
    LoadReport.Result figures = report.result();
    Double wait = StageResults.ackWaitSeconds(report, stage.use());
    return new CapacityReport.Stage(
        stage.purpose(),
        result.users(),
        verdict,
        words,
        StageResults.doubts(report, stage.use()),
        figures.seconds(),
        figures.answers(),
        figures.requestsPerSecond(),
        figures.boundedMillis(),
        report.fromDueMillis().mean(),
        report.fromDueMillis().p50(),
        report.fromDueMillis().p90(),
        report.fromDueMillis().p99(),
        report.fromDueMillis().p999(),
        report.fromDueMillis().max(),
        figures.thinkPlannedMillis(),
        figures.thinkMeasuredMillis(),
        figures.usersByLittle(),
        figures.failedRequests(),
        report.errors(),
        figures.countersChecked(),
        figures.countersWrong(),
        report.driver().cpuShare(),
        StageResults.bytesPerRequest(report, stage.use()),
        wait == null ? null : Double.valueOf(1e3 * wait),
        stage.use().stream()
            .filter(node -> !killed.contains(node.node()))
            .map(
                node ->
                    new CapacityReport.Node(
                        node.node(),
                        node.cores(),
                        node.cpuShare(),
                        node.gcShare(),
                        node.contextSwitchesPerSecond(),
                        node.runQueue()))
            .toList(),
        report.checks().stream()
            .map(
                check ->
                    new CapacityReport.CheckReport(
                        check.name(), check.kind(), check.passed(), check.words()))
            .toList(),
        report.fromDueMillis().hdr());
  }
}
