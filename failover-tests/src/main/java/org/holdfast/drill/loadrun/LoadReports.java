// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.CrowdTally;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.stage.DriverCrew;
import org.holdfast.drill.stage.Fairness;
import org.holdfast.drill.stage.StageFigures;
import org.holdfast.drill.stage.StageRules;
import org.holdfast.drill.stage.Verdict;
import org.holdfast.drill.workers.DriverFigures;
import org.jspecify.annotations.Nullable;

/** Makes a report of what a run measured: has it judged, and puts figures under their names. */
final class LoadReports {
  private LoadReports() {}

  /**
   * Reports a run.
   *
   * @param commit of what was driven, null if nobody said
   */
  static LoadReport of(LoadPlan plan, LoadRun.Measured measured, @Nullable String commit) {
    StageFigures figures = figures(plan, measured);
    Verdict verdict = StageRules.judge(figures, plan.bound());
    CrowdFigures steady = measured.steady();
    return new LoadReport(
        LoadReport.FORMAT,
        verdict.outcome().toString(),
        verdict.reasons(),
        setup(plan),
        result(figures, measured),
        ResponseTimes.ofMicros(steady.fromDueMicros()),
        ResponseTimes.ofMicros(steady.fromSendMicros()),
        figures.failures(),
        figures.failuresElsewhere(),
        verdict.checks().stream()
            .map(
                check ->
                    new LoadReport.CheckReport(
                        check.name(),
                        check.kind().name().toLowerCase(Locale.ROOT),
                        check.passed(),
                        check.words()))
            .toList(),
        new LoadReport.Driver(
            figures.driverCpuShare(),
            steady.answers() == 0 ? 0 : cpuNanos(measured.drivers()) / 1e3 / steady.answers(),
            figures.busiestThreadShare(),
            figures.latenessMillis(),
            steady.latenessMicros().getMaxValue() / 1e3,
            measured.workers(),
            measured.drivers().stream().map(LoadReports::worker).toList()),
        measured.servers().count(),
        new LoadReport.Environment(
            new VersionLine().getVersion()[0],
            System.getProperty("java.version"),
            System.getProperty("os.name") + " " + System.getProperty("os.arch"),
            figures.cores(),
            commit));
  }

  private static long cpuNanos(List<DriverFigures> drivers) {
    return drivers.stream().mapToLong(DriverFigures::cpuNanos).sum();
  }

  private static LoadReport.Worker worker(DriverFigures driver) {
    return new LoadReport.Worker(
        driver.name(),
        driver.machine(),
        driver.cores(),
        driver.cpuShare(),
        driver.heapBytes() / 1e6,
        driver.residentBytes() / 1e6,
        latenessMillis(driver),
        driver.tally().users(),
        driver.phase().answers(),
        1e3 * driver.phase().longestGapSeconds());
  }

  static StageFigures figures(LoadPlan plan, LoadRun.Measured measured) {
    CrowdFigures steady = measured.steady();
    long answers = steady.answers();
    BusiestMachine busiest = BusiestMachine.of(measured.drivers());
    return new StageFigures(
        plan.crowd().users(),
        plan.crowd().requestsPerSecond(),
        steady.seconds(),
        answers,
        answers == 0 ? 0 : steady.responseSeconds() / answers,
        steady.fromDueMicros().getValueAtPercentile(plan.bound().percentile()) / 1e3,
        steady.fromDueMicros().getMaxValue() / 1e3,
        cycles(plan, measured),
        think(plan.crowd(), steady),
        new StageFigures.WarmUp(
            measured.warm(), measured.warmUpSeconds(), measured.warmUpAnswers()),
        steady.longestGapSeconds(),
        WindowTimes.pauseInStep(plan, measured.cycleSeconds()),
        measured.drivers().stream().mapToDouble(LoadReports::latenessMillis).max().orElse(0),
        busiest.cpuShare(),
        busiest.cores(),
        measured.drivers().stream().mapToDouble(DriverFigures::busiestThreadShare).max().orElse(0),
        new DriverCrew(measured.workers(), measured.lost(), busiest.names()),
        open(measured.atSteadyStart()),
        open(measured.atSteadyEnd()),
        open(measured.atTheEnd()),
        fairness(measured.atSteadyEnd()),
        new StageFigures.Scatter(
            steady.fromDueMicros().getMean() / 1e6, steady.fromDueMicros().getStdDeviation() / 1e6),
        failures(steady),
        steady.failedRequests(),
        failuresByKind(measured.elsewhere()),
        steady.wrongAnswer().isEmpty() ? measured.elsewhere().wrongAnswer() : steady.wrongAnswer(),
        new StageFigures.NotOpened(notOpened(steady), steady.notOpened()),
        sessions(plan, measured),
        measured.servers());
  }

  /** Attempts that failed by kind, but those that never left this machine. */
  private static Map<String, Long> failures(CrowdFigures phase) {
    Map<String, Long> failures = failuresByKind(phase);
    failures.remove(FailureKind.NOT_OPENED.label());
    return failures;
  }

  private static Map<String, Long> failuresByKind(CrowdFigures phase) {
    Map<String, Long> failures = new TreeMap<>();
    phase.failures().forEach((kind, count) -> failures.put(kind.label(), count));
    return failures;
  }

