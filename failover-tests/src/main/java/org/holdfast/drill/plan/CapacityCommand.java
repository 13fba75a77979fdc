// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.holdfast.drill.cli.Lines.print;
import static org.holdfast.drill.cli.Lines.reason;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.cli.ShellLine;
import org.holdfast.drill.cli.StopOnExit;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.cli.WorkDirectories;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.GivenCluster;
import org.holdfast.drill.loadrun.Ranges;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.plan.report.CapacityText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code capacity}. */
@Command(
    name = "capacity",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Says how many users a cluster sustains, what limits it, and what a loss would do.",
    description =
        "Starts a cluster on this machine, or takes one that runs, and drives more and more users against it, until responses"
            + " take longer than the bound, a node uses more CPU than the cap, requests fail or"
            + " updates are lost; narrows that down to 5 %%, confirms it twice, looks closer at what"
            + " limits, and kills nodes at the load found.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:a capacity was found and confirmed, and the loss of nodes survived if it was tried; with"
          + " --compare, what one of them does not survive is told, and no failure",
      "1:failed: not even the fewest users are sustained, a node ended by itself, or the loss was not"
          + " survived",
      "2:unknown option or impossible value",
      "3:could not run, for example because a node did not start; --json and --html have the stages"
          + " until then",
      "4:invalid: no capacity was confirmed, as measurements were invalid or contradicted each other;"
          + " or the loss was tried, and does not show whether it is survived",
      "130:stopped by Ctrl-C",
      "143:stopped by SIGTERM"
    })
public final class CapacityCommand implements Callable<Integer> {
  static final int EXIT_VALID = 0;
  static final int EXIT_FAILED = 1;
  static final int EXIT_COULD_NOT_RUN = 3;
  static final int EXIT_INVALID = 4;

  @Mixin private Subjects subjects = new Subjects();

  @Option(
      names = "--pin",
      paramLabel = "HOW",
      defaultValue = "auto",
      description =
          "auto: bind each node to CPUs of its own where there are enough, with taskset; off: let"
              + " nodes share all, and count an equal part as each node's (default:"
              + " ${DEFAULT-VALUE}).")
  private String pin = "";

  @Option(
      names = "--heap-mb",
      paramLabel = "MB",
      defaultValue = "512",
      description = "Heap of each node in MB, 64 to 65536 (default: ${DEFAULT-VALUE}).")
  private int heapMegabytes;

