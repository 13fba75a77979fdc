// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.LoadDriver;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.load.LoadRehearsal;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.timeline.TimelineRecorder;

/**
 * One drill: starts a cluster, lets users in, plays a scenario of faults in mid-load, and judges
 * what every user saw. Runs on one thread, which may be interrupted to stop it; the cluster is
 * closed in any case.
 */
public final class Drill {
  /** Within how long users ask for the last time: many not at once, who may have to connect. */
  private static final Duration LAST_REQUESTS = Duration.ofSeconds(1);

  private static final Duration LAST_REQUEST_OF_A_USER = Duration.ofMillis(1);

  private final DrillPlan plan;
  private final ClusterLauncher launcher;
  private final Consumer<String> progress;
  private final Playable playable;

  /**
   * @param progress hears a line a second and at every step, for people
   */
  public Drill(DrillPlan plan, ClusterLauncher launcher, Consumer<String> progress) {
    this.plan = plan;
    this.launcher = launcher;
    this.progress = progress;
    this.playable = new Playable(plan);
  }

  /**
   * Runs the drill to its end: some seconds more than the times of the plan. A fault that fails in
   * mid-drill, or that cannot be taken back, makes it broken: there is something to report by then.
   *
   * @throws ClusterStartException if the cluster does not come up whole, or if given nodes are
   *     called otherwise than was said
   * @throws FaultException if the cluster's engine cannot do what the scenario asks for; told
   *     before any user comes in
   * @throws IOException if the load driver cannot open its selectors
   */
  @SuppressWarnings("try") // the key files are there by being made
  public DrillReport run() throws IOException, InterruptedException {
    playable.require(launcher);
    try (KeyFiles keys = KeyFiles.of(plan)) {
      return launch();
    }
  }

  private DrillReport launch() throws IOException, InterruptedException {
    progress.accept(
        plan.isGiven()
            ? plan.nodes() + " nodes run already; what is done to them goes to " + plan.workDir()
            : "starting " + plan.nodes() + " nodes, their output in " + plan.workDir());
    Cluster cluster = launcher.launch(plan.cluster(), progress);
    DrillReport report;
    try {
      report = drive(cluster);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      close(cluster).map(NotLeftAsFoundException::new).ifPresent(e::addSuppressed);
      throw e;
    }
    return close(cluster)
        .map(
            left ->
                report.broken(
                    "the cluster is left as it was found",
                    "not left as it was found: " + left.getMessage()))
        .orElse(report);
  }

  /** What {@link #run} could not take back before it threw {@code why}, in words for people. */
  static Optional<String> leftBehind(Exception why) {
    return Stream.of(why.getSuppressed())
        .filter(NotLeftAsFoundException.class::isInstance)
        .map(left -> String.valueOf(left.getMessage()))
        .findFirst();
  }

  private static final class NotLeftAsFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotLeftAsFoundException(RuntimeException cause) {
      super(cause.getMessage(), cause);
    }
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
    playable.require(cluster);
    long unused = LoadRehearsal.run();
    LoadRecorder recorder = new LoadRecorder("ramp-up");
    try (LoadDriver driver =
        new LoadDriver(
            plan.load(), targets(cluster), open(cluster), GrizzlyHttpEngine.start(1), recorder)) {
      return drive(cluster, driver, recorder);
    }
  }

  private DrillReport drive(Cluster cluster, LoadDriver driver, LoadRecorder recorder)
      throws InterruptedException {
    Duration planned = plan.rampUp().plus(plan.maxWarmUp()).plus(plan.scenario().length());
    try (TimelineRecorder timeline = TimelineRecorder.start(recorder, cluster.nodes(), planned)) {
      return drive(cluster, driver, recorder, timeline);
    }
  }

  private DrillReport drive(
      Cluster cluster, LoadDriver driver, LoadRecorder recorder, TimelineRecorder timeline)
      throws InterruptedException {
    Watch watch = new Watch(recorder, plan.users(), progress);
    FirstAnswers answers = new FirstAnswers(plan.load(), recorder);
    driver.start(plan.rampUp());
    boolean unused = watch.until(plan.rampUp(), answers);
    recorder.enter("warm-up");
    SteadyWindows steady = new SteadyWindows(recorder);
    if (!watch.until(plan.maxWarmUp(), () -> steady.getAsBoolean() || answers.getAsBoolean())) {
      watch.say("response times not steady after " + plan.maxWarmUp().toMillis() + " ms");
    }
    answers.require();
    recorder.enter("before");
    try (Play play = new Play(plan, cluster, driver, recorder, watch, timeline)) {
      play.run();
      recorder.enter("final");
      watch.say("one last request of every user");
      Duration within = lastRequests(plan.users());
      long unfinished = driver.finish(within, within.plus(plan.patience()));
      timeline.close();
      return new ReportBuilder(plan, play).build(driver, (int) unfinished, timeline);
    }
  }

  static Duration lastRequests(int users) {
    Duration one = LAST_REQUEST_OF_A_USER.multipliedBy(users);
    return one.compareTo(LAST_REQUESTS) > 0 ? one : LAST_REQUESTS;
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
