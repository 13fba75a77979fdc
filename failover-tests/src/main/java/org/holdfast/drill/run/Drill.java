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
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.LoadDriver;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.load.PhaseFigures;
import org.holdfast.drill.load.Recovery;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.stage.SteadyState;

/**
 * One drill: starts a cluster, lets users in, kills the node with the most of them with SIGKILL in
 * mid-load, goes on, and judges what every user saw. Runs on one thread, which may be interrupted
 * to stop it; the cluster is closed in any case.
 */
public final class Drill {
  private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration MIN_AFTER = Duration.ofSeconds(2);
  private static final Duration LAST_REQUESTS = Duration.ofSeconds(1);
  private static final long TICK_MILLIS = 50;
  private static final long TICKS_A_SECOND = 1_000 / TICK_MILLIS;

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
   * Runs the drill to its end: some seconds more than the times of the plan.
   *
   * @throws ClusterStartException if the cluster does not come up whole
   * @throws IOException if the load driver cannot open its selectors
   */
  public DrillReport run() throws IOException, InterruptedException {
    progress.accept("starting " + plan.nodes() + " nodes, their output in " + plan.workDir());
    try (Cluster cluster = launcher.launch(plan.cluster(), progress)) {
      if (plan.replication() && !ViewWatch.awaitWhole(cluster.nodes(), VIEW_TIMEOUT)) {
        throw new ClusterStartException(
            "the "
                + plan.nodes()
                + " nodes did not all show a settled view of each other within "
                + VIEW_TIMEOUT.toSeconds()
                + " s; see their output in "
                + plan.workDir());
      }
      LoadRecorder recorder = new LoadRecorder("ramp-up");
      try (LoadDriver driver =
          new LoadDriver(plan.load(), targets(cluster), GrizzlyHttpEngine.start(1), recorder)) {
        return drive(cluster, driver, recorder);
      }
    }
  }

  private DrillReport drive(Cluster cluster, LoadDriver driver, LoadRecorder recorder)
      throws InterruptedException {
    driver.start(plan.rampUp());
    watch(recorder, plan.rampUp(), () -> false);
    recorder.enter("warm-up");
    SteadyWindows steady = new SteadyWindows(recorder);
    if (!watch(recorder, plan.maxWarmUp(), steady)) {
      progress.accept("response times not steady after " + plan.maxWarmUp().toMillis() + " ms");
    }
    recorder.enter("before");
    watch(recorder, plan.before(), () -> false);

    int victim = fullestNode(driver.usersByNode());
    ClusterNode node = cluster.nodes().get(victim);
    int users = driver.usersByNode()[victim];
    recorder.enter("during");
    long killNanos = System.nanoTime();
    driver.expectKill(victim, killNanos);
    node.kill();
    progress.accept("killed " + node.name() + " with " + users + " users");
    List<ClusterNode> survivors =
        cluster.nodes().stream().filter(other -> !other.name().equals(node.name())).toList();
    try (ViewWatch views = new ViewWatch(survivors, node.name(), killNanos)) {
      boolean recovered = watch(recorder, plan.patience(), () -> isOver(driver, views));
      recorder.enter("after");
      if (!recovered) {
        progress.accept("not every user and survivor got over it: judging what there is");
      }
      Duration gone = Duration.ofNanos(System.nanoTime() - killNanos);
      Duration left = plan.after().minus(gone);
      watch(recorder, left.compareTo(MIN_AFTER) > 0 ? left : MIN_AFTER, () -> false);
      recorder.enter("final");
      progress.accept("one last request of every user");
      long unfinished = driver.finish(LAST_REQUESTS, LAST_REQUESTS.plus(plan.patience()));
      return new ReportBuilder(plan, new ReportBuilder.Kill(node.name(), killNanos, users))
          .build(driver, views, unfinished);
    }
  }

  private boolean isOver(LoadDriver driver, ViewWatch views) {
    return (!plan.replication() || views.allChangedNanos().isPresent())
        && driver.recoveries().stream().allMatch(Recovery::answered);
  }

  /** Waits until {@code end} says so; false when {@code longest} passed first. A line a second. */
  private boolean watch(LoadRecorder recorder, Duration longest, BooleanSupplier end)
      throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    long answersBefore = recorder.currentFigures().answers();
    for (long tick = 1; System.nanoTime() - deadline < 0; tick++) {
      Thread.sleep(TICK_MILLIS);
      if (end.getAsBoolean()) {
        return true;
      }
      if (tick % TICKS_A_SECOND == 0) {
        PhaseFigures now = recorder.currentFigures();
        progress.accept(
            String.format(
                Locale.ROOT,
                "%-8s %4.0f s  %d users  %5d requests/s  p90 %.1f ms  %d errors",
                now.name(),
                now.seconds(),
                plan.users(),
                now.answers() - answersBefore,
                now.responseMicros().getValueAtPercentile(90) / 1e3,
                now.totalFailures()));
        answersBefore = now.answers();
      }
    }
    return false;
  }

  private static int fullestNode(int[] usersByNode) {
    int fullest = 0;
    for (int node = 1; node < usersByNode.length; node++) {
      if (usersByNode[node] > usersByNode[fullest]) {
        fullest = node;
      }
    }
    return fullest;
  }

  private static List<Target> targets(Cluster cluster) {
    return cluster.nodes().stream().map(node -> new Target(node.name(), node.http())).toList();
  }

  /** Cuts the warm-up into windows of a second and asks each time whether it is steady. */
  private static final class SteadyWindows implements BooleanSupplier {
    private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

    private final LoadRecorder recorder;
    private final SteadyState steady = new SteadyState();
    private Histogram counted;
    private long windowStart = System.nanoTime();

    SteadyWindows(LoadRecorder recorder) {
      this.recorder = recorder;
      this.counted = recorder.currentFigures().responseMicros();
    }

    @Override
    public boolean getAsBoolean() {
      long now = System.nanoTime();
      if (now - windowStart < WINDOW_NANOS) {
        return false;
      }
      windowStart = now;
      Histogram total = recorder.currentFigures().responseMicros();
      Histogram window = total.copy();
      window.subtract(counted);
      counted = total;
      return steady.accept(window);
    }
  }
}
