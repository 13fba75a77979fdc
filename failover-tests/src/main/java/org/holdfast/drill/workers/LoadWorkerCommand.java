// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import static org.holdfast.drill.cli.Lines.print;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.holdfast.drill.cli.StopOnExit;
import org.holdfast.drill.cli.UsageErrors;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.replication.membership.jgroups.Discovery;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code load-worker}. */
@Command(
    name = "load-worker",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Drives a share of the users of a load that is coordinated elsewhere.",
    description =
        "Waits for a coordinator, 'load' or 'capacity' with --await-workers, on this or another"
            + " machine, drives the users that it gives it, and ends with it. Whoever reaches its port can give it"
            + " users: keep that network private.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the coordinator said that all is done",
      "2:unknown option or impossible value",
      "3:no coordinator came, it refused this worker, gave it up, or is gone",
      "130:stopped by Ctrl-C",
      "143:stopped by SIGTERM"
    })
public final class LoadWorkerCommand implements Callable<Integer> {
  private static final int EXIT_COULD_NOT_RUN = 3;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "By which reports call this worker, up to 64 characters (default: worker-PID).")
  private String name = "worker-" + ProcessHandle.current().pid();

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "load",
      description =
          "Group of the coordinator; those of other groups are never seen (default:"
              + " ${DEFAULT-VALUE}).")
  private String group = "";

  @Option(
      names = "--discovery",
      paramLabel = "HOW",
      defaultValue = "static:127.0.0.1:7900",
      description =
          "Where the coordinator is: static:HOST:PORT, or dns:NAME of all in the group (default:"
              + " ${DEFAULT-VALUE}).")
  private String discovery = "";

  @Option(
      names = "--bind-host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description =
          "Address of this machine, no wildcard, that the others can reach (default:"
              + " ${DEFAULT-VALUE}).")
  private String bindHost = "";

  @Option(
      names = "--bind-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description =
          "Port to listen on, 0 to 65535; 0 for any, but with dns: the coordinator's (default:"
              + " ${DEFAULT-VALUE}).")
  private int bindPort;

  @Option(
      names = "--wait-seconds",
      paramLabel = "S",
      defaultValue = "300",
      description =
          "How long to wait for a coordinator, in s, 1 to 86400 (default: ${DEFAULT-VALUE}).")
  private int waitSeconds;

  @Option(
      names = "--allow-remote",
      description = "Let users ask other machines; they must be yours (default: loopback only).")
  private boolean allowRemote;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the verb without the rest of the command line, as a coordinator on this machine does. */
  public static void main(String[] arguments) {
    Logger.getLogger("").setLevel(Level.WARNING);
    Logger.getLogger("org.glassfish.grizzly").setLevel(Level.SEVERE);
    System.exit(commandLine().execute(arguments));
  }

  /** Builds the verb as a command line of its own. */
  static CommandLine commandLine() {
    return new CommandLine(new LoadWorkerCommand())
        .setCommandName("holdfast load-worker")
        .setParameterExceptionHandler(new UsageErrors());
  }

  @Override
  @SuppressWarnings("try") // the hook acts by being installed
  public Integer call() {
    GroupPlace place = place();
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Worker worker =
        new Worker(name, WorkerCrew.version(), allowRemote, line -> print(out, name + " " + line));
    try (StopOnExit stop = StopOnExit.watch(Thread.currentThread())) {
      worker.run(place, Duration.ofSeconds(waitSeconds));
      return CommandLine.ExitCode.OK;
    } catch (IOException e) {
      print(err, "holdfast load-worker: " + e.getMessage());
      return EXIT_COULD_NOT_RUN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      print(err, "holdfast load-worker: stopped");
      return EXIT_COULD_NOT_RUN;
    }
  }

  private GroupPlace place() {
    try {
      if (!name.matches("[\\x21-\\x7e]{1,64}")) {
        throw new IllegalArgumentException(
            "--name must be 1 to 64 printable characters, was \"" + name + '"');
      }
      if (waitSeconds < 1 || waitSeconds > 86_400) {
        throw new IllegalArgumentException(
            "--wait-seconds must be between 1 and 86400, was " + waitSeconds);
      }
      return new GroupPlace(group, Discovery.parse(discovery), bindHost, bindPort);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
