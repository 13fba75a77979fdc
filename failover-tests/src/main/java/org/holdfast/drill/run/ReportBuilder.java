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

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.load.FormerIds;
import org.holdfast.drill.load.LoadDriver;
import org.holdfast.drill.load.PhaseFigures;
import org.holdfast.drill.load.Recovery;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.DriverReport;
import org.holdfast.drill.report.FormerIdsReport;
import org.holdfast.drill.report.KillReport;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.report.TruthReport;
import org.holdfast.replication.history.Exchange;
import org.holdfast.replication.history.Findings;
import org.holdfast.replication.history.HistoryChecker;
import org.holdfast.replication.history.HistoryRules;
import org.holdfast.replication.history.Reply;
import org.holdfast.replication.history.SessionLog;
import org.holdfast.replication.history.Violation;
import org.jspecify.annotations.Nullable;

/** Draws the report from what users and survivors saw. */
final class ReportBuilder {
  private static final int EXAMPLES = 5;

  private final DrillPlan plan;
  private final Kill kill;

  /**
   * The kill of a drill.
   *
   * @param victim name of the node
   * @param atNanos when, on {@link System#nanoTime}
   * @param users users that were sticky to it
   */
  record Kill(String victim, long atNanos, int users) {}

  ReportBuilder(DrillPlan plan, Kill kill) {
    this.plan = plan;
    this.kill = kill;
  }

  /**
   * Judges the whole drill.
   *
   * @param unfinished users whose last request was not answered
   */
  DrillReport build(LoadDriver driver, ViewWatch views, long unfinished) {
    KillReport killed = killReport(driver.recoveries(), views);
    TruthReport truth = truthReport(driver.histories(), driver.formerIds(), (int) unfinished);
    List<PhaseReport> phases =
        driver.recorder().figures().stream().map(ReportBuilder::phaseReport).toList();
    DriverReport driverReport =
        new DriverReport(
            Quantiles.ofMicros(driver.latenessMicros()), driver.recorder().idleCloses());
    List<String> reasons =
        VerdictRules.reasons(plan.setup(), killed, truth, DrillReport.errorsOf(measured(phases)));
    return DrillReport.of(reasons, plan.setup(), killed, truth, phases, driverReport);
  }

  /** Leaves out what happened before the cluster was warm: the kill has no part in it. */
  private static List<PhaseReport> measured(List<PhaseReport> phases) {
    return phases.stream()
        .filter(phase -> !phase.phase().equals("ramp-up") && !phase.phase().equals("warm-up"))
        .toList();
  }

  private KillReport killReport(List<Recovery> recoveries, ViewWatch views) {
    List<Recovery> right = recoveries.stream().filter(Recovery::right).toList();
    List<Recovery> moved = right.stream().filter(Recovery::onVictim).toList();
    long bound = plan.recoveryBound().toNanos();
    return new KillReport(
        kill.victim(),
        kill.users(),
        moved.size(),
        recoveries.size() - right.size(),
        (int) right.stream().filter(recovery -> recovery.waitedNanos() > bound).count(),
        millis(views.firstChangeNanos()),
        millis(views.allChangedNanos()),
        millis(views.allSettledNanos()),
        Quantiles.ofNanos(moved.stream().map(Recovery::sinceKillNanos).toList()),
        Quantiles.ofNanos(
            moved.stream().filter(Recovery::turnedAtOnce).map(Recovery::sinceKillNanos).toList()),
        Quantiles.ofNanos(right.stream().map(Recovery::waitedNanos).toList()));
  }

  private TruthReport truthReport(List<SessionLog> histories, FormerIds ids, int unfinished) {
    List<Findings> findings =
        histories.stream()
            .map(history -> HistoryChecker.check(history, HistoryRules.everyAnswer()))
            .toList();
    return new TruthReport(
        histories.size() - unfinished,
        unfinished,
        (int) histories.stream().filter(this::silentBeforeKill).count(),
        findings.stream().mapToLong(Findings::answers).sum(),
        findings.stream().mapToLong(Findings::unprotectedAnswers).sum(),
        findings.stream().mapToLong(found -> found.lostUpdates().size()).sum(),
        findings.stream()
            .flatMap(found -> found.lostUpdates().stream())
            .filter(this::mayBeLost)
            .count(),
        count(findings, Violation.Kind.STALE),
        count(findings, Violation.Kind.RESET),
        count(findings, Violation.Kind.DUPLICATED),
        count(findings, Violation.Kind.RESURRECTED),
        count(findings, Violation.Kind.CONTRADICTED),
        count(findings, Violation.Kind.REGRESSED),
        histories.stream().mapToLong(ReportBuilder::labelled).sum(),
        new FormerIdsReport(ids.logins(), ids.loginsLost(), ids.logouts(), ids.tried()),
        findings.stream()
            .flatMap(found -> found.violations().stream())
            .limit(EXAMPLES)
            .map(this::describe)
            .toList());
  }

  private boolean silentBeforeKill(SessionLog history) {
    return history.exchanges().stream()
        .noneMatch(
            exchange ->
                exchange.reply() instanceof Reply.Served
                    && exchange.doneNanos() - kill.atNanos() < 0);
  }

  private static long labelled(SessionLog history) {
    return history.exchanges().stream()
        .filter(
            exchange ->
                exchange.reply() instanceof Reply.Served served && served.position().isPresent())
        .count();
  }

  private boolean mayBeLost(Exchange lost) {
    return plan.ack() == AckMode.ASYNC
        && lost.node().equals(kill.victim())
        && lost.doneNanos() - kill.atNanos() >= -plan.asyncWindow().toNanos();
  }

  private String describe(Violation violation) {
    long sinceKill =
        TimeUnit.NANOSECONDS.toMillis(violation.exchange().doneNanos() - kill.atNanos());
    return violation.describe()
        + ", "
        + Math.abs(sinceKill)
        + " ms "
        + (sinceKill < 0 ? "before" : "after")
        + " the kill";
  }

  private static long count(List<Findings> findings, Violation.Kind kind) {
    return findings.stream().mapToLong(found -> found.count(kind)).sum();
  }

  private static PhaseReport phaseReport(PhaseFigures figures) {
    Map<String, Long> errors = new TreeMap<>();
    figures
        .failures()
        .forEach(
            (kind, count) -> {
              if (count > 0) {
                errors.put(kind.label(), count);
              }
            });
    return new PhaseReport(
        figures.name(),
        round(figures.seconds()),
        figures.answers(),
        round(figures.answersPerSecond()),
        errors,
        Quantiles.ofMicros(figures.responseMicros()));
  }

  private static @Nullable Double millis(OptionalLong nanos) {
    return nanos.isPresent() ? round(nanos.getAsLong() / 1e6) : null;
  }

  private static double round(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
