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

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The production state machine under seeded faults. Replay one seed with {@code -Dseed=N}; choose
 * how many with {@code -Dseeds=N}.
 */
class SimulationTest {

  @Test
  void keepsItsPromises_underOneFailureAfterTheOther() {
    Simulation.Statistics statistics = new Simulation.Statistics();
    Long only = Long.getLong("seed");
    if (only != null) {
      runSeed(only, statistics);
      return;
    }
    long seeds = Long.getLong("seeds", 1000);
    for (long seed = 1; seed <= seeds; seed++) {
      runSeed(seed, statistics);
    }
    print(seeds, statistics);
    assertThat(statistics.delivered)
        .containsOnlyKeys(
            "Ack",
            "Ask",
            "Claim",
            "Delta",
            "Full",
            "HandingOver",
            "Hint",
            "NackEpoch",
            "NackGap",
            "NackNewer",
            "NotInView",
            "Offer",
            "Promise",
            "Release",
            "Released",
            "Remove",
            "Touch",
            "Validate",
            "ViewStatus");
    assertThat(statistics.faults).hasSize(Simulation.Fault.values().length);
    assertThat(statistics.protectedAnswers).isGreaterThan(seeds * 50);
    assertThat(statistics.judgedRequests)
        .as("each request ends in the log that the history checker judges")
        .isGreaterThanOrEqualTo(statistics.requests);
    assertThat(statistics.counters.get("HAND_OVERS")).isGreaterThan(seeds);
    assertThat(statistics.counters.get("TAKEOVERS")).isGreaterThan(seeds / 2);
    assertThat(statistics.counters.get("ADOPTIONS")).isGreaterThan(seeds / 10);
    assertThat(statistics.counters.get("FENCED")).isGreaterThan(seeds / 10);
  }

  private static void runSeed(long seed, Simulation.Statistics statistics) {
    Simulation run = Simulation.ofSeed(seed);
    try {
      run.run();
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError(
          "seed " + seed + " (replay with -Dseed=" + seed + "): " + failure.getMessage(), failure);
    }
    statistics.add(run);
  }

  private static void print(long seeds, Simulation.Statistics statistics) {
    System.out.printf(
        "simulation: %,d seeds, %,d requests, %,d protected answers, %,d judged, %,d checked steps%n"
            + "  faults %s%n  delivered %s%n  counters %s%n",
        seeds,
        statistics.requests,
        statistics.protectedAnswers,
        statistics.judgedRequests,
        statistics.steps,
        statistics.faults,
        statistics.delivered,
        statistics.counters);
  }
}
