// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.capacity.CapacityLine;
import org.holdfast.drill.capacity.CapacityResult;
import org.holdfast.drill.capacity.DemandFit;
import org.holdfast.drill.capacity.LimitingFactor;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.capacity.ScalabilityLaw;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.plan.report.CapacityReport.Capacity;
import org.holdfast.drill.plan.report.CapacityReport.ContenderReport;
import org.holdfast.drill.plan.report.CapacityReport.Limit;
import org.holdfast.drill.plan.report.Scalability;
import org.jspecify.annotations.Nullable;

/** Puts what a run found under the names of the report, and says what the verdict is. */
final class CapacityReports {
  static final String VALID = "valid";
  static final String FAILED = "failed";
  static final String INVALID = "invalid";

  private static final String UNKNOWN = "unknown";

  private final CapacityPlan plan;
  private final CapacityReport.Environment environment;
  private final boolean predictsNodes;
  private final StageReports stages;

  private CapacityReports(
      CapacityPlan plan, CapacityReport.Environment environment, boolean predictsNodes) {
    this.plan = plan;
    this.environment = environment;
    this.predictsNodes = predictsNodes;
    this.stages = new StageReports(plan.goal());
  }

  /**
   * Reports a run that came to its end.
   *
   * @param command line that repeats it
   */
  static CapacityReport of(
      CapacityPlan plan,
      List<Outcome> outcomes,
      String command,
      CapacityReport.Environment environment) {
    return of(plan, outcomes, command, environment, null);
  }

  /**
   * Reports a run.
   *
   * @param command line that repeats it
   * @param stopped why it did not come to its end, so that nothing of it counts; null if it did
   */
  static CapacityReport of(
      CapacityPlan plan,
      List<Outcome> outcomes,
      String command,
      CapacityReport.Environment environment,
      @Nullable String stopped) {
    CapacityReports reports = new CapacityReports(plan, environment, sizes(outcomes) > 1);
    List<ContenderReport> contenders = outcomes.stream().map(reports::contender).toList();
    boolean several = contenders.size() > 1;
    boolean compared = several && !reports.predictsNodes;
    List<String> reasons = new ArrayList<>();
    String verdict = VALID;
    if (stopped != null) {
      verdict = INVALID;
      reasons.add(stopped);
    }
    for (int i = 0; i < contenders.size(); i++) {
      ContenderReport contender = contenders.get(i);
      // What a rival does not survive, or may not, is a finding of a comparison, no failure of it.
      boolean counts =
          !compared || !outcomes.get(i).rounds().stream().allMatch(CapacityResult::confirmed);
      if (!contender.verdict().equals(VALID) && counts) {
        verdict = worse(verdict, contender.verdict());
        contender
            .reasons()
            .forEach(reason -> reasons.add((several ? contender.name() + ": " : "") + reason));
      }
    }
    Scalability scalability = scalability(plan, outcomes);
    return new CapacityReport(
        CapacityReport.FORMAT,
        verdict,
        reasons,
        reports.setup(command),
        contenders,
        Comparisons.ratios(outcomes),
        scalability,
        scalability == null ? whyNoLaw(outcomes) : null,
        environment);
  }

  private static long sizes(List<Outcome> outcomes) {
    return outcomes.stream().map(outcome -> outcome.contender().nodes()).distinct().count();
  }

