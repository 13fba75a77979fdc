// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.holdfast.drill.capacity.Figures.count;
import static org.holdfast.drill.capacity.Figures.format;
import static org.holdfast.drill.capacity.Figures.percent;
import static org.holdfast.drill.capacity.Figures.seconds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which limit bit, and why, read from all stages of a search. The stage explained is the valid one
 * with the fewest users that failed, or the one with the most users if none did; the others show
 * how it came to that.
 *
 * @param users of the stage explained, 0 if no stage was valid
 * @param findings what was found, the one that the verdict names first; never empty
 * @param demands CPU that requests cost each node
 * @param verdict the findings and the demands in words, with figures
 */
public record LimitingFactor(
    int users, List<Finding> findings, List<DemandFit> demands, String verdict) {

  /** Over this share of the time, garbage collection is named. */
  static final double GC_SHARE = 0.10;

  /** A node under this share of its CPU, and under the cap, has CPU to spare. */
  static final double CPU_IDLE = 0.80;

  /** Users must have grown by this factor for a comparison to say something. */
  private static final double MORE_USERS = 1.2;

  /** Throughput is flat if it grew by less than this share of what the users did. */
  private static final double FLAT = 0.25;

  /** Response grows if it is this many times what it was; so do figures per request. */
  private static final double GROWS = 1.5;

  /** Threads per core that run or wait to. */
  private static final double RUN_QUEUE = 2;

  /** Share of a response. */
  private static final double ACK_WAIT = 0.5;

  /** One thing that limits or would have. */
  public record Finding(Kind kind, String words) {}

  /** What limits, in the order in which a verdict prefers them: causes before symptoms. */
  public enum Kind {
    /** No stage was valid: nothing can be said. */
    NOTHING_VALID,
    /** No stage failed: nothing bit. */
    NOTHING_FAILED,
    /** A node ended by itself: nothing more could be tried. */
    NODE_ENDED,
    /** The cluster lost answered updates: no capacity at any load. */
    LOST_UPDATES,
    /** Requests failed: whatever the times of the others are, this is not sustained. */
    FAILED_REQUESTS,
    /**
     * Throughput is flat while response grows and CPU is idle: requests queue for something else.
     */
    BOTTLENECK_NOT_CPU,
    /** The garbage collector takes over 10 % of the time. */
    GARBAGE_COLLECTION,
    /** A node reached the cap, or all of its CPU. */
    CPU,
    /** Half of a response or more is waiting for secondaries. */
    ACK_WAIT,
    /** Several threads per core want to run. */
    RUN_QUEUE,
    /** A request costs many more context switches than it did with fewer users. */
    CONTEXT_SWITCHES,
    /** A request sends many more bytes between nodes than it did with fewer users. */
    REPLICATION_BYTES,
    /** The bound is missed, CPU is to be had and throughput still grows: not explained. */
    BOUND_UNEXPLAINED
  }

  public LimitingFactor {
    findings = List.copyOf(findings);
    demands = List.copyOf(demands);
  }

  /** Explains a search; a failure that it took back, a hiccup of the machine, is passed over. */
  public static LimitingFactor of(CapacityGoal goal, CapacityResult result) {
    Integer failing = result.failing();
    LimitingFactor explained =
        of(
            goal,
            result.stages().stream()
                .filter(StageResult::valid)
                .filter(
                    stage ->
                        goal.misses(stage).isEmpty()
                            || (failing != null && stage.users() >= failing))
                .toList());
    return result.outcome() == CapacityResult.Outcome.NODE_ENDED
        ? explained.ended(failing, result.reason())
        : explained;
  }

  /** No stage shows what ended a node, as none was finished with it. */
  private LimitingFactor ended(@Nullable Integer failing, String reason) {
    Finding finding = new Finding(Kind.NODE_ENDED, reason);
    StringBuilder words = new StringBuilder("Limit: " + reason + ". ");
    demands.forEach(demand -> words.append(demand.words()).append(". "));
    return new LimitingFactor(
        failing == null ? users : failing, List.of(finding), demands, words.toString().strip());
  }

  /** Explains {@code stages}, in any order; invalid ones are passed over. */
  public static LimitingFactor of(CapacityGoal goal, List<StageResult> stages) {
    List<StageResult> valid =
        stages.stream()
            .filter(StageResult::valid)
            .sorted(Comparator.comparingInt(StageResult::users))
            .toList();
    if (valid.isEmpty()) {
      Finding finding =
          new Finding(Kind.NOTHING_VALID, "no stage was valid, so nothing can be said");
      return new LimitingFactor(0, List.of(finding), List.of(), finding.words());
    }
    List<StageResult> failed =
        valid.stream().filter(stage -> !goal.misses(stage).isEmpty()).toList();
    StageResult last = valid.get(valid.size() - 1);
    StageResult explained = failed.isEmpty() ? last : failed.get(0);
    StageResult most = failed.isEmpty() ? last : failed.get(failed.size() - 1);
    List<Finding> findings = new Analysis(goal, explained, valid, most).findings();
    List<DemandFit> demands = DemandFit.ofEach(valid);
    return new LimitingFactor(
        explained.users(), findings, demands, verdict(goal, explained, findings, demands));
  }

  private static String verdict(
      CapacityGoal goal, StageResult stage, List<Finding> findings, List<DemandFit> demands) {
    StringBuilder words = new StringBuilder(format("at %s users ", count(stage.users())));
    List<String> misses = goal.misses(stage);
    words.append(misses.isEmpty() ? "all was kept" : String.join("; ", misses)).append(". ");
    for (int i = 0; i < findings.size(); i++) {
      words.append(i == 0 ? "Limit: " : "Also: ").append(findings.get(i).words()).append(". ");
    }
    for (DemandFit demand : demands) {
      words.append(demand.words()).append(". ");
    }
    return words.toString().strip();
  }

  /**
   * One stage against those with fewer users.
   *
   * @param all stages, those with fewer users first
   * @param most the one with the most users that failed, too
   */
  private record Analysis(
      CapacityGoal goal, StageResult stage, List<StageResult> all, StageResult most) {

    List<Finding> findings() {
      List<Finding> findings = new ArrayList<>();
      if (goal.misses(stage).isEmpty()) {
        findings.add(new Finding(Kind.NOTHING_FAILED, "none was reached"));
      }
      lostUpdates(findings);
      failedRequests(findings);
      bottleneck(findings);
      garbage(findings);
      cpu(findings);
      ackWait(findings);
      runQueue(findings);
      contextSwitches(findings);
      replicationBytes(findings);
      if (findings.isEmpty()) {
        NodeUsage busiest = stage.busiest();
        findings.add(
            new Finding(
                Kind.BOUND_UNEXPLAINED,
                format(
                    "not explained: CPU of the busiest node is %s, and nothing else measured"
                        + " stands out%s",
                    busiest == null ? "not known" : "at " + percent(busiest.cpuShare()),
                    threads())));
      }
      return findings;
    }

    private void lostUpdates(List<Finding> findings) {
      if (stage.lostUpdates() > 0) {
        findings.add(
            new Finding(
                Kind.LOST_UPDATES, format("%,d answered updates were lost", stage.lostUpdates())));
      }
    }

    private void failedRequests(List<Finding> findings) {
      if (stage.failedRequests() > 0) {
        findings.add(
            new Finding(
                Kind.FAILED_REQUESTS,
                format(
                    "%,d requests failed at %.0f requests/s%s",
                    stage.failedRequests(), stage.throughputPerSecond(), threads())));
      }
    }

    /**
     * Near the knee throughput still grows with users who mostly think: that it is flat is plain
     * only with many more of them.
     */
    private void bottleneck(List<Finding> findings) {
      if (isIdle(stage) && !flat(stage, findings) && isIdle(most)) {
        boolean unused = flat(most, findings);
      }
    }

    private boolean isIdle(StageResult stage) {
      NodeUsage busiest = stage.busiest();
      return busiest != null && busiest.cpuShare() < CPU_IDLE && !goal.overCap(busiest);
    }

    /** Names the bottleneck if {@code stage} shows one. */
    private boolean flat(StageResult stage, List<Finding> findings) {
      StageResult fewer = comparable(stage);
      NodeUsage busiest = stage.busiest();
      if (fewer == null || busiest == null) {
        return false;
      }
      double throughput = stage.throughputPerSecond() / fewer.throughputPerSecond() - 1;
      double users = stage.users() / (double) fewer.users() - 1;
      double response = stage.meanResponseSeconds() / fewer.meanResponseSeconds();
      boolean isFlat = throughput < FLAT * users && response >= GROWS;
      if (isFlat) {
        findings.add(
            new Finding(
                Kind.BOTTLENECK_NOT_CPU,
                format(
                    "a bottleneck that is not the CPU: from %s to %s users throughput went from"
                        + " %.0f to %.0f requests/s (%+.0f %%) and mean response from %s to %s,"
                        + " with CPU of the busiest node at %s%s",
                    count(fewer.users()),
                    count(stage.users()),
                    fewer.throughputPerSecond(),
                    stage.throughputPerSecond(),
                    100 * throughput,
                    seconds(fewer.meanResponseSeconds()),
                    seconds(stage.meanResponseSeconds()),
                    percent(busiest.cpuShare()),
                    threads())));
      }
      return isFlat;
    }

    /** The stage with the most users that are still fewer by enough to compare. */
    private @Nullable StageResult comparable(StageResult stage) {
      StageResult comparable = null;
      for (StageResult fewer : all) {
        comparable = fewer.users() * MORE_USERS <= stage.users() ? fewer : comparable;
      }
      return comparable;
    }

    private void garbage(List<Finding> findings) {
      for (NodeUsage node : stage.nodes()) {
        if (node.gcShare() != null && node.gcShare() > GC_SHARE) {
          findings.add(
              new Finding(
                  Kind.GARBAGE_COLLECTION,
                  format(
                      "garbage collection of %s takes %s of its time, over %s",
                      node.node(), percent(node.gcShare(), GC_SHARE), percent(GC_SHARE))));
        }
      }
    }

    private void cpu(List<Finding> findings) {
      for (NodeUsage node : stage.nodes()) {
        if (goal.overCap(node) || node.cpuShare() >= CPU_IDLE) {
          findings.add(
              new Finding(
                  Kind.CPU,
                  format(
                      "CPU of %s: %s of %s in use, %s at %.0f requests/s",
                      node.node(),
                      percent(node.cpuShare(), goal.cpuCap()),
                      Figures.cores(node.cores()),
                      goal.overCap(node)
                          ? "the cap being " + Figures.plainPercent(goal.cpuCap())
                          : "so that requests queue for it",
                      stage.throughputPerSecond())));
        }
      }
    }

    private void ackWait(List<Finding> findings) {
      Double wait = stage.ackWaitSeconds();
      if (wait != null && wait >= ACK_WAIT * stage.meanResponseSeconds()) {
        findings.add(
            new Finding(
                Kind.ACK_WAIT,
                format(
                    "of a mean response of %s, %s (%s) is waiting for secondaries to acknowledge",
                    seconds(stage.meanResponseSeconds()),
                    seconds(wait),
                    percent(wait / stage.meanResponseSeconds()))));
      }
    }

    private void runQueue(List<Finding> findings) {
      for (NodeUsage node : stage.nodes()) {
        if (node.runQueue() != null && node.runQueue() > RUN_QUEUE * node.cores()) {
          findings.add(
              new Finding(
                  Kind.RUN_QUEUE,
                  format(
                      "run queue of %s: %.1f threads run or wait to, on %s",
                      node.node(), node.runQueue(), Figures.cores(node.cores()))));
        }
      }
    }

    private void contextSwitches(List<Finding> findings) {
      grown(
          findings,
          Kind.CONTEXT_SWITCHES,
          "context switches per request",
          Analysis::switchesPerRequest);
    }

    private void replicationBytes(List<Finding> findings) {
      grown(
          findings,
          Kind.REPLICATION_BYTES,
          "bytes between nodes per request",
          StageResult::replicationBytesPerRequest);
    }

    private interface Figure {
      @Nullable Double of(StageResult stage);
    }

    /** Against the stage with the fewest users. */
    private void grown(List<Finding> findings, Kind kind, String what, Figure figure) {
      StageResult fewest = all.get(0);
      Double now = figure.of(stage);
      Double then = fewest.users() < stage.users() ? figure.of(fewest) : null;
      if (now != null && then != null && now >= 1 && now >= GROWS * then) {
        findings.add(
            new Finding(
                kind,
                format(
                    "%s went from %,.1f at %s users to %,.1f",
                    what, then, count(fewest.users()), now)));
      }
    }

    /** Of all nodes together; null if a node did not measure them. */
    private static @Nullable Double switchesPerRequest(StageResult stage) {
      double switches = 0;
      for (NodeUsage node : stage.nodes()) {
        if (node.contextSwitchesPerSecond() == null) {
          return null;
        }
        switches += node.contextSwitchesPerSecond();
      }
      return switches / stage.throughputPerSecond();
    }

    private String threads() {
      return stage.threads().isBlank() ? "" : "; threads: " + stage.threads();
    }
  }
}
