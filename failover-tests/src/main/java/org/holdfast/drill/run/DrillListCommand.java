// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.cluster.ProcessCluster;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.scenario.Action;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.holdfast.drill.scenario.Step;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The verb {@code drill list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    header = "Names the scenarios that come along.",
    description =
        "With how long they take, what they do, and which engines alone can play them;"
            + " 'drill --scenario NAME' plays one.")
final class DrillListCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (String name : ScenarioLibrary.names()) {
      Scenario scenario = ScenarioLibrary.read(name);
      out.printf(
          Locale.ROOT,
          "%-24s %4d s  %s%s%n",
          name,
          scenario.length().toSeconds(),
          scenario.summary(),
          engines(scenario));
    }
    out.flush();
    return ExitCode.OK;
  }

  /** Names the engines if processes on loopback cannot play it. */
  private static String engines(Scenario scenario) {
    if (canPlay(scenario, ProcessCluster::cannotBeHad)) {
      return "";
    }
    return canPlay(scenario, ProcessCluster::cannotBeHadInNamespaces)
        ? " (namespaces or containers only)"
        : " (containers only)";
  }

  /** Whether an engine can play it, on a machine that has what it takes. */
  private static boolean canPlay(
      Scenario scenario, Function<Fault, Optional<String>> whyItCannotBeHad) {
    return scenario.steps().stream()
        .map(Step::action)
        .filter(Action.Inflict.class::isInstance)
        .map(action -> whyItCannotBeHad.apply(((Action.Inflict) action).fault()))
        .allMatch(Optional::isEmpty);
  }
}