  private static long notOpened(CrowdFigures phase) {
    return phase.failures().getOrDefault(FailureKind.NOT_OPENED, 0L);
  }

  private static StageFigures.Sessions sessions(LoadPlan plan, LoadRun.Measured measured) {
    // What is first was in the ramp-up.
    CrowdFigures.Sessions seen = measured.elsewhere().sessions().plus(measured.steady().sessions());
    // What is counted over the run has those of a moment between phases; a lost worker's are in
    // phases alone.
    long wrong = Math.max(seen.countersWrong(), measured.countersWrong());
    return new StageFigures.Sessions(
        plan.crowd().followsCounters(),
        measured.steady().answers() + measured.elsewhere().answers(),
        seen.begun(),
        seen.replaced(),
        seen.countersRight() + wrong,
        wrong,
        plan.crowd().sessionCookie(),
        seen.otherCookie());
  }

  private static StageFigures.Cycles cycles(LoadPlan plan, LoadRun.Measured measured) {
    if (plan.crowd().isOpen()) {
      return StageFigures.Cycles.NONE;
    }
    CrowdFigures steady = measured.steady();
    long ended = steady.answers() + steady.failedRequests();
    double pause = steady.plannedPauseSeconds() / Math.max(1, steady.pauses());
    return new StageFigures.Cycles(
        ended,
        (steady.responseSeconds() + steady.failedSeconds()) / Math.max(1, ended),
        pause,
        measured.atSteadyEnd().underWay().seconds(pause)
            - measured.atSteadyStart().underWay().seconds(pause),
        steady.wholeCycleSeconds());
  }

  /** As drawn: that users wait longer after a failure was not asked for, and is told beside it. */
  private static StageFigures.Think think(CrowdPlan crowd, CrowdFigures steady) {
    double pauses = Math.max(1, steady.pauses());
    double asked = crowd.thinkTime().mean().toNanos() / 1e9;
    double scatter =
        switch (crowd.thinkTime().distribution()) {
          case EXPONENTIAL -> 1;
          case UNIFORM -> 1 / Math.sqrt(12);
          case FIXED -> 0;
        };
    return new StageFigures.Think(
        asked,
        (steady.plannedPauseSeconds() - steady.delaySeconds()) / pauses,
        (steady.measuredPauseSeconds() - steady.delaySeconds()) / pauses,
        steady.delaySeconds() / pauses,
        steady.pauses(),
        scatter,
        crowd.thinkFrom() == ThinkFrom.CYCLE);
  }

  private static double latenessMillis(DriverFigures driver) {
    return driver.phase().latenessMicros().getValueAtPercentile(99) / 1e3;
  }

  private static StageFigures.Open open(CrowdTally tally) {
    return new StageFigures.Open(tally.open(), tally.oldestOpenSeconds());
  }

  private static Fairness fairness(CrowdTally tally) {
    return Fairness.of(
        tally.users(),
        (double) tally.answers(),
        tally.squaredAnswers(),
        tally.fewestAnswers(),
        tally.slowestUserSeconds(),
        tally.usualSeconds(),
        tally.usualAnswers());
  }

  private static LoadReport.Setup setup(LoadPlan plan) {
    CrowdPlan crowd = plan.crowd();
    Map<String, Integer> pages = new LinkedHashMap<>();
    crowd.pages().forEach(page -> pages.merge(page.target(), page.weight(), Integer::sum));
    return new LoadReport.Setup(
        crowd.users(),
        crowd.requestsPerSecond(),
        crowd.thinkTime().distribution().toString(),
        crowd.thinkFrom().toString(),
        crowd.thinkTime().mean().toNanos() / 1e6,
        pages,
        plan.targets().stream().map(Target::name).toList(),
        plan.times().rampUp().toMillis() / 1e3,
        plan.times().steady().toMillis() / 1e3,
        plan.times().rampDown().toMillis() / 1e3,
        plan.bound().percentile(),
        plan.bound().millis(),
        plan.bound().maxErrorPercent(),
        crowd.seed());
  }

  private static LoadReport.Result result(StageFigures figures, LoadRun.Measured measured) {
    CrowdFigures steady = measured.steady();
    return new LoadReport.Result(
        figures.seconds(),
        figures.answers(),
        figures.requestsPerSecond(),
        figures.boundedMillis(),
        figures.usersByLittle(),
        figures.usersByWholeCycles(),
        1e3 * figures.think().planned(),
        1e3 * figures.think().measured(),
        measured.warmUpSeconds(),
        1e3 * figures.longestGapSeconds(),
        figures.atSteadyEnd().count(),
        1e3 * figures.atSteadyEnd().oldestSeconds(),
        figures.atTheEnd().count(),
        figures.fairness().jain(),
        figures.fairness().fewestAnswers(),
        1e3 * figures.fairness().slowestUserSeconds(),
        figures.failedRequests(),
        steady.idleCloses(),
        figures.sessions().judged(),
        figures.sessions().wrong(),
        figures.sessions().replaced(),
        measured.drivers().stream().mapToLong(DriverFigures::waitingArrivals).sum(),
        measured.cycleSeconds(),
        figures.sessions().begun(),
        figures.sessions().answers(),
        figures.notOpened().count(),
        1e3 * figures.fairness().usualSeconds());
  }
}
