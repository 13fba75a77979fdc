// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.Integration;
import org.holdfast.drill.load.LoadDriver;
import org.holdfast.drill.load.PhaseFigures;
import org.holdfast.drill.load.Recovery;
import org.holdfast.drill.report.CountersReport;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.DriverReport;
import org.holdfast.drill.report.GrowthReport;
import org.holdfast.drill.report.IncidentReport;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.PromiseReport;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.report.ScenarioReport;
import org.holdfast.drill.report.Timeline;
import org.holdfast.drill.report.TruthReport;
import org.holdfast.drill.scenario.Step;
import org.holdfast.drill.timeline.Growth;
import org.holdfast.drill.timeline.NodeWords;
import org.holdfast.drill.timeline.TimelineRecorder;
import org.holdfast.history.SessionLog;
import org.jspecify.annotations.Nullable;

/** Draws the report from what users and nodes saw. */
final class ReportBuilder {
  private final DrillPlan plan;
  private final long startNanos;
  private final List<Incident> incidents;
  private final List<String> troubles;
  private final boolean viewsAreSeen;
  private final List<PromiseReport> effects;

  /**
   * @param play that has come to its end
   */
  ReportBuilder(DrillPlan plan, Play play) {
    this.plan = plan;
    this.startNanos = play.startNanos();
    this.incidents = play.incidents();
    this.troubles = play.troubles();
    this.viewsAreSeen = play.viewsAreSeen();
    this.effects = play.effects();
  }

  /**
   * Judges the whole drill.
   *
   * @param unfinished users whose last request was not answered
   * @param recorder that was closed
   */
  DrillReport build(LoadDriver driver, int unfinished, TimelineRecorder recorder) {
    Timeline timeline = recorder.timeline();
    UserFindings users = new UserFindings(plan, incidents, driver.histories());
    List<IncidentReport> reports =
        incidents.stream().map(incident -> incident(incident, users)).toList();
    TruthReport truth = users.truth(driver.formerIds(), unfinished);
    List<PhaseReport> phases =
        driver.recorder().figures().stream().map(ReportBuilder::phaseReport).toList();
    Verdict verdict =
        Verdict.of(plan.setup(), plan.scenario(), reports, truth, phases, viewsAreSeen, troubles);
    CountersReport counters = counters(driver.histories(), recorder.words(), truth);
    GrowthReport growth =
        Growth.of(
            timeline, plan.scenario().expectations().noGrowth(), plan.load().keptConnections(1));
    Rulings rulings = Rulings.of(counters, whyNotCounted(), growth);
    List<String> reasons =
        Stream.concat(verdict.reasons().stream(), rulings.reasons().stream()).toList();
    return new DrillReport(
        DrillReport.FORMAT,
        reasons.isEmpty() ? "holds" : "broken",
        reasons,
        new ScenarioReport(
            plan.scenario().name(),
            plan.scenario().summary(),
            plan.engine(),
            plan.integration().map(Integration::toString).orElse(null),
            plan.scenario().steps().stream().map(Step::words).toList(),
            plan.upgrade().orElse(null)),
        plan.setup(),
        reports,
        Stream.of(verdict.promises(), rulings.promises(), effects).flatMap(List::stream).toList(),
        truth,
        users.affected(),
        DrillReport.errorsOf(phases),
        phases,
        new DriverReport(
            Quantiles.ofMicros(driver.latenessMicros()), driver.recorder().idleCloses()),
        counters,
        growth,
        timeline);
  }

  private IncidentReport incident(Incident incident, UserFindings users) {
    Incident.What what = incident.what();
    List<Recovery> recoveries = users.recoveries(incident);
    List<Recovery> right = recoveries.stream().filter(Recovery::right).toList();
    List<Recovery> moved = users.moved(incident);
    long bound = plan.recoveryBound().toNanos();
    return new IncidentReport(
        what.words(),
        what.kind(),
        what.nodes().stream().map(ClusterNode::name).toList(),
        seconds(incident.startNanos()),
        incident.healedNanos().isPresent() ? seconds(incident.healedNanos().getAsLong()) : null,
        what.viewChanges(),
        what.viewChange() != FaultEffects.ViewChange.NONE && what.copiesFit(),
        !what.awayFrom().isEmpty(),
        what.rejoins(),
        what.users(),
        moved.size(),
        (int) recoveries.stream().filter(incident::leftWithoutRightAnswer).count(),
        (int) recoveries.stream().filter(one -> incident.keptWaiting(one, bound)).count(),
        millis(incident.viewChangeFirst()),
        millis(incident.viewChangeAll()),
        millis(incident.protectedAgain()),
        millis(incident.rejoinedAfterAll(incidents)),
        Quantiles.ofNanos(moved.stream().map(Recovery::sinceKillNanos).toList()),
        Quantiles.ofNanos(
            moved.stream().filter(Recovery::turnedAtOnce).map(Recovery::sinceKillNanos).toList()),
        Quantiles.ofNanos(right.stream().map(Recovery::waitedNanos).toList()),
        incident.errors());
  }

  /** Why what nodes counted is not held against what users saw; empty if it is. */
  private String whyNotCounted() {
    if (!plan.replication()) {
      return "replication is off";
    }
    if (plan.isGiven()) {
      return "a cluster that was there before has counted what others did, too";
    }
    if (plan.load().isMixed()) {
      return "answers in pieces do not say whether they are protected";
    }
    return plan.load().expect().isEmpty()
        ? ""
        : "answers of " + plan.workload() + " do not tell which session and node they are of";
  }

  private CountersReport counters(
      List<SessionLog> histories, List<NodeWords> words, TruthReport truth) {
    return NodeCounters.of(
        histories,
        whyNotCounted().isEmpty() ? words : List.of(),
        plan.ack() == AckMode.SYNC,
        (long) truth.usersUnverified() * plan.load().parallel(),
        lossesToBeTold(plan.ack(), truth));
  }

  /**
   * Lost updates of which some node must know. What only answers without a binding promise tell of
   * is none, nor what ASYNC may lose: of that a node hears only where its successor itself tells
   * it, not where it has the session back before, or hears of a later successor.
   */
  static long lossesToBeTold(AckMode ack, TruthReport truth) {
    boolean sync = ack == AckMode.SYNC;
    return truth.lostUpdates() - (sync ? truth.lostUpdatesUnbound() : truth.lostUpdatesAllowed());
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

  private double seconds(long nanos) {
    return round((nanos - startNanos) / 1e9);
  }

  private static double round(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
