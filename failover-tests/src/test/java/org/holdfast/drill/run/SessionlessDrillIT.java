// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.holdfast.drill.load.AnswerPattern;
import org.holdfast.drill.load.LoadSettings;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Pages without a session: nothing binds their users to a side, and no node is fenced of any. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class SessionlessDrillIT {
  @TempDir private Path directory;

  @Test
  void holds_whenANodeServesOnThatIsCutOff() throws Exception {
    DrillReport report = drill("partition: consistent\n", "cut: node-1");

    assertThat(report.reasons()).isEmpty();
    assertThat(report.truth().usersWithSession()).isZero();
    assertThat(report.incidents().get(0).viewChangeAllMillis()).isNotNull();
  }

  @Test
  void holds_whenANodeThatHungWasFencedOfNothing() throws Exception {
    DrillReport report = drill("", "pause: node-1");

    assertThat(report.reasons()).isEmpty();
    assertThat(report.incidents().get(0).movedSessions())
        .as("users who were answered elsewhere")
        .isPositive();
  }

  private DrillReport drill(String partition, String step) throws Exception {
    String text =
        """
        scenario: away
        summary: A node is away for as long as the others need to notice it.
        nodes: 3
        users: 30
        length: 11s
        %ssteps:
          - at: 500ms
            %s
            for: 8s
        """
            .formatted(partition, step);
    Path file = Files.writeString(directory.resolve("away.yaml"), text);
    DrillPlan plan = plan(ScenarioLibrary.find(file.toString()));
    return new Drill(
            plan,
            (settings, heard) -> new FakeCluster(settings.nodes(), Honesty.SHARES),
            line -> {})
        .run();
  }

  private static DrillPlan plan(Scenario scenario) {
    DrillPlan counting = FakeCluster.plan(scenario, AckMode.SYNC, 0);
    return new DrillPlan(
        scenario,
        counting.engine(),
        counting.integration(),
        true,
        counting.ack(),
        counting.scope(),
        Workload.PING.toString(),
        new LoadSettings(
                scenario.users(),
                Workload.PING.path(),
                counting.load().thinkTime(),
                counting.load().failoverTimeout(),
                counting.load().retryDelay(),
                1,
                4,
                0)
            .withExpect(AnswerPattern.of(Workload.PING.expected().orElseThrow())),
        counting.rampUp(),
        counting.maxWarmUp(),
        Duration.ofSeconds(30), // users of a node that hangs wait for a time-out first
        counting.asyncWindow(),
        counting.maxErrors(),
        counting.upgrade(),
        counting.workDir());
  }
}
