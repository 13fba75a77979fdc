// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured in the steady part of one stage, a run with a constant number of users; null
 * means not measured.
 *
 * @param users closed users asked for
 * @param throughputPerSecond answered requests per second, X
 * @param meanResponseSeconds mean response, R
 * @param percentileResponseSeconds response at the percentile that the bound is set for
 * @param nodes every node that served
 * @param lostUpdates answered updates that a later answer contradicted
 * @param failedRequests attempts that failed, more than were allowed; 0 if no more did
 * @param invalidReasons why the stage says nothing about the cluster, in words; empty if it is
 *     valid. The figures of an invalid stage are not looked at
 * @param replicationBytesPerRequest bytes that nodes sent each other, over requests
 * @param ackWaitSeconds mean time that a response waited for secondaries
 * @param unmeasured nodes that served, but of which not even the CPU could be measured: a stage
 *     with such nodes may fail, but does not pass
 * @param threads summary of thread dumps taken during the stage, empty if none were
 */
public record StageResult(
    int users,
    double throughputPerSecond,
    double meanResponseSeconds,
    double percentileResponseSeconds,
    List<NodeUsage> nodes,
    long lostUpdates,
    long failedRequests,
    List<String> invalidReasons,
    @Nullable Double replicationBytesPerRequest,
    @Nullable Double ackWaitSeconds,
    String threads,
    List<String> unmeasured) {

  /** A stage of which every node was measured. */
  public StageResult(
      int users,
      double throughputPerSecond,
      double meanResponseSeconds,
      double percentileResponseSeconds,
      List<NodeUsage> nodes,
      long lostUpdates,
      long failedRequests,
      List<String> invalidReasons,
      @Nullable Double replicationBytesPerRequest,
      @Nullable Double ackWaitSeconds,
      String threads) {
    this(
        users,
        throughputPerSecond,
        meanResponseSeconds,
        percentileResponseSeconds,
        nodes,
        lostUpdates,
        failedRequests,
        invalidReasons,
        replicationBytesPerRequest,
        ackWaitSeconds,
        threads,
        List.of());
  }

  /**
   * @throws IllegalArgumentException if there is no user; or if the stage is valid and a figure is
   *     negative or not finite, nothing was answered, or no node measured
   */
  public StageResult {
    Figures.atLeast("users", users, 1);
    nodes = List.copyOf(nodes);
    invalidReasons = List.copyOf(invalidReasons);
    unmeasured = List.copyOf(unmeasured);
    if (invalidReasons.isEmpty()) {
      Figures.positive("throughput per second of a valid stage", throughputPerSecond);
      Figures.positive("mean response in seconds of a valid stage", meanResponseSeconds);
      Figures.positive(
          "percentile response in seconds of a valid stage", percentileResponseSeconds);
      if (unmeasured.isEmpty()) {
        Figures.atLeast("nodes measured in a valid stage", nodes.size(), 1);
      }
      Figures.atLeast("lost updates", lostUpdates, 0);
      Figures.atLeast("failed requests", failedRequests, 0);
      Figures.measured("replication bytes per request", replicationBytesPerRequest);
      Figures.measured("ack wait in seconds", ackWaitSeconds);
    }
  }

  /** A stage of which nothing is known but why it does not count. */
  public static StageResult invalid(int users, List<String> reasons) {
    Figures.atLeast("reasons why a stage is invalid", reasons.size(), 1);
    return new StageResult(users, 0, 0, 0, List.of(), 0, 0, reasons, null, null, "");
  }

  /** Whether the stage counts. */
  public boolean valid() {
    return invalidReasons.isEmpty();
  }

  /** The same with what thread dumps showed in a stage like this one. */
  public StageResult withThreads(String seen) {
    return new StageResult(
        users,
        throughputPerSecond,
        meanResponseSeconds,
        percentileResponseSeconds,
        nodes,
        lostUpdates,
        failedRequests,
        invalidReasons,
        replicationBytesPerRequest,
        ackWaitSeconds,
        seen,
        unmeasured);
  }

  /** Share of its CPU that the busiest node used, 0 if none was measured. */
  public double busiestShare() {
    NodeUsage busiest = busiest();
    return busiest == null ? 0 : busiest.cpuShare();
  }

  /** The node with the highest share of its CPU in use; null if none was measured. */
  @Nullable NodeUsage busiest() {
    return NodeUsage.busiest(nodes);
  }
}
