// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.load.LoadSettings;
import org.holdfast.drill.report.Counted;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.Step;

/** Tells what a drill would do. */
final class DryRun {
  private DryRun() {}

  /**
   * @param nodes what the nodes are, in words
   */
  static List<String> lines(DrillPlan plan, List<String> nodes) {
    Scenario scenario = plan.scenario();
    List<String> lines = new ArrayList<>();
    lines.add("scenario " + scenario.name() + " on engine " + plan.engine());
    if (!scenario.summary().isEmpty()) {
      lines.add(scenario.summary());
    }
    lines.add(
        Counted.of(scenario.users(), "user")
            + ", "
            + Counted.of(scenario.nodes(), "node")
            + (scenario.places() > scenario.nodes() ? ", later " + scenario.places() : "")
            + ", "
            + (plan.replication()
                ? plan.ack() + ", " + plan.scope() + ", secondaries " + scenario.secondaries()
                : "replication off")
            + (scenario.consistent() ? ", only a majority serves" : "")
            + ", "
            + scenario.length().toSeconds()
            + " s measured");
    lines.addAll(nodes);
    if (!scenario.settings().isEmpty()) {
      lines.add("settings of the nodes: " + scenario.settings());
    }
    lines.add(users(plan.load(), plan.workload()));
    for (Step step : scenario.steps()) {
      lines.add("  " + step.words());
      FaultEffects.open(step.action()).ifPresent(words -> lines.add("    " + words));
    }
    plan.upgrade().ifPresent(upgrade -> lines.add("next version: " + upgrade));
    lines.add("bound of recovery: " + plan.recoveryBound().toMillis() + " ms");
    lines.add("nothing was started");
    return lines;
  }

  private static String users(LoadSettings load, String workload) {
    String right =
        load.expect()
            .map(
                pattern ->
                    pattern.toString().equals(UserOptions.ANYTHING)
                        ? "; any answer with status 200 is right"
                        : "; a right answer has \"" + pattern + "\" in it")
            .orElse("");
    return "each user asks for "
        + load.path()
        + (workload.equals(load.path()) ? "" : " (workload " + workload + ")")
        + right
        + "; think "
        + load.thinkTime().mean().toMillis()
        + " ms, "
        + load.routing()
        + ", "
        + load.parallel()
        + " at once";
  }
}
