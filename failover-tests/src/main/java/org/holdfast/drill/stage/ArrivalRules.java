// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

/**
 * Asks whether requests of the open model came as often as asked for. How many of them the servers
 * answered is no question of validity: what they cannot serve waits, and misses the bound.
 */
final class ArrivalRules {
  /** Of what came, so much more is open at the end than at the beginning of an overload. */
  private static final double OVERLOAD_SHARE = 0.01;

  private final StageFigures figures;

  private ArrivalRules(StageFigures figures) {
    this.figures = figures;
  }

  static void judge(StageFigures figures, Bound bound, Checks checks) {
    ArrivalRules rules = new ArrivalRules(figures);
    checks.add(
        "rate",
        Check.Kind.VALIDITY,
        rules.isAsAsked(),
        "%.1f requests/s asked for, %.1f came, off by %.2f %% (allowed %.2f %%); %.1f were"
            + " answered%s",
        figures.requestsPerSecondAsked(),
        rules.came(),
        rules.offPercent(),
        StageRules.LITTLE_PERCENT + rules.chancePercent(),
        figures.requestsPerSecond(),
        isOverload(figures, bound)
            ? ": the servers are overloaded, or need more than the "
                + figures.users()
                + " in flight that --users allows"
            : "");
  }

  /**
   * Whether the bound was missed as the servers answered less than came, at the rate asked for.
   * Response times then grow for as long as requests come, and some of these stay open.
   */
  static boolean isOverload(StageFigures figures, Bound bound) {
    if (figures.requestsPerSecondAsked() <= 0 || figures.boundedMillis() <= bound.millis()) {
      return false;
    }
    ArrivalRules rules = new ArrivalRules(figures);
    long more = figures.atSteadyEnd().count() - figures.atSteadyStart().count();
    double least = Math.max(OVERLOAD_SHARE, rules.chancePercent() / 100) * figures.arrived();
    return rules.isAsAsked() && more > least;
  }

  private boolean isAsAsked() {
    return offPercent() <= StageRules.LITTLE_PERCENT + chancePercent();
  }

  private double came() {
    return figures.seconds() > 0 ? figures.arrived() / figures.seconds() : 0;
  }

  private double offPercent() {
    return 100 * Math.abs(came() / figures.requestsPerSecondAsked() - 1);
  }

  /** What comes at random times is counted at random: three standard deviations. */
  private double chancePercent() {
    double expected = figures.requestsPerSecondAsked() * figures.seconds();
    return expected > 0 ? 300 * figures.think().scatter() / Math.sqrt(expected) : 0;
  }
}
