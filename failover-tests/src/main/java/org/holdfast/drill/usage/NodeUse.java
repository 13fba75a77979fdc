// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import org.jspecify.annotations.Nullable;

/**
 * What a node used between two samples; null means not told at one of them.
 *
 * @param cores CPUs that it may use
 * @param cpuShare CPU used, as a share of {@code cores}; null makes a stage worthless
 * @param gcShare share of the time that garbage collection took
 * @param runQueue threads that ran or waited for a CPU, on average
 */
public record NodeUse(
    String node,
    double seconds,
    double cores,
    @Nullable Double cpuShare,
    @Nullable Double gcShare,
    @Nullable Double contextSwitchesPerSecond,
    @Nullable Double runQueue,
    @Nullable Double bytesSent,
    @Nullable Double ackWaitSeconds,
    @Nullable Double requests) {

  /** Compares two samples of one process. */
  static NodeUse between(String node, double cores, NodeSample before, NodeSample after) {
    double nanos = Math.max(1, after.nanos() - before.nanos());
    Double cpu = used(before.cpuNanos(), after.cpuNanos());
    Double gc = change(before.gcNanos(), after.gcNanos());
    Double switches = change(before.contextSwitches(), after.contextSwitches());
    Double runnable = change(before.runnableNanos(), after.runnableNanos());
    Double ackWait = change(before.ackWaitNanos(), after.ackWaitNanos());
    return new NodeUse(
        node,
        nanos / 1e9,
        cores,
        cpu == null ? null : Double.valueOf(cpu / (nanos * cores)),
        gc == null ? null : Double.valueOf(Math.min(1, gc / nanos)),
        switches == null ? null : Double.valueOf(switches * 1e9 / nanos),
        runnable == null ? null : Double.valueOf(runnable / nanos),
        change(before.bytesSent(), after.bytesSent()),
        ackWait == null ? null : Double.valueOf(ackWait / 1e9),
        change(before.requests(), after.requests()));
  }

  /**
   * Null if it went back: the node was started anew, or one of its processes took its time along.
   */
  private static @Nullable Double used(@Nullable Long before, @Nullable Long after) {
    return before != null && after != null && after < before ? null : change(before, after);
  }

  /** Threads that ended between the samples took their figures along: never negative. */
  private static @Nullable Double change(@Nullable Long before, @Nullable Long after) {
    return before == null || after == null
        ? null
        : Double.valueOf((double) Math.max(0, after - before));
  }
}