  /** Nodes that differ in their CPUs would put down to their number what is their size. */
  private static boolean areAlike(List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::cores).distinct().count() == 1;
  }

  /** Null where nobody would look for a law: contenders that do not differ in their nodes. */
  private static @Nullable String whyNoLaw(List<Outcome> outcomes) {
    if (sizes(outcomes) < 2 || sizes(outcomes) < outcomes.size()) {
      return null;
    }
    if (!areAlike(outcomes)) {
      return "no scalability law and no prediction: nodes may use more CPUs in one cluster than in"
          + " another";
    }
    long found =
        outcomes.stream()
            .filter(outcome -> outcome.rounds().stream().anyMatch(Comparisons::isFound))
            .count();
    return String.format(
        Locale.ROOT,
        "no scalability law and no prediction: three numbers of nodes with a limit are needed, and"
            + " one was found for %d of %d",
        found,
        outcomes.size());
  }

  private static @Nullable Scalability scalability(CapacityPlan plan, List<Outcome> outcomes) {
    if (sizes(outcomes) < outcomes.size() || !areAlike(outcomes)) {
      return null;
    }
    List<ScalabilityLaw.Point> points = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      for (CapacityResult round : outcome.rounds()) {
        // Where all users allowed are sustained, their number says nothing about the nodes.
        if (Comparisons.isFound(round)) {
          points.add(new ScalabilityLaw.Point(outcome.contender().nodes(), round.sustained()));
        }
      }
    }
    return Predictions.nodes(points, plan.predicted(), plan.extrapolate());
  }

  private CapacityReport.Setup setup(String command) {
    CapacityGoal goal = plan.goal();
    return new CapacityReport.Setup(
        command,
        plan.workload(),
        plan.thinkTime().distribution().toString(),
        plan.thinkTime().mean().toNanos() / 1e6,
        goal.percentile(),
        goal.bound().toNanos() / 1e6,
        goal.cpuCap(),
        plan.survive(),
        plan.survivorMost(),
        plan.maxErrorPercent(),
        plan.users(),
        plan.mostUsers(),
        plan.times().rampUp().toMillis() / 1e3,
        plan.times().steady().toMillis() / 1e3,
        plan.times().rampDown().toMillis() / 1e3,
        plan.warm().toMillis() / 1e3,
        plan.workers(),
        plan.seed(),
        plan.rounds());
  }

  private ContenderReport contender(Outcome outcome) {
    Contender contender = outcome.contender();
    List<String> reasons = new ArrayList<>();
    String verdict = verdict(outcome, reasons);
    MeasuredStage closer = outcome.closerLook();
    boolean given = contender.manager() == Manager.GIVEN;
    Predictions.OfUsers model =
        Predictions.users(
            outcome.result().stages(),
            plan.thinkTime().mean().toNanos() / 1e9,
            predictsNodes ? List.of() : plan.predicted(),
            plan.extrapolate());
    return new ContenderReport(
        contender.name(),
        contender.manager().toString(),
        given ? UNKNOWN : contender.scope().toString(),
        given ? UNKNOWN : contender.ack().toString(),
        contender.nodes(),
        outcome.cores(),
        outcome.cpuWords(),
        verdict,
        reasons,
        capacity(outcome),
        outcome.stages().stream().map(stages::stage).toList(),
        limit(outcome),
        closer == null ? null : stages.stage(closer),
        StageReports.loss(outcome.loss()),
        model.model(),
        model.words());
  }

  /** The worst of all searches and of the loss. */
  private static String verdict(Outcome outcome, List<String> reasons) {
    List<CapacityResult> rounds = outcome.rounds();
    String verdict = VALID;
    for (int i = 0; i < rounds.size(); i++) {
      CapacityResult round = rounds.get(i);
      if (!round.confirmed()) {
        reasons.add((i == 0 ? "" : "round " + (i + 1) + ": ") + round.reason());
        boolean found =
            round.outcome() == CapacityResult.Outcome.NONE
                || round.outcome() == CapacityResult.Outcome.NODE_ENDED;
        verdict = worse(verdict, found ? FAILED : INVALID);
      }
    }
    return worse(verdict, outcome.result().confirmed() ? lossVerdict(outcome, reasons) : VALID);
  }

  private static String worse(String one, String other) {
    return one.equals(INVALID) || other.equals(VALID) ? one : other;
  }

  private static String lossVerdict(Outcome outcome, List<String> reasons) {
    Outcome.Loss loss = outcome.loss();
    if (loss != null && Boolean.FALSE.equals(loss.cap().survived())) {
      reasons.add("the loss of nodes was not survived: " + loss.cap().verdict());
      return FAILED;
    }
    if (loss != null && loss.cap().survived() == null && !loss.cap().misses().isEmpty()) {
      reasons.add("whether the loss of nodes is survived is not known: " + loss.cap().verdict());
      return INVALID;
    }
    return VALID;
  }

  private Capacity capacity(Outcome outcome) {
    CapacityResult result = outcome.result();
    List<StageResult> runs = result.runsAtCapacity(plan.goal());
    return new Capacity(
        Comparisons.word(result.outcome()),
        result.sustained(),
        result.outcome() == CapacityResult.Outcome.AT_LEAST,
        result.failing(),
        runs.stream().mapToDouble(StageResult::throughputPerSecond).average().orElse(0),
        result.reason(),
        result.limits(),
        result.contradictions(),
        result.confirmed() ? line(outcome, runs) : "",
        result.confirmed() ? spread(CapacityLine.Spread.of(runs)) : null,
        rounds(outcome),
        Comparisons.between(outcome));
  }

  private List<CapacityReport.Round> rounds(Outcome outcome) {
    List<CapacityReport.Round> rounds = new ArrayList<>();
    rounds.add(round(outcome.result(), List.of()));
    outcome.again().forEach(again -> rounds.add(round(again.result(), again.stages())));
    return rounds;
  }

  private CapacityReport.Round round(CapacityResult result, List<MeasuredStage> of) {
    return new CapacityReport.Round(
        Comparisons.word(result.outcome()),
        result.sustained(),
        result.failing(),
        result.reason(),
        of.stream().map(stages::stage).toList());
  }

  private static CapacityReport.Spread spread(CapacityLine.Spread of) {
    return new CapacityReport.Spread(of.throughput(), of.response(), of.cpu());
  }

  private String line(Outcome outcome, List<StageResult> results) {
    boolean given = outcome.contender().manager() == Manager.GIVEN;
    List<MeasuredStage> runs =
        outcome.stages().stream()
            .filter(stage -> outcome.result().isAtCapacity(stage.result(), plan.goal()))
            .toList();
    return new CapacityLine(
            outcome.result().sustained(),
            outcome.result().outcome() == CapacityResult.Outcome.AT_LEAST,
            plan.goal(),
            results.stream().mapToDouble(StageResult::percentileResponseSeconds).max().orElse(0),
            results.stream()
                .flatMap(stage -> stage.nodes().stream())
                .mapToDouble(NodeUsage::cpuShare)
                .max()
                .orElse(0),
            runs.stream()
                .mapToDouble(run -> run.report().result().thinkMeasuredMillis() / 1e3)
                .average()
                .orElse(0),
            plan.thinkTime().mean().toNanos() / 1e9,
            runs.stream()
                .mapToDouble(
                    run ->
                        Math.abs(run.report().result().usersByLittle() / run.result().users() - 1))
                .max()
                .orElse(0),
            runs.stream().mapToLong(run -> errors(run.report())).sum(),
            runs.stream().mapToLong(run -> run.report().result().answers()).sum(),
            outcome.contender().nodes(),
            outcome.cores(),
            // Of servers that ran already nobody knows on what, nor from what they were built.
            given ? UNKNOWN : environment.java(),
            given ? UNKNOWN : environment.commit(),
            runs.size(),
            CapacityLine.Spread.of(results))
        .format();
  }

  private static long errors(LoadReport report) {
    return report.errors().values().stream().mapToLong(Long::longValue).sum();
  }

  private static Limit limit(Outcome outcome) {
    LimitingFactor limit = outcome.limit();
    return new Limit(
        limit.users(),
        limit.findings().stream()
            .map(
                finding ->
                    new CapacityReport.Finding(
                        finding.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        finding.words()))
            .toList(),
        limit.demands().stream().map(CapacityReports::demand).toList(),
        limit.verdict(),
        outcome.threads().summary(),
        outcome.threads().lines());
  }

  private static CapacityReport.Demand demand(DemandFit fit) {
    Double error = fit.demandError();
    return new CapacityReport.Demand(
        fit.node(),
        1e6 * fit.cpuSecondsPerRequest(),
        error == null ? null : Double.valueOf(1e6 * error),
        fit.idleCores() / fit.cores());
  }
}
