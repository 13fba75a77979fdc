// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.time.Duration;
import java.util.List;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.loadrun.StageTimes;

/**
 * How capacities are searched.
 *
 * @param workload name of what users ask for
 * @param pages what users ask for
 * @param thinkTime of users
 * @param users of the first stage; 0 to take what the discarded stage suggests
 * @param mostUsers never more than these
 * @param times of each stage
 * @param maxWarmUp longest wait for steady response times in each stage
 * @param warm length of the discarded stage, in which the nodes' code is compiled; zero for none
 * @param survive nodes that are killed at the capacity found, 0 for none
 * @param survivorMost share of its CPU that a survivor may use
 * @param maxErrorPercent failed attempts allowed of 100 requests
 * @param timeout how long a user waits for a connection, and for an answer
 * @param sessionCookie name of the cookie whose suffix names the node
 * @param followCounters in which answers a counter is looked for
 * @param rounds searches of each contender, each with nodes started anew
 * @param workers processes that drive the users together
 * @param predicted users, or nodes where several numbers of nodes are searched, to predict
 * @param extrapolate whether to predict beyond twice of what was measured
 * @param seed of the first stage; each stage has another
 */
record CapacityPlan(
    String workload,
    List<Page> pages,
    ThinkTime thinkTime,
    CapacityGoal goal,
    int users,
    int mostUsers,
    StageTimes times,
    Duration maxWarmUp,
    Duration warm,
    int survive,
    double survivorMost,
    double maxErrorPercent,
    Duration timeout,
    String sessionCookie,
    FollowCounters followCounters,
    int rounds,
    int workers,
    List<Integer> predicted,
    boolean extrapolate,
    long seed) {

  CapacityPlan {
    pages = List.copyOf(pages);
    predicted = List.copyOf(predicted);
  }
}
