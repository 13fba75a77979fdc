// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.holdfast.drill.cli.Lines.print;
import static org.holdfast.drill.cli.Lines.reason;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
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
            + " updates). With several numbers of users, one such run each, and a table of all.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:valid, and the bound held; with several numbers of users in all runs",
      "1:failed, one at least: the bound was missed, requests failed or updates were lost",
      "2:unknown option or impossible value",
      "3:could not run",
      "4:invalid, one at least and none failed: the driver did not measure what was asked for",
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
      split = ",",
      defaultValue = "100",
      description =
          "Users, 1 to 19000 for each process that drives; with --requests-per-second the most"
              + " requests in flight. Several, as 30,100,300, are one run each, in this order"
              + " (default: ${DEFAULT-VALUE}).")
  private List<Integer> steps = List.of();

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
      description =
          "Also write the report as JSON to this file; of several numbers of users each to a file"
              + " with the number in its name (default: to none).")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  @SuppressWarnings("try") // the hook acts by being installed
  public Integer call() {
    CommandSpec command = spec;
    if (command == null) {
      throw new IllegalStateException("load was called without its command line");
    }
    List<LoadPlan> plans = plans(command);
    PrintWriter out = command.commandLine().getOut();
    PrintWriter err = command.commandLine().getErr();
    try (StopOnExit stop = StopOnExit.watch(Thread.currentThread())) {
      return drive(plans, out, err);
    }
  }

  private int drive(List<LoadPlan> plans, PrintWriter out, PrintWriter err) {
    List<LoadReport> reports = new ArrayList<>();
    try {
      drive(plans, out, reports);
      return exitCode(reports.stream().map(LoadReport::verdict).toList());
    } catch (IOException e) {
      print(err, "holdfast load: could not run: " + reason(e));
      return EXIT_COULD_NOT_RUN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      print(err, "holdfast load: stopped before its verdict");
      return EXIT_COULD_NOT_RUN;
    } finally {
      if (plans.size() > 1 && !reports.isEmpty()) { // what was measured until something failed, too
        StepsText.lines(reports).forEach(line -> print(out, line));
      }
    }
  }

  private void drive(List<LoadPlan> plans, PrintWriter out, List<LoadReport> reports)
      throws IOException, InterruptedException {
    if (!crew.isCrew()) {
      drive(plans, LoadStage::here, out, reports);
      return;
    }
    double most =
        plans.stream().mapToDouble(p -> p.crowd().mostRequestsPerSecond()).max().orElse(0);
    try (WorkerCrew workers = crew.open(most, allowRemote, line -> print(out, line))) {
      drive(plans, asked -> workers.begin(asked.crowd(), asked.targets()), out, reports);
    }
  }

  /** One run after the other; each is told as soon as it is over. */
  private void drive(
      List<LoadPlan> plans, LoadRun.DriversOf drivers, PrintWriter out, List<LoadReport> reports)
      throws IOException, InterruptedException {
    for (LoadPlan plan : plans) {
      if (plans.size() > 1) {
        print(
            out,
            String.format(
                Locale.ROOT,
                "step %d of %d: %,d users",
                reports.size() + 1,
                plans.size(),
                plan.crowd().users()));
      }
      LoadReport report = LoadStage.run(plan, line -> print(out, line), drivers, commit);
      reports.add(report);
      print(out, "");
      LoadText.lines(report).forEach(line -> print(out, line));
      if (json != null) {
        Path file = plans.size() == 1 ? json : OutputFiles.numbered(json, plan.crowd().users());
        LoadJson.write(report, file);
        print(out, "report written to " + file);
      }
      print(out, "");
    }
  }

  private static int exitCode(List<String> verdicts) {
    if (verdicts.stream().allMatch("valid"::equals)) {
      return EXIT_VALID;
    }
    return verdicts.contains("failed") ? EXIT_FAILED : EXIT_INVALID;
  }

  private List<LoadPlan> plans(CommandSpec command) {
    try {
      IdleOptions line = new IdleOptions(command.commandLine().getParseResult());
      crew.check(line);
      for (int users : steps) {
        Ranges.require("--users", users, 1, MOST_USERS * (long) crew.processes());
      }
      if (Set.copyOf(steps).size() < steps.size()) {
        throw new IllegalArgumentException("--users must not name a number twice, was " + steps);
      }
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
      return steps.stream().map(users -> plan(users, mix)).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), reason(e), e);
    }
  }

  private LoadPlan plan(int users, UrlMix mix) {
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
