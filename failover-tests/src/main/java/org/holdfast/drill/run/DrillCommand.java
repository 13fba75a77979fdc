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

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.holdfast.drill.cli.OutputFiles;
import org.holdfast.drill.cli.StopOnExit;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.JsonReport;
import org.holdfast.drill.report.TextReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
    header = "Kills a node of a cluster under load and says whether anything was lost.",
    description =
        "Starts a cluster on this machine, drives users against it, kills the node with the most"
            + " users with SIGKILL in mid-load, goes on, and says whether every user kept every"
            + " answered update.",
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

  /** A switch with a name, so that {@code --replication off} reads as one. */
  enum Switch {
    ON,
    OFF;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "Servers to start, 2 to 64 (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "200",
      description = "Users, 1 to 15000 (default: ${DEFAULT-VALUE}).")
  private int users;

  @Option(
      names = {"--seconds", "--duration"},
      paramLabel = "S",
      defaultValue = "20",
      description =
          "Measured time in seconds, two fifths before and the rest after the kill, 2 to 86400;"
              + " ramp-up, warm-up and last requests come on top (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--ack",
      paramLabel = "MODE",
      defaultValue = "sync",
      description =
          "sync: nothing answered may be lost; async: the last moments before the kill may"
              + " (default: ${DEFAULT-VALUE}).")
  private AckMode ack = AckMode.SYNC;

  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      defaultValue = "modified-attribute",
      description =
          "What travels with an update: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Scope scope = Scope.MODIFIED_ATTRIBUTE;

  @Option(
      names = "--secondaries",
      paramLabel = "K",
      defaultValue = "1",
      description =
          "Copies besides the primary, 1 to nodes - 1, at most 3; 0 is --replication off (default:"
              + " ${DEFAULT-VALUE}).")
  private int secondaries;

  @Option(
      names = "--replication",
      paramLabel = "SWITCH",
      defaultValue = "on",
      description =
          "${COMPLETION-CANDIDATES}; off shows what the drill is worth: it must end broken"
              + " (default: ${DEFAULT-VALUE}).")
  private Switch replication = Switch.ON;

  @Option(
      names = "--workload",
      paramLabel = "WHAT",
      defaultValue = "counter",
      description =
          "What a request changes: ${COMPLETION-CANDIDATES} (an Integer, 4 KB, one of 40"
              + " attributes of 1 KB; default: ${DEFAULT-VALUE}).")
  private Workload workload = Workload.COUNTER;

  @Option(
      names = "--think-ms",
      paramLabel = "MS",
      defaultValue = "500",
      description =
          "Mean think time between an answer and the next request in ms, 0 to 600000 (default:"
              + " ${DEFAULT-VALUE}).")
  private long thinkMillis;

  @Option(
      names = "--think",
      paramLabel = "DISTRIBUTION",
      defaultValue = "exponential",
      description =
          "How think times scatter: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ThinkTime.Distribution think = ThinkTime.Distribution.EXPONENTIAL;

  @Option(
      names = "--logins",
      paramLabel = "PERCENT",
      defaultValue = "2",
      description =
          "Of 100 requests of a user, how many log in (the session gets another id) and how many"
              + " log out (it ends), 0 to 25; each id given up is sent once more a while later and"
              + " must not be served (default: ${DEFAULT-VALUE}).")
  private int loginPercent;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of think times, logins and failover choices (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = {"--failover-timeout", "--failover-timeout-ms"},
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "How long a user waits for an answer before it turns to another node, in ms, 1 to 600000"
              + " (default: ${DEFAULT-VALUE}).")
  private long failoverTimeoutMillis;

  @Option(
      names = "--recovery-bound-ms",
      paramLabel = "MS",
      defaultValue = "2000",
      description =
          "Longest wait of any user for its first right answer after the kill, in ms, 1 to 600000"
              + " (default: ${DEFAULT-VALUE}).")
  private long recoveryBoundMillis;

  @Option(
      names = "--async-window-ms",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "With --ack async: answers of the killed node this close before the kill, in ms, 0 to"
              + " 600000, may be lost (default: ${DEFAULT-VALUE}).")
  private long asyncWindowMillis;

  @Option(
      names = "--max-errors",
      paramLabel = "N",
      description =
          "Failed attempts after the warm-up that the verdict allows (default: 3 a user).")
  private @Nullable Long maxErrors;

  @Option(
      names = "--warm-up-ms",
      paramLabel = "MS",
      defaultValue = "8000",
      description =
          "Longest wait for steady response times before measuring, in ms, 0 to 600000 (default:"
              + " ${DEFAULT-VALUE}).")
  private long warmUpMillis;

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

  @Spec private @Nullable CommandSpec spec;

  private final ClusterLauncher launcher;

  /**
   * @param launcher starts the clusters to drill
   */
  public DrillCommand(ClusterLauncher launcher) {
    this.launcher = launcher;
  }

  @Override
  @SuppressWarnings("try") // the hook acts by being installed
  public Integer call() {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("drill was called without its command line");
    }
    DrillPlan plan = plan(command);
    try (StopOnExit stop = StopOnExit.watch(Thread.currentThread())) {
      return drill(plan, command.commandLine().getOut(), command.commandLine().getErr());
    }
  }

  /** Ends with its last words said and its files deleted: the process may end right after it. */
  private int drill(DrillPlan plan, PrintWriter out, PrintWriter err) {
    try {
      DrillReport report = new Drill(plan, launcher, line -> print(out, line)).run();
      print(out, "");
      TextReport.lines(report).forEach(line -> print(out, line));
      if (json != null) {
        JsonReport.write(report, json);
        print(out, "report written to " + json);
      }
      if (report.verdictHolds()) {
        deleteOwnWorkDir(plan);
        return EXIT_HOLDS;
      }
      print(out, "the output of the nodes is kept in " + plan.workDir());
      return EXIT_BROKEN;
    } catch (ClusterStartException | IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        return stopped(plan, err);
      }
      print(err, "holdfast drill: could not run: " + reason(e));
      return EXIT_COULD_NOT_RUN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return stopped(plan, err);
    }
  }

  private int stopped(DrillPlan plan, PrintWriter err) {
    deleteOwnWorkDir(plan);
    print(err, "holdfast drill: stopped before its verdict; its nodes are stopped too");
    return EXIT_COULD_NOT_RUN;
  }

  /** What the nodes said is worth keeping only if something went wrong, or was asked for. */
  private void deleteOwnWorkDir(DrillPlan plan) {
    if (workDir != null) {
      return;
    }
    try (Stream<Path> walk = Files.walk(plan.workDir())) {
      for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      // Temporary files: worth no other end of a drill than its own.
      return;
    }
  }

  private DrillPlan plan(CommandSpec command) {
    try {
      if (seconds < 2 || seconds > 86_400) {
        throw new IllegalArgumentException("--seconds must be between 2 and 86400, was " + seconds);
      }
      if (warmUpMillis < 0 || warmUpMillis > 600_000) {
        throw new IllegalArgumentException(
            "--warm-up-ms must be between 0 and 600000, was " + warmUpMillis);
      }
      OutputFiles.requireWritable("--json", json);
      // Judged once without a directory: a line that is refused shall leave none behind.
      DrillPlan unused = plan(Path.of(""));
      return plan(
          workDir == null
              ? Files.createTempDirectory("holdfast-drill-")
              : Files.createDirectories(workDir));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), reason(e), e);
    } catch (IOException e) {
      throw new ParameterException(
          command.commandLine(),
          "no directory for the nodes' output: " + e.getClass().getSimpleName() + " " + reason(e),
          e);
    }
  }

  private DrillPlan plan(Path directory) {
    Duration measured = Duration.ofSeconds(seconds);
    return new DrillPlan(
        nodes,
        users,
        ack,
        scope,
        replication == Switch.ON ? secondaries : 0,
        workload,
        new ThinkTime(think, Duration.ofMillis(thinkMillis)),
        seed,
        Duration.ofMillis(Math.min(2_000, 5L * users + 200)),
        Duration.ofMillis(warmUpMillis),
        measured.multipliedBy(2).dividedBy(5),
        measured.multipliedBy(3).dividedBy(5),
        Duration.ofMillis(failoverTimeoutMillis),
        Duration.ofMillis(recoveryBoundMillis),
        Duration.ofMillis(asyncWindowMillis),
        maxErrors == null ? 3L * users : maxErrors,
        loginPercent,
        directory);
  }

  private static String reason(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.toString() : message;
  }

  private static void print(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}
