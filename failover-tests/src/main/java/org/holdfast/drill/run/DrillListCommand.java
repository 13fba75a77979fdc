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

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.cluster.ProcessCluster;
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
        "With how long they take, what they do, and whether only containers can play them;"
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
          scenario.steps().stream().allMatch(DrillListCommand::isForProcesses)
              ? ""
              : " (containers only)");
    }
    out.flush();
    return ExitCode.OK;
  }

  /** Whether processes can play it, on a machine that has what it takes. */
  private static boolean isForProcesses(Step step) {
    return !(step.action() instanceof Action.Inflict inflict)
        || ProcessCluster.cannotBeHad(inflict.fault()).isEmpty();
  }
}
