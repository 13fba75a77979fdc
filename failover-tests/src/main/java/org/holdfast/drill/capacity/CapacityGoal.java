// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.holdfast.drill.capacity.Figures.format;
import static org.holdfast.drill.capacity.Figures.percent;
import static org.holdfast.drill.capacity.Figures.plainPercent;
import static org.holdfast.drill.capacity.Figures.told;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a valid stage must keep for its users to count as sustained: the bound, the CPU cap on every
 * node, and every answered update; and no more requests may fail than were allowed.
 *
 * @param bound most that the percentile's response may take
 * @param percentile of responses within the bound, for example 90
 * @param cpuCap share of its CPU that each node must stay under, over 0 to 1; 1 is no cap
 */
public record CapacityGoal(Duration bound, double percentile, double cpuCap) {

  /**
   * @throws IllegalArgumentException if the bound is not positive, the percentile not between 0 and
   *     100, or the cap not over 0 and at most 1
   */
  public CapacityGoal {
    if (bound.isNegative() || bound.isZero()) {
      throw new IllegalArgumentException("bound must be positive, was " + bound);
    }
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException(
          "percentile must be over 0 and under 100, was " + percentile);
    }
    if (!(cpuCap > 0 && cpuCap <= 1)) {
      throw new IllegalArgumentException(
          "CPU cap must be a share over 0 and at most 1, was " + cpuCap);
    }
  }

  double boundSeconds() {
    return bound.toNanos() / 1e9;
  }

  boolean boundHeld(StageResult stage) {
    return stage.percentileResponseSeconds() <= boundSeconds();
  }

  /** Whether the node used as much of its CPU as the cap says or more; never with a cap of 1. */
  public boolean overCap(NodeUsage node) {
    return cpuCap < 1 && node.cpuShare() >= cpuCap;
  }

  /**
   * Says in words what {@code stage} did not keep; empty if it passes.
   *
   * @throws IllegalArgumentException if the stage is invalid, and so neither passes nor fails
   */
  public List<String> misses(StageResult stage) {
    if (!stage.valid()) {
      throw new IllegalArgumentException(
          format(
              "a stage must be valid to be judged; the one with %,d users is not: %s",
              stage.users(), String.join("; ", stage.invalidReasons())));
    }
    List<String> misses = new ArrayList<>();
    if (!boundHeld(stage)) {
      misses.add(
          format(
              "%s %s s over the bound of %.3f s",
              percentileName(),
              told(stage.percentileResponseSeconds(), boundSeconds(), 3),
              boundSeconds()));
    }
    for (NodeUsage node : stage.nodes()) {
      if (overCap(node)) {
        misses.add(
            format(
                "CPU of %s at %s, not under the cap of %s",
                node.node(), percent(node.cpuShare(), cpuCap), plainPercent(cpuCap)));
      }
    }
    if (stage.lostUpdates() > 0) {
      misses.add(format("%,d answered updates lost", stage.lostUpdates()));
    }
    if (stage.failedRequests() > 0) {
      misses.add(format("%,d requests failed", stage.failedRequests()));
    }
    if (misses.isEmpty()) {
      stage
          .unmeasured()
          .forEach(node -> misses.add(format("CPU of %s could not be measured", node)));
    }
    return misses;
  }

  /** For example p90, or p99.9. */
  String percentileName() {
    return percentileName(percentile);
  }

  static String percentileName(double percentile) {
    return "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
  }
}
