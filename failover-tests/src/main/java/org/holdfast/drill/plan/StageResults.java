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

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.capacity.NodeUsage;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.usage.NodeUse;
import org.jspecify.annotations.Nullable;

/**
 * Says what a measured stage means to a search. Three things count as failed however badly the load
 * was driven, as better driving would not have made them good: requests that failed, updates that
 * were lost, and a node at its CPU cap, which then did not even get the whole load. Any other stage
 * that the driver's checks doubt is invalid, with one exception: response times that were not
 * steady before, but stayed below a tenth of the bound, decide nothing.
 */
final class StageResults {
  private static final String VALIDITY = "validity";

  /** Responses below this share of the bound may sway without coming near it. */
  private static final double FAR_FROM_BOUND = 0.1;

  private StageResults() {}

  static StageResult of(int users, LoadReport report, List<NodeUse> use, CapacityGoal goal) {
    List<String> reasons = new ArrayList<>();
    List<NodeUsage> nodes = new ArrayList<>();
    boolean overCap = false;
    for (NodeUse node : use) {
      Double share = node.cpuShare();
      if (share == null) {
        reasons.add("CPU of " + node.node() + " could not be measured");
      } else {
        overCap |= goal.cpuCap() < 1 && share >= goal.cpuCap();
        nodes.add(
            new NodeUsage(
                node.node(),
                node.cores(),
                Math.min(share, 1.2),
                node.gcShare(),
                node.contextSwitchesPerSecond(),
                node.runQueue()));
      }
    }
    long failed = passed(report, "errors") ? 0 : failures(report);
    long lost = report.result().countersWrong();
    if (!overCap && failed == 0 && lost == 0) {
      double boundMillis = goal.bound().toNanos() / 1e6;
      boolean near = report.result().boundedMillis() > FAR_FROM_BOUND * boundMillis;
      report.checks().stream()
          .filter(check -> isDoubt(check) && (near || !check.name().equals("warm-up")))
          .forEach(check -> reasons.add(check.words()));
    }
    if (report.result().answers() == 0) {
      reasons.add("nothing was answered");
    }
    if (!reasons.isEmpty()) {
      return StageResult.invalid(users, reasons);
    }
    double inAll = report.result().requestsPerSecond();
    return new StageResult(
        users,
        inAll,
        Math.max(1e-6, report.fromSendMillis().mean() / 1e3),
        Math.max(1e-6, report.result().boundedMillis() / 1e3),
        nodes,
        lost,
        failed,
        List.of(),
        bytesPerRequest(report, use),
        ackWaitSeconds(report, use),
        "");
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

  /** What the driver's checks say against its own measurement. */
  static List<String> doubts(LoadReport report) {
    return report.checks().stream()
        .filter(StageResults::isDoubt)
        .map(LoadReport.CheckReport::words)
        .toList();
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
