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

package org.holdfast.drill.loadrun;

import static org.holdfast.drill.cli.Lines.print;
import static org.holdfast.drill.cli.Lines.reason;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.cli.OutputFiles;
import org.holdfast.drill.cli.StopOnExit;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.workers.WorkerCrew;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code load}. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Drives users against web servers and says whether the figures can be believed.",
    description =
        "Each user has its own cookies, connection and think time. After a ramp-up and a warm-up"
            + " until response times are steady, the steady state is measured and judged: valid,"
            + " invalid (not measured as asked, with reasons) or failed (bound missed, errors, lost"
            + " updates).",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:valid, and the bound held",
      "1:failed: the bound was missed, requests failed or updates were lost",
      "2:unknown option or impossible value",
      "3:could not run",
      "4:invalid: the driver did not measure what was asked for",
      "130:stopped by Ctrl-C",
      "143:stopped by SIGTERM"
    })
public final class LoadCommand implements Callable<Integer> {
  static final int EXIT_VALID = 0;
  static final int EXIT_FAILED = 1;
  static final int EXIT_COULD_NOT_RUN = 3;
  static final int EXIT_INVALID = 4;

  private static final int MOST_USERS = 19_000;

  @Parameters(
      arity = "1..*",
      paramLabel = "URL[=WEIGHT]",
      description =
          "What to ask for: http://HOST:PORT/PATH, or paths with --targets; several in proportion to"
              + " their weights. After a parameter without a value a number is its value.")
  private List<String> urls = List.of();

  @Option(
      names = {"-c", "--users"},
      paramLabel = "USERS",
      defaultValue = "100",
      description =
          "Users, 1 to 19000 for each process that drives; with --requests-per-second the most"
              + " requests in flight (default: ${DEFAULT-VALUE}).")
  private int users;

  @Option(
      names = {"-W", "--think-ms"},
      paramLabel = "MS",
      defaultValue = "1000",
      description = "Mean think time in ms, 0 to 600000 (default: ${DEFAULT-VALUE}).")
  private long thinkMillis;

  @Option(
      names = {"-r", "--stages"},
      paramLabel = "UP/STEADY/DOWN",
      defaultValue = "10/60/5",
      description =
          "Seconds of ramp-up, steady state and ramp-down; the warm-up comes on top (default:"
              + " ${DEFAULT-VALUE}).")
  private String stages = "";

  @Mixin private BoundOptions bound = new BoundOptions();

  @Mixin private RequestOptions request = new RequestOptions();

  @Option(
      names = "--think-distribution",
      paramLabel = "DISTRIBUTION",
      defaultValue = "exponential",
      description =
          "How think times scatter, or times between arrivals: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private ThinkTime.Distribution think = ThinkTime.Distribution.EXPONENTIAL;

  @Option(
      names = "--think-from",
      paramLabel = "WHERE",
      defaultValue = "response",
      description =
          "${COMPLETION-CANDIDATES}: from the answer to the next request, or from request to request"
              + " on an absolute schedule (default: ${DEFAULT-VALUE}).")
  private ThinkFrom thinkFrom = ThinkFrom.RESPONSE;

  @Option(
      names = "--requests-per-second",
      paramLabel = "RATE",
      defaultValue = "0",
      description =
          "Let requests arrive at this rate, however long answers take, instead of users that think;"
              + " 0 for users (default: ${DEFAULT-VALUE}).")
  private double requestsPerSecond;

  @Option(
      names = "--targets",
      paramLabel = "[ROUTE=]HOST:PORT",
      split = ",",
      description =
          "Nodes to spread users over; a user stays where the suffix of its session cookie says, and"
              + " turns to another when its node fails it (default: the host of the URLs).")
  private List<String> targets = List.of();

  @Option(
      names = "--follow-counters",
      paramLabel = "WHICH",
      defaultValue = "auto",
      description =
          "Counters in answers that must contain every update: ${COMPLETION-CANDIDATES}; auto is that"
              + " of the URL if there is but one, each that of each URL (default: ${DEFAULT-VALUE}).")
  private FollowCounters followCounters = FollowCounters.AUTO;

  @Option(
      names = "--warm-up-ms",
      paramLabel = "MS",
      defaultValue = "60000",
      description =
          "Longest wait for steady response times before measuring, in ms, 0 to 600000; they are"
              + " found steady after 3 s at the earliest, and a stage without is invalid (default:"
              + " ${DEFAULT-VALUE}).")
  private long warmUpMillis;

  @Mixin private CountOptions counts = new CountOptions();

  @Mixin private CrewOptions crew = new CrewOptions();

  @Option(
      names = "--allow-remote",
      description = "Let hosts be other machines; they must be yours (default: loopback only).")
  private boolean allowRemote;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of think times, mix and failover choices (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--commit",
      paramLabel = "ID",
      description = "What was loaded, for the report: a commit or a release (default: not told).")
  private @Nullable String commit;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the report as JSON to this file (default: to none).")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  @SuppressWarnings("try") // the hook acts by being installed
  public Integer call() {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("load was called without its command line");
    }
    LoadPlan plan = plan(command);
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    try (StopOnExit stop = StopOnExit.watch(Thread.currentThread())) {
      return drive(plan, out, err);
    }
  }

