// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.cluster.FreePorts;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.loadrun.CrewOptions;
import org.holdfast.drill.loadrun.LoadPlan;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.loadrun.StageTimes;
import org.holdfast.drill.node.EmbeddedNode;
import org.holdfast.drill.node.LocalNode;
import org.holdfast.drill.stage.Bound;
import org.holdfast.drill.workers.LoadWorkerCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A worker that the planner has not started drives all stages of its run. */
@Timeout(120)
class CrewIT {
  private final List<String> said = new CopyOnWriteArrayList<>();

  @Test
  void drivesStageAfterStage_withAWorkerThatSomebodyElseHasStarted() throws Exception {
    int port = FreePorts.find(1).get(0);
    CompletableFuture<Integer> worker =
        CompletableFuture.supplyAsync(
            () ->
                new CommandLine(new LoadWorkerCommand())
                    .execute(
                        "--name=elsewhere", "--group=plan", "--discovery=static:127.0.0.1:" + port),
            task -> new Thread(task, "worker-under-test").start());
    List<String> phases = new ArrayList<>();
    try (EmbeddedNode node = EmbeddedNode.start(LocalNode.settings("one"));
        Crew crew =
            Crew.of(
                options("--await-workers=1", "--group=plan", "--group-port=" + port),
                false,
                said::add)) {
      for (int stage = 1; stage <= 2; stage++) {
        LoadReport report = crew.run(plan(node), said::add, phases::add);

        assertThat(report.driver().workers())
            .extracting(LoadReport.Worker::name)
            .containsExactly("elsewhere");
        assertThat(report.result().answers()).isPositive();
      }
    }

    assertThat(phases).filteredOn("steady"::equals).hasSize(2);
    assertThat(worker.get(20, TimeUnit.SECONDS)).isZero();
  }

  private static CrewOptions options(String... line) {
    CrewOptions options = new CrewOptions();
    new CommandLine(CommandSpec.create().addMixin("crew", CommandSpec.forAnnotatedObject(options)))
        .parseArgs(line);
    return options;
  }

  private static LoadPlan plan(EmbeddedNode node) {
    return new LoadPlan(
        new CrowdPlan(
            5,
            List.of(new Page("/counter", RequestBody.NONE, 1)),
            new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofMillis(50)),
            ThinkFrom.RESPONSE,
            0,
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            "JSESSIONID",
            1),
        List.of(new Target("one", node.http())),
        StageTimes.parse("stages", "0/1/0"),
        Duration.ofSeconds(1),
        new Bound(90, 800, 0),
        List.of(),
        1);
  }
}
