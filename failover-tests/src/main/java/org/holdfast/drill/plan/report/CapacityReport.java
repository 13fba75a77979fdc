// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything a capacity run found. The names of these components are the field names of the JSON
 * and do not change within a format; new ones may be added. Its schema is {@code
 * docs/schema/holdfast-capacity-1.schema.json}.
 *
 * @param format {@value #FORMAT}
 * @param verdict {@code valid}, {@code invalid} or {@code failed}
 * @param reasons why it is not valid, in words; empty when it is
 * @param contenders what was measured; several if they were compared
 * @param ratios of the others to the first contender; empty without any
 * @param scalability law over the numbers of nodes; null without three numbers of nodes that found
 *     a limit
 * @param scalabilityMissing why there is no law over several numbers of nodes; null if there is
 *     one, or a single number
 */
public record CapacityReport(
    String format,
    String verdict,
    List<String> reasons,
    Setup setup,
    List<ContenderReport> contenders,
    List<Ratio> ratios,
    @Nullable Scalability scalability,
    @Nullable String scalabilityMissing,
    Environment environment) {
  public static final String FORMAT = "holdfast-capacity/1";

  public CapacityReport {
    reasons = List.copyOf(reasons);
    contenders = List.copyOf(contenders);
    ratios = List.copyOf(ratios);
  }

  /**
   * What was asked for.
   *
   * @param command line that repeats it
   * @param cpuCap share, 1 for none
   * @param survive nodes that were to be killed
   * @param survivorMost share of its CPU that a survivor may use
   * @param startUsers 0 if the discarded stage had to suggest a number
   */
  public record Setup(
      String command,
      String workload,
      String think,
      double thinkMillis,
      double boundPercentile,
      double boundMillis,
      double cpuCap,
      int survive,
      double survivorMost,
      double maxErrorPercent,
      int startUsers,
      int mostUsers,
      double rampUpSeconds,
      double steadySeconds,
      double rampDownSeconds,
      double warmSeconds,
      int workers,
      long seed,
      int rounds) {}

  /**
   * One cluster.
   *
   * @param scope what travels with an update of Holdfast; "unknown" of servers that ran already
   * @param ack whether responses of Holdfast wait for copies; "unknown" of servers that ran already
   * @param cpuWords how CPUs are shared and counted
   * @param closerLook the stage that failed, run again with thread dumps; null if none failed
   * @param loss null if no node was to be killed
   * @param model prediction for other numbers of users; null if there is none
   * @param modelWords why there is no model; empty if there is one
   */
  public record ContenderReport(
      String name,
      String manager,
      String scope,
      String ack,
      int nodes,
      double coresPerNode,
      String cpuWords,
      String verdict,
      List<String> reasons,
      Capacity capacity,
      List<Stage> stages,
      Limit limit,
      @Nullable Stage closerLook,
      @Nullable Loss loss,
      @Nullable UsersModel model,
      String modelWords) {

    public ContenderReport {
      reasons = List.copyOf(reasons);
      stages = List.copyOf(stages);
    }
  }

  /**
   * The interval found.
   *
   * @param outcome how the search ended
   * @param users sustained, 0 if none are
   * @param atLeast whether more were not tried
   * @param failing fewest users that failed, null if none did
   * @param requestsPerSecond mean of the runs with the users sustained
   * @param words the outcome, with figures
   * @param limits what the fewest users that failed did not keep
   * @param contradictions numbers of users that both passed and failed
   * @param line the capacity in one line, to put into a document; empty if none was found
   * @param spread how far the runs with the users sustained lie apart; null if none was found
   * @param rounds each search; the first is what all else is told of
   * @param betweenRounds of the users sustained; null if fewer than two searches found their limit
   */
  public record Capacity(
      String outcome,
      int users,
      boolean atLeast,
      @Nullable Integer failing,
      double requestsPerSecond,
      String words,
      List<String> limits,
      List<String> contradictions,
      String line,
      @Nullable Spread spread,
      List<Round> rounds,
      @Nullable Rounds betweenRounds) {

    public Capacity {
      rounds = List.copyOf(rounds);
      limits = List.copyOf(limits);
      contradictions = List.copyOf(contradictions);
    }
  }

  /**
   * How far runs with the same users lie apart, each the highest figure over the lowest, less 1.
   *
   * @param bounded response at the bounded percentile
   * @param cpuShare of the busiest node
   */
  public record Spread(double requestsPerSecond, double bounded, double cpuShare) {}

  /**
   * One stage.
   *
   * @param verdict {@code passed}, {@code failed} or {@code invalid}
   * @param words what it did not keep, or why it is invalid
   * @param doubts what the driver's checks, and figures that cannot be, say against the
   *     measurement; a stage may fail in spite of them
   * @param countersChecked answers that showed an update; 0 if nobody would have seen one lost
   * @param boundedMillis response at the bounded percentile, from due to answer
   * @param hdr histogram of responses from due, in microseconds, as HdrHistogram's compressed
   *     Base64
   */
  public record Stage(
      String purpose,
      int users,
      String verdict,
      List<String> words,
      List<String> doubts,
      double seconds,
      long answers,
      double requestsPerSecond,
      double boundedMillis,
      double meanMillis,
      double p50,
      double p90,
      double p99,
      double p999,
      double max,
      double thinkPlannedMillis,
      double thinkMeasuredMillis,
      double usersByLittle,
      long failedRequests,
      Map<String, Long> errors,
      long countersChecked,
      long lostUpdates,
      double driverCpuShare,
      @Nullable Double replicationBytesPerRequest,
      @Nullable Double ackWaitMillis,
      List<Node> nodes,
      List<CheckReport> checks,
      String hdr) {

    public Stage {
      words = List.copyOf(words);
      doubts = List.copyOf(doubts);
      errors = new TreeMap<>(errors);
      nodes = List.copyOf(nodes);
      checks = List.copyOf(checks);
    }
  }

  /**
   * What a node used in the steady state of a stage; null means not measured.
   *
   * @param cpuShare of {@code cores}
   * @param runQueue threads that ran or waited for a CPU, on average
   */
  public record Node(
      String name,
      double cores,
      @Nullable Double cpuShare,
      @Nullable Double gcShare,
      @Nullable Double contextSwitchesPerSecond,
      @Nullable Double runQueue) {}

  /** One of the driver's checks. */
  public record CheckReport(String name, String kind, boolean passed, String words) {}

  /**
   * Which limit bit.
   *
   * @param users of the stage explained
   * @param threadSummary what the thread dumps of the closer look show, in one line
   * @param threads the same, line by line
   */
  public record Limit(
      int users,
      List<Finding> findings,
      List<Demand> demands,
      String words,
      String threadSummary,
      List<String> threads) {

    public Limit {
      findings = List.copyOf(findings);
      demands = List.copyOf(demands);
      threads = List.copyOf(threads);
    }
  }

  /** One thing that limits; the first of a report is the one that does. */
  public record Finding(String kind, String words) {}

  /**
   * What a request anywhere costs a node, by the utilisation law.
   *
   * @param errorMicros standard error; null with too few stages
   * @param idleShare of the node's CPU
   */
  public record Demand(
      String node, double cpuMicrosPerRequest, @Nullable Double errorMicros, double idleShare) {}

  /**
   * The loss of nodes.
   *
   * @param safeCap by arithmetic
   * @param measuredCap by what was measured; null if it was not tried
   * @param survived null if it was not tried, or if what was measured does not say
   * @param misses what was not kept; where {@code survived} is null, why nobody can say
   * @param settled when the survivors had settled, in words; empty if it was not tried
   * @param afterwards what became of nodes that were given and were to be killed, in words; else
   *     empty
   * @param stage in which it was tried, be it in vain; null if it was not
   */
  public record Loss(
      double safeCap,
      @Nullable Double measuredCap,
      @Nullable Boolean survived,
      List<String> misses,
      String words,
      List<String> killed,
      String settled,
      String afterwards,
      @Nullable Stage stage) {

    public Loss {
      misses = List.copyOf(misses);
      killed = List.copyOf(killed);
    }
  }

  /**
   * One capacity over another's. Low and high are no spread but what one search of each leaves
   * open, those of the first round that confirmed both.
   *
   * @param low by the pessimistic ends of both intervals; 0 if the other sustained all allowed
   * @param high by the optimistic ones; null if this one sustained all users allowed
   * @param rounds of the ratios by round; null if fewer than two rounds found both capacities
   */
  public record Ratio(
      String contender,
      String to,
      double users,
      double low,
      @Nullable Double high,
      @Nullable Rounds rounds) {}

  /**
   * A search with nodes of its own.
   *
   * @param outcome how it ended
   * @param users sustained, 0 if none are
   * @param failing fewest users that failed, null if none did
   * @param words the outcome, with figures
   * @param stages empty for the first search, whose stages are the contender's
   */
  public record Round(
      String outcome, int users, @Nullable Integer failing, String words, List<Stage> stages) {

    public Round {
      stages = List.copyOf(stages);
    }
  }

  /**
   * How far figures of several rounds differ.
   *
   * @param number of rounds that have the figure
   */
  public record Rounds(int number, double median, double least, double most) {}

  /**
   * Where it ran, and when.
   *
   * @param cores CPUs that it could use, a part of one where a quota says so
   * @param ended when the report was made, in UTC, as ISO 8601 has it
   */
  public record Environment(
      String version,
      String java,
      String system,
      String cpu,
      double cores,
      String commit,
      String ended) {}
}
