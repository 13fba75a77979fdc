// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.holdfast.drill.cli.Lines.print;
import static org.holdfast.drill.cli.Lines.reason;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.cli.OutputFiles;
import org.holdfast.drill.cli.StopOnExit;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.cli.WorkDirectories;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.GivenCluster;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.scenario.Expectations;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioException;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code drill}. */
@Command(
    name = "drill",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Does harm to a cluster under load and says whether anything was lost.",
    description =
        "Starts a cluster on this machine, drives users against it, plays a scenario of faults in"
            + " mid-load, and says whether every user kept every answered update. The usual"
            + " scenario kills the node with the most users with SIGKILL.",
    subcommands = DrillListCommand.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the verdict holds",
      "1:the verdict is broken",
      "2:unknown option or impossible value",
      "3:could not run, for example because a node did not start",
      "130:stopped by Ctrl-C",
      "143:stopped by SIGTERM"
    })
public final class DrillCommand implements Callable<Integer> {
  static final int EXIT_HOLDS = 0;
  static final int EXIT_BROKEN = 1;

  /** Exit code of a verb that could not do what it was asked for. */
  public static final int EXIT_COULD_NOT_RUN = 3;

  @Option(
      names = "--scenario",
      paramLabel = "FILE|NAME",
      defaultValue = ScenarioLibrary.USUAL,
      description =
          "What is done: one of those that 'holdfast drill list' names, or a file (default:"
              + " ${DEFAULT-VALUE}).")
  private String scenario = ScenarioLibrary.USUAL;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How often it is played, 1 to 1000, each time with the next seed and a new cluster; all"
              + " must hold; reports get the number of their run, and --json FILE is the sum of"
              + " all (default: ${DEFAULT-VALUE}).")
  private int runs = 1;

  @Option(
      names = "--dry-run",
      description = "Say what would be done, and do nothing (default: off).")
  private boolean dryRun;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Servers to start, 2 to 64 (default: those of the scenario).")
  private @Nullable Integer nodes;

  @Option(
      names = "--users",
      paramLabel = "N",
      description =
          "Users, 1 to 20000; each needs an open file for each of its --parallel requests, and for"
              + " each node unless --routing is sticky (default: those of the scenario).")
  private @Nullable Integer users;

  @Mixin private LengthOptions length = new LengthOptions();

  @Mixin private ReplicationOptions replication = new ReplicationOptions();

  @Option(
      names = "--recovery-bound-ms",
      paramLabel = "MS",
      description =
          "Longest wait of any user for its first right answer after a fault, in ms, 1 to 600000"
              + " (default: the scenario's, 2000 if it has none).")
  private @Nullable Long recoveryBoundMillis;

  @Option(
      names = "--max-errors",
      paramLabel = "N",
      description =
          "Failed attempts after the warm-up that the verdict allows (default: 3 a user for each"
              + " thing that is done; any number where the scenario allows for errors at any"
              + " time).")
  private @Nullable Long maxErrors;

  @Option(
      names = "--work-dir",
      paramLabel = "DIR",
      description =
          "Where the nodes' output goes (default: a new temporary directory, deleted if the"
              + " verdict holds).")
  private @Nullable Path workDir;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the report as JSON to this file (default: to none).")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the report as one page with pictures (default: to none).")
  private @Nullable Path html;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private UpgradeOptions upgrade = new UpgradeOptions();

  @Mixin private UserOptions load = new UserOptions();

  @Mixin private GivenOptions given = new GivenOptions();

  @Spec private @Nullable CommandSpec spec;

  private final ClusterLauncher processes;

  /**
   * @param processes starts the clusters to drill, unless another engine is asked for
   */
  public DrillCommand(ClusterLauncher processes) {
    this.processes = processes;
  }

  @Override
  @SuppressWarnings("try") // the hook acts by being installed
  public Integer call() {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("drill was called without its command line");
    }
    DrillPlan plan = plan(command);
    if (dryRun) {
      return dry(plan, command.commandLine().getOut(), command.commandLine().getErr());
    }
    try (StopOnExit stop = watch(Thread.currentThread())) {
      return drill(plan, command.commandLine().getOut(), command.commandLine().getErr());
    }
  }

  /** Other people's nodes are not left harmed because their commands take long. */
  private StopOnExit watch(Thread verb) {
    return given.isGiven()
        ? StopOnExit.watch(verb, GivenCluster.longestClose())
        : StopOnExit.watch(verb);
  }

  /** Says what would be done, and whether it could be, as far as that is known by then. */
  private int dry(DrillPlan plan, PrintWriter out, PrintWriter err) {
    List<String> nodes = given.isGiven() ? given.words() : engine.words();
    DryRun.lines(plan, nodes).forEach(line -> print(out, line));
    try {
      new Playable(plan).require(launcher());
      return EXIT_HOLDS;
    } catch (ClusterStartException | FaultException e) {
      return couldNotRun(reason(e), err);
    }
  }

  /** Ends with its last words said and its files deleted: the process may end right after it. */
  private int drill(DrillPlan plan, PrintWriter out, PrintWriter err) {
    try {
      boolean held =
          new DrillRuns(plan, launcher(), line -> print(out, line), runs, json, html).play();
      if (held) {
        deleteOwnWorkDir(plan);
        return EXIT_HOLDS;
      }
      print(out, "the output of the nodes is kept in " + plan.workDir());
      return EXIT_BROKEN;
    } catch (ClusterStartException | FaultException | IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        return stopped(plan, err, e);
      }
      int code = couldNotRun(reason(e), err);
      if (WorkDirectories.isSilent(plan.workDir())) {
        deleteOwnWorkDir(plan);
      } else {
        print(err, "the output of the nodes is kept in " + plan.workDir());
      }
      return code;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return stopped(plan, err, e);
    }
  }

  private static int couldNotRun(String reason, PrintWriter err) {
    print(err, "holdfast drill: could not run: " + reason);
    return EXIT_COULD_NOT_RUN;
  }

  private int stopped(DrillPlan plan, PrintWriter err, Exception why) {
    Optional<String> left = Drill.leftBehind(why);
    print(
        err,
        "holdfast drill: stopped before its verdict; "
            + left.map(words -> "not left as it was found: " + words)
                .orElse(
                    given.isGiven()
                        ? "what lasts of it was taken back"
                        : "its nodes are stopped too"));
    if (left.isEmpty()) {
      deleteOwnWorkDir(plan);
    } else {
      print(err, "the output of the nodes is kept in " + plan.workDir());
    }
    return EXIT_COULD_NOT_RUN;
  }

  /** What the nodes said is worth keeping only if something went wrong, or was asked for. */
  private void deleteOwnWorkDir(DrillPlan plan) {
    if (workDir != null) {
      return;
    }
    WorkDirectories.delete(plan.workDir());
  }

  private DrillPlan plan(CommandSpec command) {
    try {
      if (runs < 1 || runs > 1_000) {
        throw new IllegalArgumentException("--runs must be between 1 and 1000, was " + runs);
      }
      if (runs > 1 && given.isGiven()) {
        throw new IllegalArgumentException(
            "--runs means nothing with --targets: what ended is gone");
      }
      OutputFiles.requireWritable("--json", json);
      OutputFiles.requireWritable("--html", html);
      OutputFiles.requireDifferent("--json", json, "--html", html);
      refuseIdle(new IdleOptions(command.commandLine().getParseResult()));
      given.check();
      engine.check(load.isOwn());
      // Judged once without a directory: a line that is refused shall leave none behind.
      DrillPlan judged = plan(Path.of(""));
      if (dryRun) {
        return judged;
      }
      OpenFiles.requireFor(judged.load(), judged.scenario().places());
      return plan(
          workDir == null
              ? Files.createTempDirectory("holdfast-drill-")
              : Files.createDirectories(workDir));
    } catch (IllegalArgumentException | ScenarioException e) {
      throw new ParameterException(command.commandLine(), reason(e), e);
    } catch (IOException e) {
      throw new ParameterException(
          command.commandLine(),
          "no directory for the nodes' output: " + e.getClass().getSimpleName() + " " + reason(e),
          e);
    }
  }

  private void refuseIdle(IdleOptions line) {
    line.refuse(
        given.isGiven(),
        "with --targets, whose nodes run already",
        "--engine",
        "--integration",
        "--heap-mb",
        "--image",
        "--image-port",
        "--war",
        "--war-path",
        "--scope");
    line.refuse(
        !given.isGiven(),
        "without --targets",
        "--admin",
        "--status-token-file",
        "--command",
        "--allow-remote");
    line.refuse(
        dryRun, "with --dry-run, which plays nothing", "--json", "--html", "--runs", "--work-dir");
    line.refuse(!engine.hasWar(), "without --war", "--war-path");
    line.refuse(engine.hasImage(), "with --image, which has its own", "--integration");
    line.refuse(!engine.hasImage(), "without --image", "--image-port");
    line.refuse(!engine.startsProcesses(), "with --engine container", "--heap-mb");
    replication.refuseIdle(line);
    load.refuseIdle(line);
  }

  private DrillPlan plan(Path directory) {
    Scenario played = scenario();
    upgrade.check(played, engine, given.isGiven());
    return new DrillPlan(
        played,
        given.isGiven() ? DrillPlan.GIVEN : engine.engine(),
        given.isGiven() ? Optional.empty() : engine.integration(),
        replication.isOn(),
        replication.ack(),
        replication.scope(),
        load.workload(),
        load.load(played),
        load.rampUp(played.users()),
        load.maxWarmUp(),
        Optional.ofNullable(recoveryBoundMillis)
            .map(Duration::ofMillis)
            .or(played.expectations()::recovery)
            .orElse(Expectations.USUAL_RECOVERY),
        replication.asyncWindow(),
        errorsAllowed(played),
        upgrade.words(played, given.isGiven()),
        directory);
  }

  private long errorsAllowed(Scenario played) {
    long usual =
        played.expectations().errors() == Expectations.Errors.ANY
            ? DrillPlan.ANY_ERRORS
            : 3L * played.users() * played.times();
    return maxErrors == null ? usual : maxErrors;
  }

  private ClusterLauncher launcher() {
    return given.isGiven() ? given.launcher() : engine.launcher(processes, upgrade);
  }

  private Scenario scenario() {
    Scenario found = ScenarioLibrary.find(scenario);
    if (given.isGiven() && nodes != null) {
      throw new IllegalArgumentException("--nodes means nothing with --targets, which names them");
    }
    Scenario sized =
        found.sized(
            given.isGiven() ? given.nodes() : Objects.requireNonNullElse(nodes, found.nodes()),
            replication.secondaries(found),
            Objects.requireNonNullElse(users, found.users()));
    return length.length().map(sized::lasting).orElse(sized);
  }
}
