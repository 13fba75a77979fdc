// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.plan.report.Rounded;
import org.holdfast.drill.usage.NodeUse;

/** Tells people how far a run is: a line for each stage and its result, one every few seconds. */
final class Progress {
  private static final long LINE_NANOS = 5_000_000_000L;

  private final Consumer<String> out;
  private final CapacityPlan plan;
  private final LongSupplier nanoTime;
  private long stageNanos;
  private long stageStart;
  private int stages;
  private int lastStages;
  private int round = 1;
  private int stagesBefore;
  private int contenders;
  private long lastLine;

  /**
   * @param nanoTime {@code System::nanoTime} but in tests
   */
  Progress(Consumer<String> out, CapacityPlan plan, LongSupplier nanoTime) {
    this.out = out;
    this.plan = plan;
    this.nanoTime = nanoTime;
  }

  /** Something begins. */
  void step(String words) {
    out.accept(words);
    lastLine = nanoTime.getAsLong();
  }

  /** A line of the driver, of which not all are passed on. */
  void line(String line) {
    long now = nanoTime.getAsLong();
    if (now - lastLine >= LINE_NANOS) {
      lastLine = now;
      out.accept("  " + line);
    }
  }

  /** A round of searches begins. */
  void round(int number) {
    round = number;
    stagesBefore = stages;
    if (plan.rounds() > 1) {
      step("round " + number + " of " + plan.rounds());
    }
  }

  /** The discarded stage of a contender begins. */
  void warm(List<Campaign> campaigns, Campaign next) {
    int warms = campaigns.size() - campaigns.indexOf(next);
    step(
        String.format(
            Locale.ROOT,
            "warm-up of %s, discarded; %s",
            next.contender().name(),
            left(campaigns, warms * plan.warm().toMillis() / 1e3)));
  }

  /** A stage of the search begins. */
  void stage(List<Campaign> campaigns, Campaign next) {
    stageStart = nanoTime.getAsLong();
    step(
        String.format(
            Locale.ROOT,
            "%s%s; %s",
            campaigns.size() > 1 ? next.contender().name() + ": " : "",
            next.nextWords(),
            left(campaigns, 0)));
  }

  /** One of the stages after the searches begins: a closer look, or the loss of nodes. */
  void last(String words) {
    double seconds = Math.max(1, lastStages) * stageSeconds();
    step(words + "; about " + time(seconds) + " left" + ofRounds(seconds, 0));
    lastStages--;
  }

  private String left(List<Campaign> campaigns, double besides) {
    int likely = 0;
    int most = 0;
    lastStages = 0;
    contenders = campaigns.size();
    for (Campaign campaign : campaigns) {
      likely += campaign.likelyStagesLeft();
      most += campaign.mostStagesLeft();
      // After the first round a closer look is still to come for each, and the loss if wanted.
      if (round == 1) {
        lastStages += CapacityRun.jvms(campaign.servers()).isEmpty() ? 0 : 1;
        lastStages += NodeLoss.isWanted(plan, campaign.contender().nodes()) ? 1 : 0;
      }
    }
    double seconds = besides + (likely + lastStages) * stageSeconds();
    return String.format(
        Locale.ROOT,
        "about %s left, about %s if it needs every stage%s",
        time(seconds),
        time(besides + (most + lastStages) * stageSeconds()),
        ofRounds(seconds, likely));
  }

  /**
   * A further round is likely to need the stages that those before it needed.
   *
   * @param seconds left of this round
   * @param likely stages of searches that are left of it
   */
  private String ofRounds(double seconds, int likely) {
    if (plan.rounds() == 1) {
      return "";
    }
    double searched = round == 1 ? stages + likely : stagesBefore / (round - 1.0);
    double each = searched * stageSeconds() + contenders * plan.warm().toMillis() / 1e3;
    return " of round "
        + round
        + ", about "
        + time(seconds + (plan.rounds() - round) * each)
        + " of all "
        + plan.rounds();
  }

  /** A stage of the search has ended. */
  void result(MeasuredStage stage, CapacityGoal goal) {
    stageNanos += nanoTime.getAsLong() - stageStart;
    stages++;
    StringBuilder cpu = new StringBuilder();
    for (NodeUse node : stage.use()) {
      Double share = node.cpuShare();
      cpu.append(' ').append(share == null ? "?" : Rounded.percent(share, goal.cpuCap()));
    }
    step(
        String.format(
            Locale.ROOT,
            "  %s: %.0f requests/s, p%s %s ms, CPU%s %%%s",
            verdict(stage, goal),
            stage.report().result().requestsPerSecond(),
            Rounded.plain(goal.percentile()),
            Rounded.told(stage.report().result().boundedMillis(), goal.bound().toNanos() / 1e6, 1),
            cpu,
            words(stage, goal)));
  }

  private static String verdict(MeasuredStage stage, CapacityGoal goal) {
    return !stage.result().valid()
        ? "invalid"
        : goal.misses(stage.result()).isEmpty() ? "passed" : "failed";
  }

  private static String words(MeasuredStage stage, CapacityGoal goal) {
    List<String> words =
        stage.result().valid() ? goal.misses(stage.result()) : stage.result().invalidReasons();
    return words.isEmpty() ? "" : ": " + String.join("; ", words);
  }

  /** As measured; before the first by the plan. */
  private double stageSeconds() {
    return stages > 0
        ? stageNanos / 1e9 / stages
        : plan.times().rampUp().plus(plan.times().steady()).plus(plan.times().rampDown()).toMillis()
                / 1e3
            + 5;
  }

  private static String time(double seconds) {
    return seconds < 100
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : String.format(Locale.ROOT, "%.0f min", Math.ceil(seconds / 60));
  }
}
