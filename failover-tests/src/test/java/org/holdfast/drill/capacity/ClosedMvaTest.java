// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.holdfast.drill.Seeds;
import org.holdfast.drill.capacity.ClosedMva.Prediction;
import org.holdfast.drill.capacity.ClosedMva.Station;
import org.junit.jupiter.api.Test;

class ClosedMvaTest {

  /** Jain, The Art of Computer Systems Performance Analysis, 1991, example 34.2, page 577. */
  @Test
  void agreesWithTheTextbook_forATimesharingSystemWithTwentyUsers() {
    ClosedMva model =
        new ClosedMva(
            List.of(station("cpu", 16 * 0.125), station("a", 10 * 0.3), station("b", 5 * 0.2)),
            4,
            0);

    assertThat(model.predict(1).meanResponseSeconds()).isCloseTo(6, within(1e-12));
    assertThat(model.predict(2).meanResponseSeconds()).isCloseTo(7.4, within(1e-12));
    Prediction twenty = model.predict(20);
    double response = 16 * 0.373 + 10 * 4.854 + 5 * 0.300;
    assertThat(twenty.meanResponseSeconds()).isCloseTo(response, within(0.02));
    assertThat(twenty.throughputPerSecond() * response)
        .isCloseTo(1.991 + 16.177 + 0.500, within(0.01));
  }

  /** Lazowska and others, Quantitative System Performance, 1984, page 117: 0.151 by Schweitzer. */
  @Test
  void agreesWithTheTextbook_forThreeUsersOfThreeCentres() {
    ClosedMva model =
        new ClosedMva(List.of(station("cpu", 0.605), station("1", 2.1), station("2", 1.35)), 15, 0);

    assertThat(model.predict(3).throughputPerSecond()).isCloseTo(0.151, within(0.001));
  }

  @Test
  void isTheMachineRepairmanExactly_whenThereIsOneStation() {
    for (int users : new int[] {1, 2, 7, 100, 1_000, 40_000}) {
      double demand = 0.0021;
      double think = 8;
      Prediction prediction =
          new ClosedMva(List.of(station("node", demand)), think, 0).predict(users);

      // The station is empty with Erlang's loss probability of as many lines as there are users.
      double throughput = (1 - erlangLoss(users, think / demand)) / demand;
      assertThat(prediction.throughputPerSecond()).isCloseTo(throughput, within(1e-9 * throughput));
      assertThat(prediction.utilisations().get(0)).isCloseTo(throughput * demand, within(1e-9));
    }
  }

  @Test
  void keepsLittlesLawAndTheBounds_forAnyStations() {
    long seed = Seeds.one();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      List<Station> stations = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(4); i++) {
        double cores = 0.5 + random.nextInt(8);
        stations.add(
            new Station("n" + i, cores, random.nextDouble(0.02), random.nextDouble(0.5) * cores));
      }
      double think = random.nextDouble(0.01, 10);
      ClosedMva model = new ClosedMva(stations, think, random.nextDouble(0.01));
      int users = 1 + random.nextInt(3_000);
      Prediction p = model.predict(users);

      assertThat(p.throughputPerSecond() * (p.meanResponseSeconds() + think))
          .as("seed %d", seed)
          .isCloseTo(users, within(1e-6 * users));
      assertThat(p.throughputPerSecond())
          .as("seed %d", seed)
          .isLessThanOrEqualTo(model.mostThroughputPerSecond() * (1 + 1e-9))
          .isLessThanOrEqualTo(users / (model.leastResponse() + think) * (1 + 1e-9));
      assertThat(p.utilisations()).allMatch(u -> u <= 1 + 1e-9);
    }
  }

  @Test
  void errsByTwoPercentOfThroughputAndSeventeenOfResponse_whenAStationHasSeveralCores() {
    double demand = 0.1;
    double think = 1;
    double throughput = 0;
    double response = 0;
    for (int cores : new int[] {2, 4, 8, 16}) {
      ClosedMva model = new ClosedMva(List.of(new Station("node", cores, demand, 0)), think, 0);
      for (int users = 1; users <= 400; users++) {
        double exact = repairmen(users, cores, demand, think);
        Prediction p = model.predict(users);
        throughput = Math.max(throughput, Math.abs(p.throughputPerSecond() / exact - 1));
        response =
            Math.max(response, Math.abs(p.meanResponseSeconds() / (users / exact - think) - 1));
      }
    }
    assertThat(throughput).isBetween(0.018, 0.02);
    assertThat(response).isBetween(0.16, 0.17);
  }

  @Test
  void givesIdleWorkItsShare() {
    ClosedMva model = new ClosedMva(List.of(new Station("node", 2, 0.01, 0.5)), 1, 0);

    assertThat(model.mostThroughputPerSecond()).isCloseTo(150, within(1e-9));
    assertThat(model.predict(10_000).utilisations().get(0)).isCloseTo(1, within(1e-6));
    assertThat(model.predict(10_000).throughputPerSecond()).isCloseTo(150, within(1e-3));
  }

  @Test
  void aThrottledCoreIsASlowerOne() {
    ClosedMva model = new ClosedMva(List.of(new Station("node", 0.5, 0.01, 0)), 1, 0);

    assertThat(model.predict(1).meanResponseSeconds()).isCloseTo(0.02, within(1e-12));
    assertThat(model.mostThroughputPerSecond()).isCloseTo(50, within(1e-9));
  }

  @Test
  void addsTheDelayToEachResponse() {
    ClosedMva model = new ClosedMva(List.of(station("node", 0.01)), 1, 0.005);

    assertThat(model.predict(1).meanResponseSeconds()).isCloseTo(0.015, within(1e-12));
  }

  @Test
  void refusesWhatIsNoModel() {
    assertThatThrownBy(() -> new ClosedMva(List.of(), 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("time that a user's cycle takes, in seconds, must be positive, was 0.0");
    assertThatThrownBy(() -> new Station("node-1", 1, 0.01, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("idle work of node-1 must be from 0 to under 1.0 cores, was 1.0");
    assertThatThrownBy(() -> new ClosedMva(List.of(), 1, 0).predict(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("users must be between 1");
  }

  private static Station station(String name, double demand) {
    return new Station(name, 1, demand, 0);
  }

  private static double erlangLoss(int lines, double load) {
    double loss = 1;
    for (int n = 1; n <= lines; n++) {
      loss = load * loss / (n + load * loss);
    }
    return loss;
  }

  /** Throughput of the machine repairman with several repairmen, from its birth-death chain. */
  private static double repairmen(int users, int servers, double demand, double think) {
    double[] logWeights = new double[users + 1];
    double heaviest = 0;
    for (int n = 1; n <= users; n++) {
      double arriving = (users - n + 1) / think;
      logWeights[n] = logWeights[n - 1] + Math.log(arriving * demand / Math.min(n, servers));
      heaviest = Math.max(heaviest, logWeights[n]);
    }
    double sum = 0;
    double served = 0;
    for (int n = 0; n <= users; n++) {
      double weight = Math.exp(logWeights[n] - heaviest);
      sum += weight;
      served += weight * Math.min(n, servers) / demand;
    }
    return served / sum;
  }
}
