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

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.capacity.CapacityResult;
import org.holdfast.drill.capacity.LimitingFactor;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.capacity.SurvivalCap;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.loadrun.StageTimes;
import org.jspecify.annotations.Nullable;

/**
 * Searches the capacity of each contender: one stage of each in turn, so that what the machine does
 * meanwhile hits all alike. Then looks closer at what failed, and kills nodes at the load found.
 * Runs on one thread, which may be interrupted to stop it; every node is stopped in any case.
 */
final class CapacityRun {
  /** What a loss needs besides: a second before it, and some for the survivors to settle. */
  private static final Duration LOSS_TIME = Duration.ofSeconds(6);

  private final CapacityPlan plan;
  private final List<Contender> contenders;
  private final Starter starter;
  private final StageRunner runner;
  private final Progress progress;

  /** Brings a contender's nodes up. */
  interface Starter {
    Servers start(Contender contender) throws IOException, InterruptedException;
  }

  CapacityRun(
      CapacityPlan plan,
      List<Contender> contenders,
      Starter starter,
      StageRunner runner,
      Progress progress) {
    this.plan = plan;
    this.contenders = List.copyOf(contenders);
    this.starter = starter;
    this.runner = runner;
    this.progress = progress;
  }

  /**
   * Runs to the end.
   *
   * @throws org.holdfast.drill.cluster.ClusterStartException if a cluster does not come up
   * @throws IOException if the driver cannot work, or a node does not answer for itself
   */
  List<Outcome> run() throws IOException, InterruptedException {
    List<Campaign> campaigns = new ArrayList<>();
    try {
      for (Contender contender : contenders) {
        progress.step("starting " + contender.nodes() + " nodes of " + contender.name());
        Servers servers = starter.start(contender);
        campaigns.add(
            new Campaign(contender, plan, servers, new StageMeter(plan, servers, runner)));
        progress.step(servers.cpuWords());
      }
      return measure(campaigns);
    } finally {
      campaigns.forEach(campaign -> campaign.servers().close());
    }
  }

  private List<Outcome> measure(List<Campaign> campaigns) throws IOException, InterruptedException {
    for (Campaign campaign : campaigns) {
      progress.step("warm-up of " + campaign.contender().name() + ", discarded");
      campaign.warm(progress::line);
    }
    while (campaigns.stream().anyMatch(campaign -> !campaign.isDone())) {
      for (Campaign campaign : campaigns) {
        if (!campaign.isDone()) {
          progress.stage(campaigns, campaign);
          progress.result(campaign.step(progress::line), plan.goal());
        }
      }
    }
    List<Outcome> outcomes = new ArrayList<>();
    for (Campaign campaign : campaigns) {
      outcomes.add(conclude(campaign));
    }
    return outcomes;
  }

  private Outcome conclude(Campaign campaign) throws IOException, InterruptedException {
    CapacityResult result = campaign.result();
    progress.step(campaign.contender().name() + ": " + result.reason());
    Integer failing = result.failing();
    MeasuredStage closer = null;
    ThreadLook.Seen seen = ThreadLook.Seen.NOTHING;
    if (failing != null) {
      progress.step(campaign.contender().name() + ": a closer look at " + failing + " users");
      ThreadLook look = new ThreadLook(jvms(campaign.servers()), plan.times().steady());
      closer = campaign.meter().measure(failing, "closer look", plan.times(), progress::line, look);
      seen = look.seen();
    }
    LimitingFactor limit = LimitingFactor.of(plan.goal(), withThreads(result, seen.summary()));
    Outcome.Loss loss = loss(campaign, result);
    Servers.Server node = campaign.servers().nodes().get(0);
    return new Outcome(
        campaign.contender(),
        node.meter().cores(),
        campaign.servers().cpuWords(),
        result,
        campaign.stages(),
        limit,
        closer,
        seen,
        loss);
  }

  private static Map<String, RunningJvm> jvms(Servers servers) {
    Map<String, RunningJvm> jvms = new LinkedHashMap<>();
    for (Servers.Server node : servers.nodes()) {
      RunningJvm jvm = node.jvm();
      if (jvm != null) {
        jvms.put(node.target().name(), jvm);
      }
    }
    return jvms;
  }

  /** The result as if the dumps had been taken in the stage that failed: with as many users. */
  private static CapacityResult withThreads(CapacityResult result, String threads) {
    List<StageResult> stages = new ArrayList<>();
    for (StageResult stage : result.stages()) {
      Integer failing = result.failing();
      boolean looked = failing != null && stage.users() == failing && stage.valid();
      stages.add(
          !looked
              ? stage
              : new StageResult(
                  stage.users(),
                  stage.throughputPerSecond(),
                  stage.meanResponseSeconds(),
                  stage.percentileResponseSeconds(),
                  stage.nodes(),
                  stage.lostUpdates(),
                  stage.failedRequests(),
                  stage.invalidReasons(),
                  stage.replicationBytesPerRequest(),
                  stage.ackWaitSeconds(),
                  threads));
    }
    return new CapacityResult(
        result.outcome(),
        result.sustained(),
        result.failing(),
        result.reason(),
        result.limits(),
        result.contradictions(),
        stages);
  }

  private Outcome.@Nullable Loss loss(Campaign campaign, CapacityResult result)
      throws IOException, InterruptedException {
    List<Servers.Server> nodes = campaign.servers().nodes();
    if (plan.survive() == 0 || plan.survive() >= nodes.size()) {
      return null;
    }
    double asked = plan.goal().cpuCap();
    boolean canKill = nodes.stream().allMatch(node -> node.control() != null);
    if (!result.confirmed() || !canKill) {
      return new Outcome.Loss(
          SurvivalCap.of(nodes.size(), plan.survive(), plan.survivorMost(), asked), null);
    }
    progress.step(
        campaign.contender().name()
            + ": killing "
            + plan.survive()
            + " of "
            + nodes.size()
            + " nodes at "
            + result.sustained()
            + " users");
    LossTrial trial =
        new LossTrial(nodes, plan.survive(), campaign.contender().manager().replicates());
    StageTimes times =
        new StageTimes(
            plan.times().rampUp(), plan.times().steady().plus(LOSS_TIME), plan.times().rampDown());
    MeasuredStage stage =
        campaign.meter().measure(result.sustained(), "loss of nodes", times, progress::line, trial);
    List<NodeUsage> survivors = trial.survivorsUse();
    Outcome.Tried tried = new Outcome.Tried(stage, trial.killed(), trial.settledWords());
    LoadReport report = stage.report();
    if (survivors.isEmpty() || report.result().answers() == 0) {
      return new Outcome.Loss(
          SurvivalCap.of(nodes.size(), plan.survive(), plan.survivorMost(), asked), tried);
    }
    double millis = report.result().boundedMillis();
    return new Outcome.Loss(
        SurvivalCap.of(
            nodes.size(),
            plan.survive(),
            plan.survivorMost(),
            asked,
            new SurvivalCap.Measured(
                busiestBefore(result),
                survivors,
                Math.max(1e-6, millis / 1e3),
                millis <= plan.goal().bound().toNanos() / 1e6,
                report.result().countersWrong())),
        tried);
  }

  /** Of the runs with the users sustained, the mean of the busiest node's share. */
  private static double busiestBefore(CapacityResult result) {
    return result.runsAtCapacity().stream()
        .mapToDouble(
            stage -> stage.nodes().stream().mapToDouble(NodeUsage::cpuShare).max().orElse(0))
        .average()
        .orElse(0);
  }
}
