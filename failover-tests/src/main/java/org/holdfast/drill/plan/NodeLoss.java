// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.capacity.CapacityResult;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.capacity.SurvivalCap;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.loadrun.StageTimes;
import org.jspecify.annotations.Nullable;

/**
 * Kills nodes of a contender at the load found, and says whether that was survived. What the kill
 * explains is told apart from what it does not: each user of a node that was killed may have one
 * request fail. Requests that time out, and those that survivors leave open, count as well.
 */
final class NodeLoss {
  /** What a loss needs besides: a second before it, and some for the survivors to settle. */
  private static final Duration LOSS_TIME = Duration.ofSeconds(6);

  /** What survivors have to settle in however few sessions there are. */
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(10);

  private static final Duration MOST_PATIENCE = Duration.ofSeconds(60);

  /**
   * Sessions that a node is done with in a second: after a loss it looks twice at each that it
   * holds, 10,000 in a second, be it one that has ended and is only remembered. A run leaves tens
   * of thousands of these.
   */
  private static final double LOOKED_AT_A_SECOND = 5_000;

  /** Of a dead primary, if they have another node to be copied to (benchmarks/reprotection.md). */
  private static final double ADOPTED_A_SECOND = 300;

  /** In this many mean think times nearly all users come back to see what is left of them. */
  private static final int THINK_TIMES = 3;

  /** Says that the driver may have missed the bound by itself. */
  private static final String LATENESS = "lateness";

  /** Checks that find requests to which nobody answers any more. */
  private static final Set<String> OF_ANSWERS = Set.of("open-at-steady-end", "open-at-the-end");

  /** Kinds of failed attempts that no dead node brings about: a living one was asked. */
  private static final Set<String> OF_THE_LIVING =
      Set.of("timed-out", "unavailable", "wrong-answer", "answer-too-long");

  private final CapacityPlan plan;
  private final Campaign campaign;
  private final Progress progress;
  private final Duration before;

  NodeLoss(CapacityPlan plan, Campaign campaign, Progress progress, Duration before) {
    this.before = before;
    this.plan = plan;
    this.campaign = campaign;
    this.progress = progress;
  }

  /** Whether nodes of the contender are to be killed, and somebody is left then. */
  static boolean isWanted(CapacityPlan plan, int nodes) {
    return plan.survive() > 0 && plan.survive() < nodes;
  }

  /**
   * Tries it, if there is a load to try it at and the nodes can be killed.
   *
   * @param prevented why it cannot be tried, for example "node-2 ended in the closer look"; null if
   *     it can
   * @return null if no node is to be killed
   */
  Outcome.@Nullable Loss of(CapacityResult result, @Nullable String prevented)
      throws IOException, InterruptedException {
    List<Servers.Server> nodes = campaign.servers().nodes();
    if (!isWanted(plan, nodes.size())) {
      return null;
    }
    boolean canKill = nodes.stream().allMatch(node -> node.control() != null);
    if (!result.confirmed() || !canKill) {
      return new Outcome.Loss(
          SurvivalCap.of(nodes.size(), plan.survive(), plan.survivorMost(), asked()), null);
    }
    if (prevented != null) {
      return prevented(nodes.size(), prevented);
    }
    progress.last(
        campaign.contender().name()
            + ": killing "
            + plan.survive()
            + " of "
            + nodes.size()
            + " nodes at "
            + result.sustained()
            + " users");
    Duration patience = patience(nodes, plan.survive());
    LossTrial trial =
        new LossTrial(
            campaign.servers(),
            plan.survive(),
            campaign.contender().manager().replicates(),
            before,
            patience);
    try {
      MeasuredStage stage = tried(result, trial, patience);
      return judged(result, nodes.size(), stage, trial, afterwards(trial));
    } catch (NodeEndedException e) {
      return prevented(nodes.size(), e.words());
    }
  }

