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

package org.holdfast.drill.run;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.ProcessCluster;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.LoadDriver;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.load.LoadRehearsal;
import org.holdfast.drill.load.PhaseFigures;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.scenario.Action;
import org.holdfast.drill.scenario.Step;
import org.holdfast.drill.timeline.TimelineRecorder;

/**
 * One drill: starts a cluster, lets users in, plays a scenario of faults in mid-load, and judges
 * what every user saw. Runs on one thread, which may be interrupted to stop it; the cluster is
 * closed in any case.
 */
public final class Drill {
  private static final Duration LAST_REQUESTS = Duration.ofSeconds(1);

  private final DrillPlan plan;
  private final ClusterLauncher launcher;
  private final Consumer<String> progress;

  /**
   * @param progress hears a line a second and at every step, for people
   */
  public Drill(DrillPlan plan, ClusterLauncher launcher, Consumer<String> progress) {
    this.plan = plan;
    this.launcher = launcher;
    this.progress = progress;
  }

  /**
   * Runs the drill to its end: some seconds more than the times of the plan. A fault that fails in
   * mid-drill, or that cannot be taken back, makes it broken: there is something to report by then.
   *
   * @throws ClusterStartException if the cluster does not come up whole
   * @throws FaultException if the cluster's engine cannot do what the scenario asks for; told
   *     before any user comes in
   * @throws IOException if the load driver cannot open its selectors
   */
  public DrillReport run() throws IOException, InterruptedException {
    refusal(plan)
        .ifPresent(
            reason -> {
              throw new FaultException(reason);
            });
    progress.accept("starting " + plan.nodes() + " nodes, their output in " + plan.workDir());
    Cluster cluster = launcher.launch(plan.cluster(), progress);
    DrillReport report;
    try {
      report = drive(cluster);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      close(cluster).ifPresent(e::addSuppressed);
      throw e;
    }
    return close(cluster)
        .map(left -> report.broken("not left as it was found: " + left.getMessage()))
        .orElse(report);
  }

  /**
   * Why a plan cannot be played whatever this machine has, in words; empty if it can. The rest is
   * known once the nodes are there.
   */
  static Optional<String> refusal(DrillPlan plan) {
    if (!plan.engine().equals(EngineOptions.Engine.PROCESS.toString())) {
      return Optional.empty();
    }
    return plan.scenario().steps().stream()
        .map(Step::action)
        .filter(Action.Inflict.class::isInstance)
        .map(action -> ProcessCluster.cannotBeHad(((Action.Inflict) action).fault()))
        .flatMap(Optional::stream)
        .findFirst()
        .map(reason -> cannotBePlayed(plan, reason));
  }

  private static String cannotBePlayed(DrillPlan plan, String reason) {
    return "scenario " + plan.scenario().name() + " cannot be played here: " + reason;
  }

  /** Takes the cluster down; what goes wrong with that is returned, as it hides no report. */
  private Optional<RuntimeException> close(Cluster cluster) {
    try {
      cluster.close();
      return Optional.empty();
    } catch (RuntimeException e) {
      progress.accept("the cluster could not be left as it was found: " + e.getMessage());
      return Optional.of(e);
    }
  }

  private DrillReport drive(Cluster cluster) throws IOException, InterruptedException {
    requireFaults(cluster);
    long unused = LoadRehearsal.run();
    LoadRecorder recorder = new LoadRecorder("ramp-up");
    try (LoadDriver driver =
        new LoadDriver(
            plan.load(), targets(cluster), open(cluster), GrizzlyHttpEngine.start(1), recorder)) {
      return drive(cluster, driver, recorder);
    }
  }

  /** Complains of what the engine cannot do before anybody has waited for it. */
  private void requireFaults(Cluster cluster) {
    for (Step step : plan.scenario().steps()) {
      lacks(cluster, step.action())
          .ifPresent(
              reason -> {
                throw new FaultException(cannotBePlayed(plan, reason));
              });
    }
  }

  private static Optional<String> lacks(Cluster cluster, Action action) {
    if (action instanceof Action.Inflict inflict) {
      boolean returns = inflict.fault().endsNode() && inflict.lasting().isPresent();
      return cluster
          .lacks(inflict.fault())
          .or(() -> returns ? cluster.lacksStart() : Optional.empty());
    }
    if (action instanceof Action.Grow grow) {
      int places = cluster.nodes().size();
      return grow.to() > places
          ? Optional.of("it grows to " + grow.to() + " nodes, and there are " + places)
          : cluster.lacksStart();
    }
    Optional<String> stop = cluster.lacks(new Fault.Stop());
    if (action instanceof Action.Shrink) {
      return stop;
    }
    Optional<String> restart = stop.or(cluster::lacksStart);
    return action instanceof Action.RollingUpgrade upgrade
        ? restart.or(() -> cluster.lacks(Play.version(upgrade)))
        : restart;
  }

  private DrillReport drive(Cluster cluster, LoadDriver driver, LoadRecorder recorder)
      throws InterruptedException {
    Duration planned = plan.rampUp().plus(plan.maxWarmUp()).plus(plan.scenario().length());
    try (TimelineRecorder timeline =
        TimelineRecorder.start(
            recorder, cluster.nodes(), planned, plan.scenario().expectations().noGrowth())) {
      return drive(cluster, driver, recorder, timeline);
    }
  }

  private DrillReport drive(
      Cluster cluster, LoadDriver driver, LoadRecorder recorder, TimelineRecorder timeline)
      throws InterruptedException {
    Watch watch = new Watch(recorder, plan.users(), progress);
    driver.start(plan.rampUp());
    boolean unused = watch.until(plan.rampUp(), () -> false);
    recorder.enter("warm-up");
    if (!watch.until(plan.maxWarmUp(), new SteadyWindows(recorder))) {
      watch.say("response times not steady after " + plan.maxWarmUp().toMillis() + " ms");
    }
    requireAnswers(recorder);
    recorder.enter("before");
    try (Play play = new Play(plan, cluster, driver, recorder, watch, timeline)) {
      play.run();
      recorder.enter("final");
      watch.say("one last request of every user");
      long unfinished = driver.finish(LAST_REQUESTS, LAST_REQUESTS.plus(plan.patience()));
      timeline.close();
      return new ReportBuilder(plan, play).build(driver, (int) unfinished, timeline);
    }
  }

  /** Nothing is done to nodes that do not serve: it would prove nothing, and they may be needed. */
  private static void requireAnswers(LoadRecorder recorder) {
    long answers = recorder.figures().stream().mapToLong(PhaseFigures::answers).sum();
    if (answers == 0) {
      throw new FaultException(
          "no user had a right answer from any node, so nothing was done to them; attempts that"
              + " failed: "
              + recorder.failures());
    }
  }

  private static List<Target> targets(Cluster cluster) {
    return cluster.nodes().stream().map(node -> new Target(node.name(), node.http())).toList();
  }

  /** Spares take no users before they are started. */
  private static BitSet open(Cluster cluster) {
    BitSet open = new BitSet();
    for (int node = 0; node < cluster.nodes().size(); node++) {
      open.set(node, cluster.nodes().get(node).alive());
    }
    return open;
  }
}
