// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.holdfast.drill.attributes.AttributesCommand;
import org.holdfast.drill.cli.UsageErrors;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.keystore.KeystoreCommand;
import org.holdfast.drill.loadrun.LoadCommand;
import org.holdfast.drill.node.NodeCommand;
import org.holdfast.drill.plan.CapacityCommand;
import org.holdfast.drill.run.DrillCommand;
import org.holdfast.drill.threads.ThreadsCommand;
import org.holdfast.drill.upgrade.CheckUpgradeCommand;
import org.holdfast.drill.workers.LoadWorkerCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: one verb after the other. */
@Command(
    name = "holdfast",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    description = "HTTP sessions that survive their server: tools to try and to test it.",
    synopsisSubcommandLabel = "VERB",
    commandListHeading = "%nVerbs:%n",
    exitCodeListHeading = "%nExit codes of every verb:%n",
    exitCodeList = {
      "0:done as asked",
      "2:unknown verb or option, or impossible value",
      "3:could not run"
    },
    footer = "%n'holdfast VERB --help' lists the options of a verb and all its exit codes.")
public final class Holdfast implements Runnable {

  private static final Logger LOG = Logger.getLogger(Holdfast.class.getName());
  private static final Logger GRIZZLY = Logger.getLogger("org.glassfish.grizzly");

  @Spec private @Nullable CommandSpec spec;

  /**
   * Builds the command line; {@code drill} and {@code capacity} start their clusters with {@code
   * launcher}.
   */
  public static CommandLine commandLine(ClusterLauncher launcher) {
    return new CommandLine(new Holdfast())
        .addSubcommand(new NodeCommand())
        .addSubcommand(new DrillCommand(launcher))
        .addSubcommand(new LoadCommand())
        .addSubcommand(new CapacityCommand(launcher))
        .addSubcommand(new LoadWorkerCommand())
        .addSubcommand(new CheckUpgradeCommand())
        .addSubcommand(new AttributesCommand())
        .addSubcommand(new ThreadsCommand())
        .addSubcommand(new KeystoreCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageErrors())
        .setExecutionExceptionHandler(Holdfast::failed);
  }

  /** Trouble that no verb expects must not look like a verdict. */
  private static int failed(Exception thrown, CommandLine verb, CommandLine.ParseResult given) {
    verb.getErr().println(verb.getCommandSpec().qualifiedName() + ": could not run: " + thrown);
    verb.getErr().flush();
    LOG.log(Level.FINE, "unexpected failure", thrown);
    return DrillCommand.EXIT_COULD_NOT_RUN;
  }

  /** Runs a verb and exits with its code. */
  public static void main(String[] args) {
    // Libraries log their every start; people want the drill's own lines.
    Logger.getLogger("").setLevel(Level.WARNING);
    // A cut answer is a finding of the drill, counted there; Grizzly would print its stack as well.
    GRIZZLY.setLevel(Level.SEVERE);
    System.exit(commandLine(new ProcessLauncher()).execute(args));
  }

  @Override
  public void run() {
    CommandSpec command = spec;
    if (command != null) {
      CommandLine line = command.commandLine();
      throw new ParameterException(
          line, "a verb is missing; the verbs are " + UsageErrors.verbs(line));
    }
  }
}
