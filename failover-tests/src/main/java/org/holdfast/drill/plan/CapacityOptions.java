// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.capacity.SurvivalCap;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.cli.OutputFiles;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.demo.StandardWorkload;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.load.UserPaths;
import org.holdfast.drill.loadrun.BoundOptions;
import org.holdfast.drill.loadrun.CrewOptions;
import org.holdfast.drill.loadrun.Ranges;
import org.holdfast.drill.loadrun.RequestOptions;
import org.holdfast.drill.loadrun.StageTimes;
import org.holdfast.drill.plan.report.CapacityHtml;
import org.holdfast.drill.plan.report.CapacityJson;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.stage.Bound;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say how capacities are searched. */
final class CapacityOptions {
  /** Share of its CPU that a survivor may use. */
  static final double SURVIVOR_MOST = 0.9;

  private static final int USERS_OF_A_PROCESS = 19_000;
  private static final long MOST_WARM_UP_MILLIS = 600_000;
  private static final double USUAL_CAP = 60;
  private static final int ROUNDS_COMPARED = 2;
  private static final Pattern TIME = Pattern.compile("(\\d{1,6}(?:\\.\\d+)?)(ms|s)");

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = "hello-sessions",
      description =
          "What users ask for: hello-servlet, hello-bean-jsp, hello-sessions, cart, big-session,"
              + " session-validation, ping or clusterbench (default: ${DEFAULT-VALUE}).")
  private String workload = "";

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description =
          "What users ask for instead, a path with its slash; think time stays that of --workload"
              + " (default: the workload's).")
  private @Nullable String path;

  @Mixin private RequestOptions request = new RequestOptions();

  @Option(
      names = "--follow-counters",
      paramLabel = "WHICH",
      defaultValue = "auto",
      description =
          "Whether counters in answers must contain every update: ${COMPLETION-CANDIDATES}; auto and"
              + " each make a stage invalid whose sessions show none (default: ${DEFAULT-VALUE}).")
  private FollowCounters followCounters = FollowCounters.AUTO;

  @Option(
      names = "--think",
      paramLabel = "TIME",
      description =
          "Mean think time, such as 1s or 500ms, 0ms to 600s (default: that of the workload).")
  private @Nullable String think;

  @Option(
      names = "--think-distribution",
      paramLabel = "DISTRIBUTION",
      defaultValue = "exponential",
      description =
          "How think times scatter: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ThinkTime.Distribution distribution = ThinkTime.Distribution.EXPONENTIAL;

  @Mixin private BoundOptions bound = new BoundOptions();

  @Option(
      names = "--cpu-cap",
      paramLabel = "PERCENT",
      description =
          "CPU that every node must stay under, 1 to 100; 100 is no cap (default: 60, or less where"
              + " the survivors of --survive need it: 45 for 2 nodes).")
  private @Nullable Double cpuCap;

  @Option(
      names = "--survive",
      paramLabel = "K",
      description =
          "Nodes to kill at the load found, 0 to nodes - 1; of --targets by --command kill=..."
              + " (default: 1 with that, and where the sessions of all that are compared are"
              + " replicated; else 0).")
  private @Nullable Integer survive;

  @Option(
      names = {"-c", "--users"},
      paramLabel = "USERS",
      defaultValue = "0",
      description =
          "Users of the first stage; 0 lets the discarded stage suggest them (default:"
              + " ${DEFAULT-VALUE}).")
  private int users;

  @Option(
      names = "--most-users",
      paramLabel = "USERS",
      description = "Never more users than these (default: 19000 for each worker).")
  private @Nullable Integer mostUsers;

  @Option(
      names = {"-r", "--stages"},
      paramLabel = "UP/STEADY/DOWN",
      defaultValue = "2/15/1",
      description =
          "Seconds of ramp-up, steady state and ramp-down of each stage; the wait for steady"
              + " response times comes on top (default: ${DEFAULT-VALUE}).")
  private String stages = "";

  @Option(
      names = "--warm",
      paramLabel = "S",
      defaultValue = "30",
      description =
          "Seconds of the first stage, which is discarded, 0 to 3600: in it code is compiled"
              + " (default: ${DEFAULT-VALUE}).")
  private int warmSeconds;

  @Option(
      names = "--warm-up-ms",
      paramLabel = "MS",
      description =
          "Longest wait for steady response times in each stage, in ms, 0 to 600000 (default:"
              + " 10000, or 5/4 of the longest think time and 3 s if that is more).")
  private @Nullable Long warmUpMillis;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Search as often, each time with nodes started anew, 1 to 20, and tell by how much the"
              + " capacities found differ, and their ratios with --compare (default: 1; 2 with"
              + " --compare, as a ratio without its spread says little).")
  private @Nullable Integer rounds;

  @Mixin private CrewOptions crew = new CrewOptions();

  @Option(
      names = "--predict",
      paramLabel = "N",
      split = ",",
      description =
          "Users to predict, or nodes with --node-counts (default: twice the most measured).")
  private List<Integer> predicted = List.of();

  @Option(
      names = "--extrapolate",
      description = "Predict beyond twice the most measured, too (default: refuse).")
  private boolean extrapolate;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Seed of the first stage's think times and failover choices; each stage has the next one"
              + " (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the report as JSON to this file (default: to none).")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also write the report as one HTML page with pictures to this file (default: to none).")
  private @Nullable Path html;

  /** Says which processes drive the users. */
  CrewOptions crew() {
    return crew;
  }

  /**
   * Checks the options and puts them together.
   *
   * @param sizes nodes of each cluster
   * @param kills whether a node is killed unless the line says otherwise: sessions of all survive
   *     that, or their owner says how
   * @param given whether servers are measured that run already
   * @param line of which options are refused that change nothing
   * @throws IllegalArgumentException if one is out of its range, or they contradict each other
   */
  CapacityPlan plan(List<Integer> sizes, boolean kills, boolean given, IdleOptions line) {
    int nodes = sizes.stream().mapToInt(Integer::intValue).min().orElseThrow();
    long different = sizes.stream().distinct().count();
    Ranges.require("--warm", warmSeconds, 0, 3_600);
    if (warmUpMillis != null) {
      Ranges.require("--warm-up-ms", warmUpMillis, 0, MOST_WARM_UP_MILLIS);
    }
    crew.check(line);
    request.check(line);
    int workers = crew.processes();
    int most = mostUsers == null ? USERS_OF_A_PROCESS * workers : mostUsers;
    Ranges.require("--most-users", most, workers, (long) USERS_OF_A_PROCESS * workers);
    Ranges.require("--users", users, 0, most);
    int searches =
        rounds != null
            ? rounds
            : line.isGiven("--compare") && sizes.size() > 1 ? ROUNDS_COMPARED : 1;
    Ranges.require("--rounds", searches, 1, 20);
    OutputFiles.requireWritable("--json", json);
    OutputFiles.requireWritable("--html", html);
    OutputFiles.requireDifferent("--json", json, "--html", html);
    int lost = survive == null ? (kills && nodes > 1 ? 1 : 0) : survive;
    if (lost > 0 && nodes == 1) {
      throw new IllegalArgumentException(
          "--survive must be 0 with one node, of which none would be left, was " + lost);
    }
    if (lost > 0 && given && !kills) {
      throw new IllegalArgumentException(
          "--survive must be 0 with --targets that nobody can kill, was "
              + lost
              + ": add --command kill='...', as in --command kill='docker kill {node}'");
    }
    Ranges.require("--survive", lost, 0, nodes - 1L);
    line.refuse(lost == 0, "where no node is to be killed", "--command");
    predicted.forEach(each -> Ranges.require("--predict", each, 1, 10_000_000));
    if (different == 2 && !predicted.isEmpty()) {
      throw new IllegalArgumentException(
          "--predict needs three of --node-counts, was given with "
              + sizes.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }
    StandardWorkload what = workload(workload);
    Bound read = bound.read();
    ThinkTime thinkTime =
        new ThinkTime(distribution, think == null ? what.thinkTime() : time("--think", think));
    line.refuse(
        path != null && think != null,
        "with --path and --think, which say all that it says",
        "--workload");
    line.refuse(
        path == null && !what.hasSessions(),
        "with a workload that has no sessions",
        "--follow-counters");
    line.refuse(thinkTime.mean().isZero(), "with users that do not think", "--think-distribution");
    line.refuse(predicted.isEmpty(), "without --predict", "--extrapolate");
    line.refuse(given, "with --targets, whose servers are not started anew", "--rounds");
    return new CapacityPlan(
        path == null ? what.toString() : path,
        List.of(
            new Page(
                path == null ? UserPaths.of(what) : path, request.body(), 1, request.expected())),
        thinkTime,
        new CapacityGoal(
            Duration.ofNanos(Math.round(read.millis() * 1e6)),
            read.percentile(),
            cap(nodes, lost) / 100),
        users,
        most,
        StageTimes.parse("--stages", stages),
        Duration.ofMillis(warmUpMillis == null ? usualWarmUpMillis(thinkTime) : warmUpMillis),
        Duration.ofSeconds(warmSeconds),
        lost,
        SURVIVOR_MOST,
        read.maxErrorPercent(),
        request.timeout(),
        request.sessionCookie(),
        path == null && !what.hasSessions() ? FollowCounters.NONE : followCounters,
        searches,
        workers,
        predicted,
        extrapolate,
        seed);
  }

  /**
   * Writes the report where the options say.
   *
   * @return the files written
   * @throws IOException if one cannot be written
   */
  List<Path> write(CapacityReport report) throws IOException {
    List<Path> written = new ArrayList<>();
    if (json != null) {
      CapacityJson.write(report, json);
      written.add(json);
    }
    if (html != null) {
      CapacityHtml.write(report, html);
      written.add(html);
    }
    return written;
  }

  private double cap(int nodes, int lost) {
    if (cpuCap == null) {
      return Math.min(USUAL_CAP, 100 * SurvivalCap.safeCap(nodes, lost, SURVIVOR_MOST));
    }
    if (!(cpuCap >= 1 && cpuCap <= 100)) {
      throw new IllegalArgumentException("--cpu-cap must be between 1 and 100, was " + cpuCap);
    }
    return cpuCap;
  }

  private static StandardWorkload workload(String name) {
    for (StandardWorkload workload : StandardWorkload.values()) {
      if (workload.toString().equals(name)) {
        return workload;
      }
    }
    throw new IllegalArgumentException(
        "--workload must be one of "
            + String.join(
                ", ",
                Arrays.stream(StandardWorkload.values()).map(StandardWorkload::toString).toList())
            + ", was \""
            + name
            + "\"");
  }

  private static Duration time(String option, String text) {
    Matcher form = TIME.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          option + " must be a time such as 1s or 500ms, was \"" + text + "\"");
    }
    double value = Double.parseDouble(form.group(1));
    return Duration.ofNanos(Math.round(value * ("s".equals(form.group(2)) ? 1e9 : 1e6)));
  }

  /**
   * A stage waits for each user's longest think time, for four fifths of the warm-up at most: users
   * that were measured sooner would mostly be those with short ones.
   */
  static long usualWarmUpMillis(ThinkTime think) {
    long patient = think.longest().toMillis() * 5 / 4 + 3_000;
    return Math.min(Math.max(10_000, patient), MOST_WARM_UP_MILLIS);
  }
}
