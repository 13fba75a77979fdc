// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.drill.stage.StageFigures;
import org.jspecify.annotations.Nullable;

/**
 * Everything a run of load found. The names of these components are the field names of the JSON and
 * do not change within a format; new ones may be added. Its schema is {@code
 * docs/schema/holdfast-load-1.schema.json}.
 *
 * @param format {@value #FORMAT}
 * @param verdict {@code valid}, {@code invalid} or {@code failed}
 * @param reasons why it is not valid, in words; empty when it is
 * @param errors failed attempts of the steady state by kind, kinds without any left out, and those
 *     that the driver's own machine is to blame for
 * @param errorsElsewhere the same before and after the steady state; told, but not judged
 */
public record LoadReport(
    String format,
    String verdict,
    List<String> reasons,
    Setup setup,
    Result result,
    ResponseTimes fromDueMillis,
    ResponseTimes fromSendMillis,
    Map<String, Long> errors,
    Map<String, Long> errorsElsewhere,
    List<CheckReport> checks,
    Driver driver,
    StageFigures.@Nullable ServerCount serverCount,
    Environment environment) {
  public static final String FORMAT = "holdfast-load/1";

  public LoadReport {
    reasons = List.copyOf(reasons);
    checks = List.copyOf(checks);
    errors = new TreeMap<>(errors);
    errorsElsewhere = new TreeMap<>(errorsElsewhere);
  }

  /**
   * What was asked for.
   *
   * @param requestsPerSecond of the open model, 0 for closed users
   * @param think how think times scatter; in the open model the times between arrivals
   * @param pages path and query of each page of the mix, with its weight
   * @param targets names of the nodes
   */
  public record Setup(
      int users,
      double requestsPerSecond,
      String think,
      String thinkFrom,
      double thinkMillis,
      Map<String, Integer> pages,
      List<String> targets,
      double rampUpSeconds,
      double steadySeconds,
      double rampDownSeconds,
      double boundPercentile,
      double boundMillis,
      double maxErrorPercent,
      long seed) {}

  /**
   * What the steady state gave; sessions and their counters are of the whole run.
   *
   * @param boundedMillis the bounded percentile, from due to answer
   * @param usersByLittle users that the throughput accounts for
   * @param usersByWholeCycles the same by Faban's sum
   * @param warmUpSeconds how long it took until response times were steady, or the wait was over
   * @param countersChecked answers that showed a counter, right or not
   * @param waitingArrivals of the open model: due at the end of the steady state and not yet sent
   * @param cycleSeconds of a user on average, as seen before the steady state, which lasts whole
   *     ones; 0 for the open model
   * @param sessionsBegun answers that gave a session to a user without one
   * @param answersOfRun answers of all phases
   * @param notOpened connections that the driver's own machine could not open
   * @param usualUserMillis mean response but for the slowest of each user, of the user for whom it
   *     was longest
   */
  public record Result(
      double seconds,
      long answers,
      double requestsPerSecond,
      double boundedMillis,
      double usersByLittle,
      double usersByWholeCycles,
      double thinkPlannedMillis,
      double thinkMeasuredMillis,
      double warmUpSeconds,
      double longestGapMillis,
      long openAtSteadyEnd,
      double oldestOpenMillis,
      long openAtTheEnd,
      double jain,
      long fewestAnswers,
      double slowestUserMillis,
      long failedRequests,
      long idleCloses,
      long countersChecked,
      long countersWrong,
      long sessionsReplaced,
      long waitingArrivals,
      double cycleSeconds,
      long sessionsBegun,
      long answersOfRun,
      long notOpened,
      double usualUserMillis) {}

  /** One check of the verdict; {@code kind} is validity, errors or bound. */
  public record CheckReport(String name, String kind, boolean passed, String words) {}

  /**
   * Whether the measuring side kept up.
   *
   * @param cpuShare of all cores of a machine, 0 to 1; of several the largest
   * @param cpuMicrosPerRequest CPU time of the processes that drove over their answers
   * @param busiestThreadShare of what one thread can use, a core or less by a quota, used by the
   *     busiest that carries users
   * @param latenessP99Millis how late users were woken; of several processes the worst
   * @param workersAsked how many processes were to drive; 1 is the verb's own
   * @param workers what each of them showed that was there at the end of the steady state
   */
  public record Driver(
      double cpuShare,
      double cpuMicrosPerRequest,
      double busiestThreadShare,
      double latenessP99Millis,
      double latenessMaxMillis,
      int workersAsked,
      List<Worker> workers) {
    public Driver {
      workers = List.copyOf(workers);
    }
  }

  /**
   * One process that drove, in the steady state.
   *
   * @param machine the same text for processes that share processors
   * @param cores that it may use, a part of one where its quota says so
   * @param cpuShare of these, 0 to 1
   * @param heapMegabytes of its heap in use, garbage included
   * @param residentMegabytes of its memory in RAM; 0 where the system does not tell
   */
  public record Worker(
      String name,
      String machine,
      double cores,
      double cpuShare,
      double heapMegabytes,
      double residentMegabytes,
      double latenessP99Millis,
      long users,
      long answers,
      double longestGapMillis) {}

  /**
   * Where the driver ran.
   *
   * @param cores of the machine whose drivers were busiest
   * @param commit of what was driven, as given with {@code --commit}; null if it was not
   */
  public record Environment(
      String version, String java, String system, double cores, @Nullable String commit) {}
}
