// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.usage.NodeUse;
import org.jspecify.annotations.Nullable;

/**
 * Says what a measured stage means to a search. Three things count as failed however badly the load
 * was driven, as better driving would not have made them good: updates that were lost, a node at
 * its CPU cap, which then did not even get the whole load, and requests that failed, unless the
 * driver was overloaded or had lost a process: then it may have failed them itself. Any other stage
 * that the driver's checks doubt is invalid. A node whose CPU is not known makes a stage invalid
 * only if nothing else makes it fail.
 */
final class StageResults {
  private static final String VALIDITY = "validity";

  /** Checks that say that requests may have failed on the driver's side. */
  static final Set<String> OF_THE_DRIVER = Set.of("workers", "driver-cpu", "connections");

  private StageResults() {}

  static StageResult of(int users, LoadReport report, List<NodeUse> use, CapacityGoal goal) {
    List<NodeUsage> nodes = new ArrayList<>();
    List<String> unmeasured = new ArrayList<>();
    boolean overCap = false;
    for (NodeUse node : use) {
      NodeUsage usage = usage(node);
      if (usage == null) {
        unmeasured.add(node.node());
      } else {
        overCap |= goal.overCap(usage);
        nodes.add(usage);
      }
    }
    long failed = passed(report, "errors") ? 0 : failures(report);
    long lost = report.result().countersWrong();
    long answers = report.result().answers();
    boolean requestsFailed = failed > 0 && !isDoubted(report, OF_THE_DRIVER);
    boolean certain = overCap || lost > 0 || requestsFailed;
    double boundMillis = goal.bound().toNanos() / 1e6;
    List<String> reasons = new ArrayList<>();
    if (!certain) {
      report.checks().stream()
          .filter(StageResults::isDoubt)
          .forEach(check -> reasons.add(check.words()));
      if (answers == 0) {
        reasons.add("nothing was answered");
      } else if (report.result().boundedMillis() <= boundMillis) {
        unmeasured.forEach(node -> reasons.add("CPU of " + node + " could not be measured"));
      }
    }
    if (!reasons.isEmpty()) {
      return StageResult.invalid(users, reasons);
    }
    return new StageResult(
        users,
        // Where all requests failed: less than one in the whole time.
        Math.max(report.result().requestsPerSecond(), 1 / Math.max(1, report.result().seconds())),
        Math.max(1e-6, report.fromSendMillis().mean() / 1e3),
        Math.max(1e-6, report.result().boundedMillis() / 1e3),
        nodes,
        lost,
        failed,
        List.of(),
        bytesPerRequest(report, use),
        ackWaitSeconds(report, use),
        "",
        unmeasured);
  }

  /** For the search; null if not even the CPU of the node is known. */
  static @Nullable NodeUsage usage(NodeUse node) {
    Double share = node.cpuShare();
    return share == null
        ? null
        : NodeUsage.cut(
            node.node(),
            node.cores(),
            share,
            node.gcShare(),
            node.contextSwitchesPerSecond(),
            node.runQueue());
  }

  /** Bytes between nodes, of invalid stages too; null unless each node tells. */
  static @Nullable Double bytesPerRequest(LoadReport report, List<NodeUse> use) {
    return perRequest(use, NodeUse::bytesSent, report.result().requestsPerSecond());
  }

  /**
   * Mean wait of a response for secondaries, of invalid stages too; null unless each node tells.
   */
  static @Nullable Double ackWaitSeconds(LoadReport report, List<NodeUse> use) {
    return perRequest(use, NodeUse::ackWaitSeconds, report.result().requestsPerSecond());
  }

  /** Why a server that was asked before did not tell its count afterwards; empty if all did. */
  static String unreadCount(LoadReport report) {
    return report.serverCount() != null
        ? ""
        : report.checks().stream()
            .filter(check -> check.name().equals("server-count") && !check.passed())
            .map(LoadReport.CheckReport::words)
            .findFirst()
            .orElse("");
  }

  /** Connections that were refused. */
  static long refusals(LoadReport report) {
    return report.errors().getOrDefault(FailureKind.REFUSED.label(), 0L);
  }

  /** What the driver's checks, and figures that cannot be, say against the measurement. */
  static List<String> doubts(LoadReport report, List<NodeUse> use) {
    List<String> doubts = new ArrayList<>();
    report.checks().stream()
        .filter(StageResults::isDoubt)
        .forEach(check -> doubts.add(check.words()));
    for (NodeUse node : use) {
      Double share = node.cpuShare();
      if (share != null && NodeUsage.isCut(share)) {
        doubts.add(
            String.format(
                Locale.ROOT,
                "%s used %.0f %% of the CPUs that count as its own, those of others, too",
                node.node(),
                100 * share));
      }
    }
    return doubts;
  }

  /** Whether one of the checks named was not passed. */
  static boolean isDoubted(LoadReport report, Set<String> checks) {
    return report.checks().stream()
        .anyMatch(check -> !check.passed() && checks.contains(check.name()));
  }

  private static boolean isDoubt(LoadReport.CheckReport check) {
    return !check.passed() && check.kind().equals(VALIDITY);
  }

  private static boolean passed(LoadReport report, String check) {
    return report.checks().stream()
        .filter(each -> each.name().equals(check))
        .allMatch(LoadReport.CheckReport::passed);
  }

  /** Attempts and requests, whichever are more; at least one, as the check says so. */
  private static long failures(LoadReport report) {
    long attempts = report.errors().values().stream().mapToLong(Long::longValue).sum();
    return Math.max(1, Math.max(attempts, report.result().failedRequests()));
  }

  private interface Figure {
    @Nullable Double of(NodeUse node);
  }

  /** Of all nodes together; null unless each tells. */
  private static @Nullable Double perRequest(
      List<NodeUse> use, Figure figure, double requestsPerSecond) {
    double perSecond = 0;
    for (NodeUse node : use) {
      Double value = figure.of(node);
      if (value == null) {
        return null;
      }
      perSecond += value / node.seconds();
    }
    return requestsPerSecond > 0 ? Double.valueOf(perSecond / requestsPerSecond) : null;
  }
}
