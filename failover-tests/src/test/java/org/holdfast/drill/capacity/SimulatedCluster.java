// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.holdfast.drill.capacity.ClosedMva.Prediction;
import org.holdfast.drill.capacity.ClosedMva.Station;

/**
 * A cluster with equal nodes whose response follows a queueing model, its percentiles those of an
 * exponential distribution; each figure of a stage is off by up to {@code noise}.
 */
final class SimulatedCluster {
  private final ClosedMva model;
  private final CapacityGoal goal;
  private final double cores;
  private final double noise;
  private final RandomGenerator random;

  SimulatedCluster(
      int nodes,
      double cores,
      double demandSeconds,
      double thinkSeconds,
      CapacityGoal goal,
      double noise,
      RandomGenerator random) {
    List<Station> stations = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      stations.add(new Station("node-" + i, cores, demandSeconds / nodes, 0.01 * cores));
    }
    this.model = new ClosedMva(stations, thinkSeconds, 0.001);
    this.goal = goal;
    this.cores = cores;
    this.noise = noise;
    this.random = random;
  }

  /** Up to three nodes, 0.2 to 4 ms of CPU a request, 0.5 to 10 s of thinking. */
  static SimulatedCluster any(RandomGenerator random, double noise) {
    double cap = random.nextInt(3) == 0 ? 1 : 0.4 + 0.1 * random.nextInt(5);
    return new SimulatedCluster(
        1 + random.nextInt(3),
        1 + random.nextInt(4),
        random.nextDouble(0.0002, 0.004),
        random.nextDouble(0.5, 10),
        new CapacityGoal(Duration.ofMillis(800), 90, cap),
        noise,
        random);
  }

  CapacityGoal goal() {
    return goal;
  }

  StageResult run(int users) {
    Prediction prediction = model.predict(users);
    double percentile = prediction.meanResponseSeconds() * -Math.log1p(-goal.percentile() / 100);
    return Stages.users(users)
        .throughput(off(prediction.throughputPerSecond()))
        .response(off(prediction.meanResponseSeconds()), off(percentile))
        .cores(cores)
        .cpu(prediction.utilisations().stream().mapToDouble(this::off).toArray())
        .build();
  }

  /** The highest number of users that passes without noise, 0 if none does. */
  int capacity(int most) {
    int low = 0;
    int high = most + 1;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      Prediction p = model.predict(middle);
      StageResult exact =
          Stages.users(middle)
              .response(
                  p.meanResponseSeconds(),
                  p.meanResponseSeconds() * -Math.log1p(-goal.percentile() / 100))
              .cpu(p.utilisations().stream().mapToDouble(Double::doubleValue).toArray())
              .build();
      if (goal.misses(exact).isEmpty()) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double off(double value) {
    return value * (1 + noise * (2 * random.nextDouble() - 1));
  }
}
