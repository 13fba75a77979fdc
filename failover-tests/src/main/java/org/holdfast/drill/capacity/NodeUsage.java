// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one node used during the steady part of a stage; null means not measured.
 *
 * @param node its name in reports
 * @param cores CPUs that the node may use, a fraction where it is throttled
 * @param cpuShare CPU used, as a share of {@code cores}
 * @param gcShare share of the time in which the collector stopped the application, or of the CPU
 *     where it runs beside it
 * @param contextSwitchesPerSecond as vmstat's {@code cs}
 * @param runQueue threads running or waiting for a CPU, on average, as vmstat's {@code r}
 */
public record NodeUsage(
    String node,
    double cores,
    double cpuShare,
    @Nullable Double gcShare,
    @Nullable Double contextSwitchesPerSecond,
    @Nullable Double runQueue) {

  /**
   * A little over 1 is what sampling CPU and time one after the other can give; 58 is a percentage.
   */
  static final double SHARE_MOST = 1.2;

  /**
   * @throws IllegalArgumentException if a figure is negative, not finite, or a share over 1.2
   */
  public NodeUsage {
    Figures.name("node", node);
    Figures.positive("cores of " + node, cores);
    Figures.within("CPU share of " + node, cpuShare, 0, SHARE_MOST);
    if (gcShare != null) {
      Figures.within("GC share of " + node, gcShare, 0, SHARE_MOST);
    }
    Figures.measured("context switches per second of " + node, contextSwitchesPerSecond);
    Figures.measured("run queue of " + node, runQueue);
  }

  /**
   * A usage whose CPU share is cut off at what this record takes: of a node that is not bound, and
   * used more than the part that counts as its own.
   */
  public static NodeUsage cut(
      String node,
      double cores,
      double cpuShare,
      @Nullable Double gcShare,
      @Nullable Double contextSwitchesPerSecond,
      @Nullable Double runQueue) {
    return new NodeUsage(
        node, cores, Math.min(cpuShare, SHARE_MOST), gcShare, contextSwitchesPerSecond, runQueue);
  }

  /** Whether {@link #cut} had to cut a share off, so that the node used more than it says. */
  public static boolean isCut(double cpuShare) {
    return cpuShare > SHARE_MOST;
  }

  /** Whether this may be all that {@link #cut} left of a share. */
  public boolean mayBeCut() {
    return cpuShare >= SHARE_MOST;
  }

  /** The one with the highest share of its CPU in use, null of none. */
  static @Nullable NodeUsage busiest(List<NodeUsage> nodes) {
    return nodes.stream().max(Comparator.comparingDouble(NodeUsage::cpuShare)).orElse(null);
  }

  /** CPU seconds used per second. */
  double busyCores() {
    return cpuShare * cores;
  }
}
