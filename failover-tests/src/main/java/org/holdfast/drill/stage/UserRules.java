// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.util.Locale;

/**
 * Asks whether closed users did as they were to: as many as asked for, with the think times asked
 * for, and one as much as the other.
 */
final class UserRules {
  private static final double THINK_PERCENT = 1;
  private static final double LEAST_SECONDS = 1e-4;

  private final StageFigures figures;
  private final Bound bound;
  private final Checks checks;

  private UserRules(StageFigures figures, Bound bound, Checks checks) {
    this.figures = figures;
    this.bound = bound;
    this.checks = checks;
  }

  static void judge(StageFigures figures, Bound bound, Checks checks) {
    UserRules rules = new UserRules(figures, bound, checks);
    rules.littlesLaw();
    rules.thinkTime();
    rules.fairness();
    rules.slowestUser();
  }

  /**
   * Whether the bound was missed as answers took longer than a cycle: users on an absolute schedule
   * then fall behind it for as long as they ask.
   */
  static boolean isOverload(StageFigures figures, Bound bound) {
    return figures.requestsPerSecondAsked() <= 0
        && figures.think().isCycle()
        && figures.boundedMillis() > bound.millis()
        && figures.responseSeconds() > figures.think().asked();
  }

  private void littlesLaw() {
    double users = figures.usersByLittle();
    double percent = 100 * Math.abs(users / figures.users() - 1);
    checks.add(
        "littles-law",
        Check.Kind.VALIDITY,
        percent <= StageRules.LITTLE_PERCENT,
        "%d users requested, %.1f simulated by Little's law X(R+Z), off by %.2f %% (allowed %.1f %%);"
            + " by Faban's sum of whole cycles %.1f",
        figures.users(),
        users,
        percent,
        StageRules.LITTLE_PERCENT,
        figures.usersByWholeCycles());
  }

  private void thinkTime() {
    StageFigures.Think think = figures.think();
    double driver = deviation(think.measured(), think.planned());
    // What was drawn scatters around what was asked: three standard deviations of a mean.
    double chance =
        think.pauses() == 0 ? 0 : 300 * think.scatter() / Math.sqrt((double) think.pauses());
    double drawn = think.isCycle() ? 0 : deviation(think.planned(), think.asked());
    boolean onTime = driver <= THINK_PERCENT;
    boolean asAsked = drawn <= THINK_PERCENT + chance;
    checks.add(
        "think-time",
        Check.Kind.VALIDITY,
        onTime && asAsked,
        "think time %.4f s of %.4f s planned, off by %.2f %% (allowed %.1f %%)%s; %s%s",
        think.measured(),
        think.planned(),
        driver,
        THINK_PERCENT,
        onTime ? "" : ": the driver ended pauses at the wrong time",
        think.isCycle()
            ? String.format(Locale.ROOT, "a cycle of %.4f s asked for", think.asked())
            : String.format(
                Locale.ROOT,
                "with %.4f s asked for, from which those planned are off by %.2f %% (allowed %.2f %%)%s",
                think.asked(),
                drawn,
                THINK_PERCENT + chance,
                asAsked ? "" : ": others were drawn than were asked for"),
        think.delay() > 0
            ? String.format(Locale.ROOT, ", plus %.4f s on average after failures", think.delay())
            : "");
  }

  /** In percent of {@code expected}; less than a tenth of a millisecond is no deviation. */
  private static double deviation(double actual, double expected) {
    double difference = Math.abs(actual - expected);
    if (difference < LEAST_SECONDS) {
      return 0;
    }
    return expected == 0 ? 100 : 100 * difference / expected;
  }

  private void fairness() {
    Fairness fairness = figures.fairness();
    checks.add(
        "fairness",
        Check.Kind.VALIDITY,
        fairness.jain() >= fairness.leastJain()
            && fairness.fewestAnswers() >= fairness.leastAnswers(),
        "Jain's index of answers per user %.3f (at least %.3f); the user with the fewest had %d of"
            + " %.1f on average (at least %.1f), the slowest waited %.1f ms on average",
        fairness.jain(),
        fairness.leastJain(),
        fairness.fewestAnswers(),
        fairness.meanAnswers(),
        fairness.leastAnswers(),
        1e3 * fairness.slowestUserSeconds());
  }

  /** Only where the bound held for most: else that is what there is to tell. */
  private void slowestUser() {
    Fairness fairness = figures.fairness();
    boolean missed = figures.boundedMillis() > bound.millis();
    double chance =
        fairness.mostUsualSeconds(figures.due().meanSeconds(), figures.due().deviationSeconds());
    double allowed = Math.max(bound.millis() / 1e3, chance);
    checks.add(
        "slowest-user",
        Check.Kind.VALIDITY,
        missed || fairness.usualSeconds() <= allowed,
        "but for its slowest answer, no user waited longer than %.1f ms on average, for %d answers"
            + " (allowed %.1f ms)",
        1e3 * fairness.usualSeconds(),
        fairness.usualAnswers(),
        1e3 * allowed);
  }
}
