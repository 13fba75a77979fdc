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

package org.holdfast.drill.run;

import java.nio.file.Path;
import java.time.Duration;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.load.LoadSettings;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.report.DrillSetup;

/**
 * What to drill.
 *
 * @param nodes servers to start, 2 to 64
 * @param users closed users, 1 to 15,000 (a connection each)
 * @param secondaries copies besides the primary, 0 (replication off) to {@code nodes} - 1, at most
 *     3
 * @param rampUp time over which users come in
 * @param maxWarmUp longest wait for steady response times before measuring
 * @param before time measured before the kill
 * @param after time measured after it
 * @param failoverTimeout how long a user waits before it turns to another node
 * @param recoveryBound longest a user may wait for its first right answer after the kill
 * @param asyncWindow answers this close before the kill may be lost in {@link AckMode#ASYNC}
 * @param maxErrors failed attempts that the verdict allows, after the warm-up
 * @param loginPercent of 100 requests of a user, how many change the id of its session and how many
 *     end it, 0 to 25
 * @param workDir directory for the output of the nodes
 */
public record DrillPlan(
    int nodes,
    int users,
    AckMode ack,
    Scope scope,
    int secondaries,
    Workload workload,
    ThinkTime thinkTime,
    long seed,
    Duration rampUp,
    Duration maxWarmUp,
    Duration before,
    Duration after,
    Duration failoverTimeout,
    Duration recoveryBound,
    Duration asyncWindow,
    long maxErrors,
    int loginPercent,
    Path workDir) {
  private static final int MAX_NODES = 64;
  private static final int MAX_SECONDARIES = 3;
  private static final int MAX_USERS = 15_000;
  private static final Duration RETRY_DELAY = Duration.ofMillis(50);
  private static final int EAGER_EVERY = 4;
  private static final int MAX_LOGIN_PERCENT = 25;

  public DrillPlan {
    requireBetween("nodes", nodes, 2, MAX_NODES);
    requireBetween("users", users, 1, MAX_USERS);
    requireBetween("secondaries", secondaries, 0, Math.min(MAX_SECONDARIES, nodes - 1));
    requireBetween("recovery bound in ms", recoveryBound.toMillis(), 1, 600_000);
    requireBetween("failover timeout in ms", failoverTimeout.toMillis(), 1, 600_000);
    requireBetween("async window in ms", asyncWindow.toMillis(), 0, 600_000);
    requireBetween("errors allowed", maxErrors, 0, Long.MAX_VALUE);
    requireBetween("logins in percent", loginPercent, 0, MAX_LOGIN_PERCENT);
    if (before.isNegative() || before.isZero() || after.isNegative() || after.isZero()) {
      throw new IllegalArgumentException(
          "the time before and after the kill must be above 0 ms, was "
              + before.toMillis()
              + " ms and "
              + after.toMillis()
              + " ms");
    }
  }

  /** Tells whether copies are asked for at all. */
  public boolean replication() {
    return secondaries > 0;
  }

  ClusterSettings cluster() {
    return new ClusterSettings(
        nodes, ack.toString(), scope.name(), secondaries, workDir.toString());
  }

  LoadSettings load() {
    return new LoadSettings(
        users,
        workload.path(),
        thinkTime,
        failoverTimeout,
        RETRY_DELAY,
        seed,
        EAGER_EVERY,
        loginPercent);
  }

  /** Longest time in which every user must have come to a request: think times have a tail. */
  Duration patience() {
    Duration asking = thinkTime.mean().multipliedBy(6);
    return asking.plus(failoverTimeout.multipliedBy(nodes)).plus(recoveryBound).plusSeconds(3);
  }

  DrillSetup setup() {
    return new DrillSetup(
        nodes,
        users,
        replication(),
        ack.toString(),
        scope.toString(),
        secondaries,
        workload.toString(),
        thinkTime.distribution().toString(),
        thinkTime.mean().toMillis(),
        seed,
        failoverTimeout.toMillis(),
        recoveryBound.toMillis(),
        asyncWindow.toMillis(),
        maxErrors,
        loginPercent);
  }

  private static void requireBetween(String name, long value, long lowest, long highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          name + " must be between " + lowest + " and " + highest + ", was " + value);
    }
  }
}