  @Mixin private CapacityOptions options = new CapacityOptions();

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description =
          "Where the nodes' output goes, and where --command is run (default: a new temporary"
              + " directory, deleted at the end if a capacity was found).")
  private @Nullable Path workDir;

  /** Whether targets were not left as they were found; on the verb's thread alone. */
  private boolean leftHarmed;

  @Spec private @Nullable CommandSpec spec;

  private final ClusterLauncher launcher;
  private final @Nullable StageRunner runner;

  /**
   * @param launcher starts the clusters to measure
   */
  public CapacityCommand(ClusterLauncher launcher) {
    this(launcher, null);
  }

  /**
   * @param runner drives the stages; null for the processes that the options ask for
   */
  CapacityCommand(ClusterLauncher launcher, @Nullable StageRunner runner) {
    this.launcher = launcher;
    this.runner = runner;
  }

  @Override
  @SuppressWarnings("try") // the hook acts by being installed
  public Integer call() {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("capacity was called without its command line");
    }
    List<Contender> contenders;
    CapacityPlan plan;
    Path directory;
    try {
      Ranges.require("--heap-mb", heapMegabytes, 64, 65_536);
      if (!pin.equals("auto") && !pin.equals("off")) {
        throw new IllegalArgumentException("--pin must be auto or off, was \"" + pin + "\"");
      }
      contenders = subjects.contenders();
      IdleOptions line = new IdleOptions(command.commandLine().getParseResult());
      subjects.refuseIdle(line, contenders);
      plan =
          options.plan(
              contenders.stream().map(Contender::nodes).toList(),
              subjects.areKilledByCommand()
                  || contenders.stream().allMatch(each -> each.manager().replicates()),
              subjects.areGiven(),
              line);
      directory =
          workDir == null
              ? Files.createTempDirectory("holdfast-capacity-")
              : Files.createDirectories(workDir);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), reason(e), e);
    } catch (IOException e) {
      throw new ParameterException(
          command.commandLine(), "no directory for the nodes' output: " + e, e);
    }
    try (StopOnExit stop = watch(Thread.currentThread())) {
      return run(plan, contenders, directory, command);
    }
  }

  /** Other people's nodes are not left dead because their commands take long. */
  private StopOnExit watch(Thread verb) {
    return subjects.areKilledByCommand()
        ? StopOnExit.watch(verb, GivenCluster.longestClose())
        : StopOnExit.watch(verb);
  }

  private int run(
      CapacityPlan plan, List<Contender> contenders, Path directory, CommandSpec command) {
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    String line =
        ShellLine.of("holdfast capacity", command.commandLine().getParseResult().originalArgs());
    try (Crew crew =
        runner == null
            ? Crew.of(options.crew(), subjects.areRemote(), said -> print(out, said))
            : Crew.of(runner)) {
      CapacityRun run =
          new CapacityRun(
              plan,
              contenders,
              (contender, round) -> start(contender, round, directory, command),
              crew,
              new Progress(said -> print(out, said), plan, System::nanoTime));
      List<Outcome> outcomes;
      try {
        outcomes = run.run();
      } catch (IOException | InterruptedException | RuntimeException e) {
        boolean isStopped =
            e instanceof InterruptedException || Thread.currentThread().isInterrupted();
        String why = isStopped ? "stopped before its end" : "could not go on: " + reason(e);
        keep(plan, run.soFar(why), line, why, command);
        throw e;
      }
      return tell(CapacityReports.of(plan, outcomes, line, Surroundings.now()), directory, out);
    } catch (ClusterStartException | IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        return stopped(directory, err);
      }
      print(err, "holdfast capacity: could not run: " + reason(e));
      if (WorkDirectories.isSilent(directory)) {
        deleteOwn(directory);
      } else {
        print(err, kept(directory));
      }
      return EXIT_COULD_NOT_RUN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return stopped(directory, err);
    }
  }

  private Servers start(Contender contender, int round, Path directory, CommandSpec command)
      throws IOException {
    if (subjects.areGiven()) {
      PrintWriter err = command.commandLine().getErr();
      try {
        return subjects.given(
            directory,
            words -> {
              leftHarmed = true;
              print(err, "holdfast capacity: " + words);
            });
      } catch (IllegalArgumentException e) {
        throw new IOException(reason(e), e);
      }
    }
    String heap = heapMegabytes + "m";
    return LaunchedServers.start(
        contender,
        CpuShares.of(
            Surroundings.cpus(),
            contender.nodes(),
            subjects.mostNodes(),
            pin.equals("auto") && LaunchedServers.canBind()),
        List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
        round == 1 ? directory : directory.resolve("round-" + round),
        launcher,
        line -> print(command.commandLine().getOut(), "  " + line));
  }

  /** Writes what there is of a run that did not come to its end. */
  private void keep(
      CapacityPlan plan, List<Outcome> outcomes, String line, String why, CommandSpec command) {
    if (outcomes.isEmpty()) {
      return;
    }
    // A file cannot be written by a thread that is interrupted.
    boolean interrupted = Thread.interrupted();
    try {
      CapacityReport report = CapacityReports.of(plan, outcomes, line, Surroundings.now(), why);
      PrintWriter out = command.commandLine().getOut();
      print(out, "");
      CapacityText.lines(report).forEach(told -> print(out, told));
      for (Path file : options.write(report)) {
        print(out, "report of the stages until then written to " + file);
      }
    } catch (IOException e) {
      print(
          command.commandLine().getErr(),
          "holdfast capacity: no report of the stages until then: " + reason(e));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private int tell(CapacityReport report, Path directory, PrintWriter out) throws IOException {
    print(out, "");
    CapacityText.lines(report).forEach(line -> print(out, line));
    for (Path file : options.write(report)) {
      print(out, "report written to " + file);
    }
    int code =
        switch (report.verdict()) {
          case CapacityReports.VALID -> EXIT_VALID;
          case CapacityReports.INVALID -> EXIT_INVALID;
          default -> EXIT_FAILED;
        };
    if (code == EXIT_VALID) {
      deleteOwn(directory);
    } else {
      print(out, kept(directory));
    }
    return code;
  }

  private int stopped(Path directory, PrintWriter err) {
    String stopped = "holdfast capacity: stopped before its verdict; ";
    if (leftHarmed) {
      print(err, stopped + "not all of its targets go on; " + kept(directory));
      return EXIT_COULD_NOT_RUN;
    }
    deleteOwn(directory);
    print(err, stopped + (subjects.areGiven() ? "its targets go on" : "its nodes are stopped too"));
    return EXIT_COULD_NOT_RUN;
  }

  private String kept(Path directory) {
    return (subjects.areKilledByCommand() ? "what commands said" : "the output of the nodes")
        + " is kept in "
        + directory;
  }

  private void deleteOwn(Path directory) {
    if (workDir == null) {
      WorkDirectories.delete(directory);
    }
  }
}
