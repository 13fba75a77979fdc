// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.holdfast.drill.cli.Lines;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdTally;
import org.holdfast.drill.stage.StageFigures.ServerCount;
import org.holdfast.drill.stage.StageFigures.Servers;
import org.holdfast.drill.workers.DriverFigures;
import org.holdfast.drill.workers.Drivers;

/**
 * One stage of load: ramp-up, warm-up until response times are steady, steady state, ramp-down.
 * Runs on one thread, which may be interrupted to stop it; every connection is closed in any case.
 *
 * <p>When one of several processes that drive is lost, what is left of each phase is skipped: the
 * stage says nothing any more, and what it says is why.
 */
final class LoadRun {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long TICKS_A_SECOND = TimeUnit.SECONDS.toNanos(1) / TICK_NANOS;

  private final LoadPlan plan;
  private final Consumer<String> progress;
  private final ServerCounter servers;
  private final Time time;

  /** What phases are timed by. */
  interface Time {
    Time REAL =
        new Time() {
          @Override
          public long nanos() {
            return System.nanoTime();
          }

          @Override
          public void sleep(long nanos) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(nanos);
          }
        };

    long nanos();

    void sleep(long nanos) throws InterruptedException;
  }

  /**
   * All that a run measured; what it means is for {@link LoadReports} to say.
   *
   * @param workers processes that were to drive
   * @param drivers those that were left at the end of the steady state, with what they showed
   * @param lost those that were lost, in words
   * @param elsewhere what was seen before and after the steady state
   * @param countersWrong lost updates of the whole run; one that was seen at the moment when a
   *     phase ended may be in no phase
   * @param cycleSeconds of which the steady state has a whole number; 0 for the open model
   */
  record Measured(
      int workers,
      List<DriverFigures> drivers,
      List<String> lost,
      CrowdFigures steady,
      CrowdFigures elsewhere,
      boolean warm,
      double warmUpSeconds,
      long warmUpAnswers,
      long countersWrong,
      double cycleSeconds,
      CrowdTally atSteadyStart,
      CrowdTally atSteadyEnd,
      CrowdTally atTheEnd,
      Servers servers) {}

  /** Makes what drives the users of a run. */
  @FunctionalInterface
  interface DriversOf {
    Drivers of(LoadPlan plan) throws IOException, InterruptedException;
  }

  /**
   * @param progress hears a line a second, for people
   */
  LoadRun(LoadPlan plan, Consumer<String> progress) {
    this(plan, progress, Time.REAL);
  }

  LoadRun(LoadPlan plan, Consumer<String> progress, Time time) {
    this.plan = plan;
    this.progress = progress;
    this.time = time;
    this.servers = new ServerCounter(plan.countUrls());
  }

  /**
   * Runs to the end: the times of the plan and those of warm-up and open requests.
   *
   * @throws IOException if the drivers cannot begin, or a server's count cannot be read before
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
    watch(drivers, times.rampUp(), now -> plan.maxWarmUp().plus(fromSteady(now)));
    CrowdFigures rampUp = DriverFigures.phaseOf(drivers.enter("warm-up"));
    long warmUpStart = time.nanos();
    SteadyWindows windows =
        new SteadyWindows(drivers, time, WindowTimes.of(plan), plan.bound().millis(), settling());
    boolean warm = watch(drivers, plan.maxWarmUp(), this::fromSteady, windows);
    double warmUpSeconds = (time.nanos() - warmUpStart) / 1e9;

    List<DriverFigures> begun = drivers.enter("steady");
    CrowdFigures warmUp = DriverFigures.phaseOf(begun);
    Cycle cycle = Cycle.of(plan.crowd(), windows.lastButOne(), warmUp);
    watch(drivers, cycle.whole(times.steady()), this::fromRampDown);
    List<DriverFigures> ended = drivers.enter("ramp-down");
    CrowdFigures steady = DriverFigures.phaseOf(ended);

    Duration patience = patience(steady, DriverFigures.tallyOf(ended).oldestOpenSeconds());
    rampDown(drivers, times.rampDown(), patience);
    drivers.leave(1);
    CrowdFigures rampDown = DriverFigures.phaseOf(drivers.enter("last"));
    watch(
        drivers,
        patience,
        now -> Duration.ZERO,
        () -> DriverFigures.tallyOf(drivers.look()).open() == 0);
    List<DriverFigures> last = drivers.look();
    CrowdFigures end = DriverFigures.phaseOf(last);
    return new Measured(
        drivers.asked(),
        ended,
        drivers.lost(),
        steady,
        CrowdFigures.merged(List.of(rampUp, warmUp, rampDown, end)),
        warm,
        warmUpSeconds,
        warmUp.answers(),
        last.stream().mapToLong(DriverFigures::countersWrongOfRun).sum(),
        cycle.seconds(),
        DriverFigures.tallyOf(begun),
        DriverFigures.tallyOf(ended),
        DriverFigures.tallyOf(last),
        counted(countBefore, last));
  }

  /**
   * Before every user has had the time for its longest pause, those that have ended are the short
   * ones: the crowd asks too often or too seldom, by 5 % when measured 3 s after a ramp-up of three
   * mean pauses. Leaves time to find response times steady.
   */
  private Duration settling() {
    Duration most = plan.maxWarmUp().multipliedBy(4).dividedBy(5);
    Duration longest = plan.crowd().isOpen() ? Duration.ZERO : plan.crowd().thinkTime().longest();
    return longest.compareTo(most) < 0 ? longest : most;
  }

  /** Steady state and what follows, as long as it lasts if answers take as long as they do now. */
  private Duration fromSteady(CrowdFigures now) {
    Cycle cycle = Cycle.of(plan.crowd(), CrowdFigures.none(), now);
    return cycle.whole(plan.times().steady()).plus(fromRampDown(now));
  }

  private Duration fromRampDown(CrowdFigures now) {
    return plan.times().rampDown().plus(patience(now, 0));
  }

  private void rampDown(Drivers drivers, Duration length, Duration after)
      throws IOException, InterruptedException {
    long down = time.nanos();
    watch(
        drivers,
        length,
        now -> after,
        () -> {
          drivers.leave((time.nanos() - down) / (double) length.toNanos());
          return false;
        });
  }

  /** What was measured stands though a server has died meanwhile: that it is silent is told. */
  private Servers counted(long before, List<DriverFigures> last) throws InterruptedException {
    if (!servers.isAsked()) {
      return Servers.NOT_ASKED;
    }
    try {
      return new Servers(
          new ServerCount(
              servers.total() - before,
              last.stream().mapToLong(DriverFigures::answersOfRun).sum(),
              last.stream().mapToLong(DriverFigures::unansweredOfRun).sum()
                  + DriverFigures.tallyOf(last).underWay().waiting()),
          "");
    } catch (IOException e) {
      return new Servers(null, Lines.reason(e));
    }
  }

  /**
   * How long a request may stay open after the ramp-down: longer than any that was answered, and in
   * the open model as long besides as the first in the queue had waited.
   */
  private Duration patience(CrowdFigures answered, double oldestSeconds) {
    double longest =
        Math.max(4 * plan.bound().millis(), answered.fromSendMicros().getMaxValue() / 500.0);
    Duration longer = Duration.ofMillis(Math.max(2_000, (long) longest));
    // Whatever happens to it, a request is over then: a connection and an answer, on each node.
    Duration over = plan.crowd().timeout().multipliedBy(2L * plan.targets().size()).plusSeconds(1);
    Duration served = longer.compareTo(over) < 0 ? longer : over;
    return plan.crowd().isOpen() ? served.plusMillis((long) (1e3 * oldestSeconds)) : served;
  }

  private void watch(Drivers drivers, Duration length, Function<CrowdFigures, Duration> after)
      throws IOException, InterruptedException {
    boolean unused = watch(drivers, length, after, () -> false);
  }

  /** What is waited for; may ask the drivers. */
  @FunctionalInterface
  interface End {
    boolean isReached() throws IOException, InterruptedException;
  }

  /**
   * Waits until {@code end} says so; false when {@code longest} passed first, or a driver was lost.
   * A line a second.
   *
   * @param after what comes after it at most, for the remaining time
   */
  private boolean watch(
      Drivers drivers, Duration longest, Function<CrowdFigures, Duration> after, End end)
      throws IOException, InterruptedException {
    long deadline = time.nanos() + longest.toNanos();
    CrowdFigures before = DriverFigures.phaseOf(drivers.look());
    for (long tick = 1; ; tick++) {
      long left = deadline - time.nanos();
      if (left <= 0 || !drivers.lost().isEmpty()) {
        return false;
      }
      time.sleep(Math.min(TICK_NANOS, left));
      if (end.isReached()) {
        return true;
      }
      if (tick % TICKS_A_SECOND == 0) {
        CrowdFigures now = DriverFigures.phaseOf(drivers.look());
        say(before, now, left / 1e9 + after.apply(now).toNanos() / 1e9);
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
}
