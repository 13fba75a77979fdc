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

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdTally;
import org.holdfast.drill.stage.StageFigures.ServerCount;
import org.holdfast.drill.stage.SteadyState;
import org.holdfast.drill.workers.DriverFigures;
import org.holdfast.drill.workers.Drivers;
import org.jspecify.annotations.Nullable;

/**
 * One stage of load: ramp-up, warm-up until response times are steady, steady state, ramp-down.
 * Runs on one thread, which may be interrupted to stop it; every connection is closed in any case.
 *
 * <p>When one of several processes that drive is lost, what is left of each phase is skipped: the
 * stage says nothing any more, and what it says is why.
 */
final class LoadRun {
  private static final long TICK_MILLIS = 50;
  private static final long TICKS_A_SECOND = 1_000 / TICK_MILLIS;

  private final LoadPlan plan;
  private final Consumer<String> progress;
  private final ServerCounter servers;

  /**
   * All that a run measured; what it means is for {@link LoadReports} to say.
   *
   * @param workers processes that were to drive
   * @param drivers those that were left at the end of the steady state, with what they showed
   * @param lost those that were lost, in words
   * @param cycleSeconds of which the steady state has a whole number; 0 for the open model
   */
  record Measured(
      int workers,
      List<DriverFigures> drivers,
      List<String> lost,
      CrowdFigures steady,
      boolean warm,
      double warmUpSeconds,
      double cycleSeconds,
      CrowdTally atSteadyEnd,
      CrowdTally atTheEnd,
      @Nullable ServerCount serverCount) {}

  /** Makes what drives the users of a run. */
  @FunctionalInterface
  interface DriversOf {
    Drivers of(LoadPlan plan) throws IOException, InterruptedException;
  }

  /**
   * @param progress hears a line a second, for people
   */
  LoadRun(LoadPlan plan, Consumer<String> progress) {
    this.plan = plan;
    this.progress = progress;
    this.servers = new ServerCounter(plan.countUrls());
  }

  /**
   * Runs to the end: the times of the plan and those of warm-up and open requests.
   *
   * @throws IOException if the drivers cannot begin, or a server's count cannot be read
   */
  Measured run(DriversOf made) throws IOException, InterruptedException {
    long before = servers.total();
    try (Drivers drivers = made.of(plan)) {
      return drive(drivers, before);
    }
  }

  private Measured drive(Drivers drivers, long countBefore)
      throws IOException, InterruptedException {
    StageTimes times = plan.times();
    drivers.start(times.rampUp());
    watch(drivers, times.rampUp(), plan.maxWarmUp().plus(times.steady()).plus(times.rampDown()));
    List<DriverFigures> unused = drivers.enter("warm-up");
    long warmUpStart = System.nanoTime();
    boolean warm =
        watch(
            drivers,
            plan.maxWarmUp(),
            times.steady().plus(times.rampDown()),
            new SteadyWindows(drivers));
    double warmUpSeconds = (System.nanoTime() - warmUpStart) / 1e9;

    Cycle cycle = Cycle.of(plan.crowd(), DriverFigures.phaseOf(drivers.enter("steady")));
    watch(drivers, cycle.whole(times.steady()), times.rampDown());
    List<DriverFigures> ended = drivers.enter("ramp-down");
    CrowdFigures steady = DriverFigures.phaseOf(ended);

    rampDown(drivers, times.rampDown());
    drivers.leave(1);
    unused = drivers.enter("last");
    watch(
        drivers,
        patience(steady),
        Duration.ZERO,
        () -> DriverFigures.tallyOf(drivers.look()).open() == 0);
    List<DriverFigures> last = drivers.look();
    return new Measured(
        drivers.asked(),
        ended,
        drivers.lost(),
        steady,
        warm,
        warmUpSeconds,
        cycle.seconds(),
        DriverFigures.tallyOf(ended),
        DriverFigures.tallyOf(last),
        serverCount(countBefore, last));
  }

  private void rampDown(Drivers drivers, Duration length) throws IOException, InterruptedException {
    long down = System.nanoTime();
    watch(
        drivers,
        length,
        Duration.ZERO,
        () -> {
          drivers.leave((System.nanoTime() - down) / (double) length.toNanos());
          return false;
        });
  }

  private @Nullable ServerCount serverCount(long before, List<DriverFigures> last)
      throws IOException, InterruptedException {
    return servers.isAsked()
        ? new ServerCount(
            servers.total() - before,
            last.stream().mapToLong(DriverFigures::answersOfRun).sum(),
            last.stream().mapToLong(DriverFigures::unansweredOfRun).sum())
        : null;
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

  private void watch(Drivers drivers, Duration length, Duration after)
      throws IOException, InterruptedException {
    boolean unused = watch(drivers, length, after, () -> false);
  }

  /** What is waited for; may ask the drivers. */
  @FunctionalInterface
  private interface End {
    boolean isReached() throws IOException, InterruptedException;
  }

  /**
   * Waits until {@code end} says so; false when {@code longest} passed first, or a driver was lost.
   * A line a second.
   *
   * @param after what comes after it at most, for the remaining time
   */
  private boolean watch(Drivers drivers, Duration longest, Duration after, End end)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    CrowdFigures before = DriverFigures.phaseOf(drivers.look());
    for (long tick = 1; ; tick++) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || !drivers.lost().isEmpty()) {
        return false;
      }
      Thread.sleep(Math.min(TICK_MILLIS, 1 + left / 1_000_000));
      if (end.isReached()) {
        return true;
      }
      if (tick % TICKS_A_SECOND == 0) {
        CrowdFigures now = DriverFigures.phaseOf(drivers.look());
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
  private static final class SteadyWindows implements End {
    private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long ENOUGH_ANSWERS = 20;

    private final Drivers drivers;
    private final SteadyState steady = new SteadyState();
    private Histogram counted;
    private long windowStart = System.nanoTime();

    SteadyWindows(Drivers drivers) throws IOException, InterruptedException {
      this.drivers = drivers;
      this.counted = total();
    }

    private Histogram total() throws IOException, InterruptedException {
      return DriverFigures.phaseOf(drivers.look()).fromDueMicros();
    }

    @Override
    public boolean isReached() throws IOException, InterruptedException {
      long now = System.nanoTime();
      if (now - windowStart < WINDOW_NANOS) {
        return false;
      }
      Histogram total = total();
      if (!drivers.lost().isEmpty()) {
        return false; // and what it had counted is gone with it
      }
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
