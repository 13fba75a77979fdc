// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.holdfast.drill.capacity.Figures.count;
import static org.holdfast.drill.capacity.Figures.percent;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A capacity in one line, with everything without which the number of users means nothing.
 *
 * @param atLeast whether more users were not tried
 * @param responseSeconds at the goal's percentile, the worst of the runs
 * @param cpuShare of the busiest node, the worst of the runs
 * @param thinkSeconds mean think time as measured
 * @param thinkAskedSeconds mean think time asked for
 * @param littleError share by which Little's law misses the users asked for
 * @param coresPerNode CPUs that each node may use
 * @param jdk version of the nodes' JDK
 * @param commit that was measured
 * @param runs with these users
 * @param spread how far these runs lie apart
 */
public record CapacityLine(
    int users,
    boolean atLeast,
    CapacityGoal goal,
    double responseSeconds,
    double cpuShare,
    double thinkSeconds,
    double thinkAskedSeconds,
    double littleError,
    long errors,
    long requests,
    int nodes,
    double coresPerNode,
    String jdk,
    String commit,
    int runs,
    Spread spread) {

  /**
   * How far runs with the same users lie apart, each the highest figure over the lowest, less 1.
   * Throughput of users that think longer than they wait hardly moves, whatever the machine does
   * meanwhile; the other two do.
   *
   * @param response of the goal's percentile
   * @param cpu of the busiest node; 0 where none of a run was measured
   */
  public record Spread(double throughput, double response, double cpu) {

    /**
     * @throws IllegalArgumentException if one is not finite or negative
     */
    public Spread {
      Figures.within("spread of throughput", throughput, 0, Double.MAX_VALUE);
      Figures.within("spread of responses", response, 0, Double.MAX_VALUE);
      Figures.within("spread of CPU", cpu, 0, Double.MAX_VALUE);
    }

    /**
     * @throws IllegalArgumentException if there is no run
     */
    public static Spread of(List<StageResult> runs) {
      Figures.atLeast("runs", runs.size(), 1);
      return new Spread(
          apart(runs, StageResult::throughputPerSecond),
          apart(runs, StageResult::percentileResponseSeconds),
          apart(runs, StageResult::busiestShare));
    }

    private static double apart(List<StageResult> runs, ToDoubleFunction<StageResult> figure) {
      DoubleSummaryStatistics all = runs.stream().mapToDouble(figure).summaryStatistics();
      return all.getMin() > 0 ? all.getMax() / all.getMin() - 1 : 0;
    }
  }

  /**
   * @throws IllegalArgumentException if a figure is missing, not finite or negative
   */
  public CapacityLine {
    Figures.atLeast("users", users, 1);
    Figures.positive("response in seconds", responseSeconds);
    Figures.within("CPU share", cpuShare, 0, 1.2);
    Figures.within("think time in seconds", thinkSeconds, 0, Double.MAX_VALUE);
    Figures.within("think time asked for in seconds", thinkAskedSeconds, 0, Double.MAX_VALUE);
    Figures.within("error of Little's law", Math.abs(littleError), 0, Double.MAX_VALUE);
    Figures.atLeast("errors", errors, 0);
    Figures.atLeast("requests", requests, 1);
    Figures.atLeast("nodes", nodes, 1);
    Figures.positive("cores per node", coresPerNode);
    Figures.name("JDK", jdk);
    Figures.name("commit", commit);
    Figures.atLeast("runs", runs, 1);
  }

  /**
   * For example {@code 3,840 users, p90 0.61 s (bound 0.8 s), CPU 58 % (cap 60 %), think 7.99 of
   * 8.00 s, Little's law error 0.4 %, errors 0 of 1.2 M, 2 nodes x 1 core, JDK 17.0.15, commit
   * abc1234, 3 runs, spread 2 % (p90 5 %, CPU 3 %)}.
   */
  public String format() {
    return String.join(
        ", ",
        (atLeast ? "at least " : "") + many(users, "user"),
        Figures.format(
            "%s %s s (bound %s s)",
            goal.percentileName(),
            Figures.told(responseSeconds, goal.boundSeconds(), responseSeconds < 0.1 ? 3 : 2),
            Figures.plain(goal.boundSeconds())),
        Figures.format(
            "CPU %s %% (%s)",
            goal.cpuCap() < 1
                ? Figures.told(100 * cpuShare, 100 * goal.cpuCap(), 0)
                : Figures.format("%.0f", 100 * cpuShare),
            goal.cpuCap() < 1 ? "cap " + Figures.plainPercent(goal.cpuCap()) : "no cap"),
        Figures.format("think %.2f of %.2f s", thinkSeconds, thinkAskedSeconds),
        Figures.format("Little's law error %.1f %%", 100 * Math.abs(littleError)),
        Figures.format("errors %s of %s", count(errors), rounded(requests)),
        many(nodes, "node") + " x " + Figures.cores(coresPerNode),
        "JDK " + jdk,
        "commit " + commit,
        many(runs, "run"),
        Figures.format(
            "spread %s (%s %s, CPU %s)",
            apart(spread.throughput()),
            goal.percentileName(),
            apart(spread.response()),
            apart(spread.cpu())));
  }

  private static String apart(double spread) {
    return spread < 0.0095 ? percent(spread) : Figures.format("%.0f %%", 100 * spread);
  }

  private static String many(int number, String what) {
    return count(number) + " " + what + (number == 1 ? "" : "s");
  }

  private static String rounded(long number) {
    if (number < 1_000_000) {
      return count(number);
    }
    return number < 1_000_000_000
        ? Figures.format("%.1f M", number / 1e6)
        : Figures.format("%.1f G", number / 1e9);
  }
}