  /** Brings back who is needed when this run is over, and says what became of them. */
  private String afterwards(LossTrial trial) throws InterruptedException {
    String words = campaign.servers().startAgain(trial.victims(), progress::step);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!words.isEmpty()) {
      progress.step(words);
    }
    return words;
  }

  private Outcome.Loss prevented(int nodes, String why) {
    return new Outcome.Loss(preventedCap(nodes, why), null);
  }

  private SurvivalCap preventedCap(int nodes, String why) {
    return SurvivalCap.prevented(nodes, plan.survive(), plan.survivorMost(), asked(), why);
  }

  private double asked() {
    return plan.goal().cpuCap();
  }

  /** How long survivors may take to settle, by what the nodes hold now. */
  static Duration patience(List<Servers.Server> nodes, int lost) {
    long held = 0;
    for (Servers.Server node : nodes) {
      Servers.Control control = node.control();
      Optional<NodeStatus> status = control == null ? Optional.empty() : control.status();
      held =
          Math.max(
              held,
              status.map(told -> told.primarySessions() + told.secondarySessions()).orElse(0L));
    }
    double seconds = held / LOOKED_AT_A_SECOND;
    if (nodes.size() - lost > 1) {
      seconds += held * lost / (nodes.size() * ADOPTED_A_SECOND);
    }
    Duration patience = LEAST_PATIENCE.plusMillis(Math.round(1e3 * seconds));
    return patience.compareTo(MOST_PATIENCE) < 0 ? patience : MOST_PATIENCE;
  }

  private MeasuredStage tried(CapacityResult result, LossTrial trial, Duration patience)
      throws IOException, InterruptedException {
    try {
      return campaign
          .meter()
          .measure(
              result.sustained(), "loss of nodes", times(plan, patience), progress::line, trial);
    } finally {
      trial.end();
    }
  }

  /** Long enough that users who think long come back, and survivors settle. */
  static StageTimes times(CapacityPlan plan, Duration patience) {
    ThinkTime think = plan.thinkTime();
    Duration mostBack = think.mean().multipliedBy(THINK_TIMES);
    Duration allBack = think.longest().compareTo(mostBack) < 0 ? think.longest() : mostBack;
    Duration steady = plan.times().steady();
    return new StageTimes(
        plan.times().rampUp(),
        (steady.compareTo(allBack) < 0 ? allBack : steady)
            .plus(LOSS_TIME)
            .plus(patience.minus(LEAST_PATIENCE)),
        plan.times().rampDown());
  }

  private Outcome.Loss judged(
      CapacityResult result, int nodes, MeasuredStage stage, LossTrial trial, String afterwards) {
    String trouble = trial.trouble();
    // Updates that are lost count whatever became of the kill.
    SurvivalCap cap =
        trouble != null && stage.report().result().countersWrong() == 0
            ? preventedCap(nodes, trouble)
            : measuredCap(result, nodes, stage.report(), trial);
    return new Outcome.Loss(
        cap, new Outcome.Tried(stage, trial.dead(), trial.settledWords(), afterwards));
  }

  private SurvivalCap measuredCap(
      CapacityResult result, int nodes, LoadReport report, LossTrial trial) {
    boolean answered = report.result().answers() > 0;
    double millis = report.result().boundedMillis();
    List<String> doubts = new ArrayList<>(words(report, StageResults.OF_THE_DRIVER));
    doubts.addAll(words(report, Set.of(LATENESS)));
    List<String> broken = new ArrayList<>();
    String trouble = trial.trouble();
    if (trouble != null) {
      broken.add(trouble);
    }
    trial.ended().forEach(node -> broken.add(node + " ended, too"));
    if (doubts.isEmpty()) {
      broken.addAll(words(report, OF_ANSWERS));
    }
    return SurvivalCap.of(
        nodes,
        plan.survive(),
        plan.survivorMost(),
        asked(),
        new SurvivalCap.Measured(
            busiestBefore(result, plan.goal()),
            trial.survivorsUse(),
            answered ? Double.valueOf(Math.max(1e-6, millis / 1e3)) : null,
            millis <= plan.goal().bound().toNanos() / 1e6,
            report.result().countersChecked() > 0,
            report.result().countersWrong(),
            failures(report, nodes),
            broken,
            doubts));
  }

  private SurvivalCap.Failures failures(LoadReport report, int nodes) {
    long failed = report.result().failedRequests();
    long byTheLiving = 0;
    for (Map.Entry<String, Long> kind : report.errors().entrySet()) {
      byTheLiving += OF_THE_LIVING.contains(kind.getKey()) ? kind.getValue() : 0;
    }
    long users = report.setup().users();
    long ofTheDead = (users * plan.survive() + nodes - 1) / nodes;
    double allowed = plan.maxErrorPercent() / 100 * (double) (report.result().answers() + failed);
    return new SurvivalCap.Failures(Math.max(failed, byTheLiving), ofTheDead + (long) allowed);
  }

  private static List<String> words(LoadReport report, Set<String> checks) {
    return report.checks().stream()
        .filter(check -> !check.passed() && checks.contains(check.name()))
        .map(LoadReport.CheckReport::words)
        .toList();
  }

  /** Of the runs with the users sustained, the mean of the busiest node's share. */
  private static double busiestBefore(CapacityResult result, CapacityGoal goal) {
    return result.runsAtCapacity(goal).stream()
        .mapToDouble(StageResult::busiestShare)
        .average()
        .orElse(0);
  }
}
