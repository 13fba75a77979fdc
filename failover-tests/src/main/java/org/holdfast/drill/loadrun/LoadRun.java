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

package org.holdfast.drill.loadrun;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.crowd.Crowd;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdRecorder;
import org.holdfast.drill.crowd.UserTally;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.stage.StageFigures.ServerCount;
import org.holdfast.drill.stage.SteadyState;
import org.jspecify.annotations.Nullable;

/**
 * One stage of load: ramp-up, warm-up until response times are steady, steady state, ramp-down.
 * Runs on one thread, which may be interrupted to stop it; every connection is closed in any case.
 */
final class LoadRun {
  private static final long TICK_MILLIS = 50;
  private static final long TICKS_A_SECOND = 1_000 / TICK_MILLIS;

  private final LoadPlan plan;
  private final Consumer<String> progress;
  private final Consumer<String> phases;
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final ServerCounter servers;

  /** All that a run measured; what it means is for {@link LoadReports} to say. */
  record Measured(
      CrowdFigures steady,
      boolean warm,
      double warmUpSeconds,
      long cpuNanos,
      List<UserTally> atSteadyEnd,
      long waitingArrivals,
      List<UserTally> atTheEnd,
      @Nullable ServerCount serverCount) {}

  /**
   * @param progress hears a line a second, for people
   * @param phases hears the name of each phase as it begins
   */
  LoadRun(LoadPlan plan, Consumer<String> progress, Consumer<String> phases) {
    this.plan = plan;
    this.progress = progress;
    this.phases = phases;
    this.servers = new ServerCounter(plan.countUrls());
  }

  /**
   * Runs to the end: the times of the plan and those of warm-up and open requests.
   *
   * @throws IOException if the driver cannot open its selectors, or a server's count cannot be read
   */
  Measured run() throws IOException, InterruptedException {
    long before = servers.total();
    CrowdRecorder recorder = new CrowdRecorder(System::nanoTime, "ramp-up");
    int selectors = Math.max(1, Runtime.getRuntime().availableProcessors() / 4);
    try (Crowd crowd =
        Crowd.of(plan.crowd(), plan.targets(), GrizzlyHttpEngine.start(selectors), recorder)) {
      return drive(crowd, recorder, before);
    }
  }

  private Measured drive(Crowd crowd, CrowdRecorder recorder, long countBefore)
      throws IOException, InterruptedException {
    StageTimes times = plan.times();
    crowd.start(times.rampUp());
    watch(recorder, times.rampUp(), plan.maxWarmUp().plus(times.steady()).plus(times.rampDown()));
    recorder.enter("warm-up");
    phases.accept("warm-up");
    long warmUpStart = System.nanoTime();
    boolean warm =
        watch(
            recorder,
            plan.maxWarmUp(),
            times.steady().plus(times.rampDown()),
            new SteadyWindows(recorder));
    double warmUpSeconds = (System.nanoTime() - warmUpStart) / 1e9;

    crowd.beginTally();
    long cpu = system.getProcessCpuTime();
    recorder.enter("steady");
    phases.accept("steady");
    watch(recorder, times.steady(), times.rampDown());
    CrowdFigures steady = recorder.enter("ramp-down");
    cpu = system.getProcessCpuTime() - cpu;
    List<UserTally> atSteadyEnd = crowd.tallies();
    long waiting = crowd.waitingArrivals();
    phases.accept("ramp-down");

    long down = System.nanoTime();
    watch(
        recorder,
        times.rampDown(),
        Duration.ZERO,
        () -> {
          crowd.leave((System.nanoTime() - down) / (double) times.rampDown().toNanos());
          return false;
        });
    crowd.leave(1);
    recorder.enter("last");
    watch(
        recorder,
        patience(steady),
        Duration.ZERO,
        () -> crowd.tallies().stream().noneMatch(UserTally::isOpen));
    List<UserTally> atTheEnd = crowd.tallies();
    ServerCount count =
        servers.isAsked()
            ? new ServerCount(
                servers.total() - countBefore, recorder.answersOfRun(), recorder.unansweredOfRun())
            : null;
    return new Measured(steady, warm, warmUpSeconds, cpu, atSteadyEnd, waiting, atTheEnd, count);
  }

  /** How long a request may stay open after the ramp-down: longer than any that was answered. */
  private Duration patience(CrowdFigures steady) {
    double longest =
        Math.max(4 * plan.bound().millis(), steady.fromSendMicros().getMaxValue() / 500.0);
    Duration answered = Duration.ofMillis(Math.max(2_000, (long) longest));
    // Whatever happens to it, a request is over then: a connection and an answer, on each node.
    Duration over = plan.crowd().timeout().multipliedBy(2L * plan.targets().size()).plusSeconds(1);
    return answered.compareTo(over) < 0 ? answered : over;
  }

  private void watch(CrowdRecorder recorder, Duration length, Duration after)
      throws InterruptedException {
    boolean unused = watch(recorder, length, after, () -> false);
  }

  /**
   * Waits until {@code end} says so; false when {@code longest} passed first. A line a second.
   *
   * @param after what comes after it at most, for the remaining time
   */
  private boolean watch(
      CrowdRecorder recorder, Duration longest, Duration after, BooleanSupplier end)
      throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    CrowdFigures before = recorder.currentFigures();
    for (long tick = 1; ; tick++) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      Thread.sleep(Math.min(TICK_MILLIS, 1 + left / 1_000_000));
      if (end.getAsBoolean()) {
        return true;
      }
      if (tick % TICKS_A_SECOND == 0) {
        CrowdFigures now = recorder.currentFigures();
        say(before, now, left / 1e9 + after.toNanos() / 1e9);
        before = now;
      }
    }
  }

  private void say(CrowdFigures before, CrowdFigures now, double leftSeconds) {
    progress.accept(
        String.format(
            Locale.ROOT,
            "%-9s %4.0f s, %4.0f s left at most  %6.0f requests/s  %s %.1f ms  %d errors",
            now.name(),
            now.seconds(),
            leftSeconds,
            (now.answers() - before.answers()) / (now.seconds() - before.seconds()),
            plan.bound().label(),
            now.fromDueMicros().getValueAtPercentile(plan.bound().percentile()) / 1e3,
            now.totalFailures()));
  }

  /** Cuts the warm-up into windows and asks each time whether it is steady. */
  private static final class SteadyWindows implements BooleanSupplier {
    private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long ENOUGH_ANSWERS = 20;

    private final CrowdRecorder recorder;
    private final SteadyState steady = new SteadyState();
    private Histogram counted;
    private long windowStart = System.nanoTime();

    SteadyWindows(CrowdRecorder recorder) {
      this.recorder = recorder;
      this.counted = recorder.currentFigures().fromDueMicros();
    }

    @Override
    public boolean getAsBoolean() {
      long now = System.nanoTime();
      if (now - windowStart < WINDOW_NANOS) {
        return false;
      }
      Histogram total = recorder.currentFigures().fromDueMicros();
      Histogram window = total.copy();
      window.subtract(counted);
      if (window.getTotalCount() < ENOUGH_ANSWERS && now - windowStart < LONGEST_NANOS) {
        return false;
      }
      windowStart = now;
      counted = total;
      return steady.accept(window);
    }
  }
}