  private int drive(LoadPlan plan, PrintWriter out, PrintWriter err) {
    try {
      LoadReport report = report(plan, line -> print(out, line));
      print(out, "");
      LoadText.lines(report).forEach(line -> print(out, line));
      if (json != null) {
        LoadJson.write(report, json);
        print(out, "report written to " + json);
      }
      return exitCode(report.verdict());
    } catch (IOException e) {
      print(err, "holdfast load: could not run: " + reason(e));
      return EXIT_COULD_NOT_RUN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      print(err, "holdfast load: stopped before its verdict");
      return EXIT_COULD_NOT_RUN;
    }
  }

  private LoadReport report(LoadPlan plan, Consumer<String> progress)
      throws IOException, InterruptedException {
    if (!crew.isCrew()) {
      return LoadStage.run(plan, progress, LoadStage::here, commit);
    }
    try (WorkerCrew workers =
        crew.open(plan.crowd().mostRequestsPerSecond(), allowRemote, progress)) {
      return LoadStage.run(
          plan, progress, asked -> workers.begin(asked.crowd(), asked.targets()), commit);
    }
  }

  private static int exitCode(String verdict) {
    return switch (verdict) {
      case "valid" -> EXIT_VALID;
      case "invalid" -> EXIT_INVALID;
      default -> EXIT_FAILED;
    };
  }

  private LoadPlan plan(CommandSpec command) {
    try {
      IdleOptions line = new IdleOptions(command.commandLine().getParseResult());
      crew.check(line);
      Ranges.require("--users", users, 1, MOST_USERS * (long) crew.processes());
      if (commit != null && !commit.matches("[\\w./+-]{1,64}")) {
        throw new IllegalArgumentException(
            "--commit must be 1 to 64 characters of [A-Za-z0-9_./+-], was " + commit);
      }
      Ranges.require("--warm-up-ms", warmUpMillis, 0, 600_000);
      if (!(requestsPerSecond >= 0 && requestsPerSecond <= 1_000_000)) {
        throw new IllegalArgumentException(
            "--requests-per-second must be between 0 and 1000000, was " + requestsPerSecond);
      }
      OutputFiles.requireWritable("--json", json);
      request.check(line);
      refuseIdle(line);
      UrlMix mix =
          UrlMix.parse(urls, targets, request.body(), allowRemote).expecting(request.expected());
      return new LoadPlan(
          new CrowdPlan(
                  users,
                  mix.pages(),
                  new ThinkTime(think, Duration.ofMillis(thinkMillis)),
                  thinkFrom,
                  requestsPerSecond,
                  request.timeout(),
                  Duration.ofMillis(500),
                  request.sessionCookie(),
                  seed)
              .following(followCounters),
          mix.targets(),
          StageTimes.parse("--stages", stages),
          Duration.ofMillis(warmUpMillis),
          bound.read(),
          counts.read(allowRemote),
          crew.processes());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), reason(e), e);
    }
  }

  private void refuseIdle(IdleOptions line) {
    line.refuse(
        requestsPerSecond > 0,
        "with --requests-per-second, whose users do not think",
        "--think-ms",
        "--think-from");
    line.refuse(
        requestsPerSecond == 0 && thinkMillis == 0,
        "with --think-ms 0, whose users do not think",
        "--think-distribution",
        "--think-from");
  }
}
