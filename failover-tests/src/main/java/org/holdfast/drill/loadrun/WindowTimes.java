// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.time.Duration;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.load.ThinkTime;

/**
 * How long the windows of a warm-up are, in nanoseconds. Users in step are heard of once a cycle,
 * and few users seldom: neither is a stall.
 *
 * @param shortestNanos which each lasts at least
 * @param longestNanos after which one ends that has few answers
 * @param emptyNanos after which one ends that has none: the servers stall
 */
record WindowTimes(long shortestNanos, long longestNanos, long emptyNanos) {
  private static final long SHORTEST_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();

  /** Windows in which a warm-up can become steady, and one to spare. */
  private static final int WINDOWS = 4;

  /** Of answers at a mean rate, one gap in e^20 is as long by chance. */
  private static final double GAPS = 20;

  static WindowTimes of(LoadPlan plan) {
    CrowdPlan crowd = plan.crowd();
    if (crowd.isOpen()) {
      return new WindowTimes(SHORTEST_NANOS, LONGEST_NANOS, LONGEST_NANOS);
    }
    long think = crowd.thinkTime().mean().toNanos();
    long longestThink = crowd.thinkTime().longest().toNanos();
    long part = plan.maxWarmUp().toNanos() / WINDOWS;
    long cycle = isInStep(crowd) ? Math.min(think, part) : 0;
    long gap = (long) Math.min((double) longestThink, GAPS * think / crowd.users());
    long empty = LONGEST_NANOS + Math.max(gap, (long) (1e9 * pauseInStep(plan, think / 1e9)));
    // As many as a warm-up needs fit into it, however seldom a few users ask.
    long longest = Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, part));
    return new WindowTimes(Math.max(SHORTEST_NANOS, cycle), longest, empty);
  }

  /**
   * For how long users that came one after the other, and think equally long, leave the servers
   * alone in each cycle: where they came faster than the first of them came back.
   */
  static double pauseInStep(LoadPlan plan, double cycleSeconds) {
    return isInStep(plan.crowd())
        ? Math.max(0, cycleSeconds - plan.times().rampUp().toNanos() / 1e9)
        : 0;
  }

  private static boolean isInStep(CrowdPlan crowd) {
    return !crowd.isOpen() && crowd.thinkTime().distribution() == ThinkTime.Distribution.FIXED;
  }
}
