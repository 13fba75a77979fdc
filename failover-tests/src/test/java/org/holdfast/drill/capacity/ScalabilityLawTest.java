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
import org.holdfast.drill.capacity.ScalabilityLaw.Interval;
import org.holdfast.drill.capacity.ScalabilityLaw.Point;
import org.holdfast.drill.capacity.ScalabilityLaw.Prediction;
import org.junit.jupiter.api.Test;

class ScalabilityLawTest {

  @Test
  void findsNoLoss_whenNodesAddUp() {
    ScalabilityLaw law = fit(100, 200, 300, 400);

    assertThat(law.lambda()).isCloseTo(100, within(1e-9));
    assertThat(law.sigma()).isCloseTo(0, within(1e-9));
    assertThat(law.kappa()).isCloseTo(0, within(1e-9));
    assertThat(law.predict(8).throughput()).isCloseTo(800, within(1e-6));
  }

  @Test
  void findsContentionAlone_whenPartOfTheWorkIsDoneOneAfterTheOther() {
    // Amdahl with 10 %: 100, 200/1.1, 300/1.2, 400/1.3.
    ScalabilityLaw law = fit(100, 200 / 1.1, 300 / 1.2, 400 / 1.3);

    assertThat(law.sigma()).isCloseTo(0.1, within(1e-9));
    assertThat(law.kappa()).isCloseTo(0, within(1e-9));
    assertThat(law.predict(8).throughput()).isCloseTo(800 / 1.7, within(1e-6));
  }

  @Test
  void findsThePeak_whenMoreNodesDoLess() {
    // sigma 0.04, kappa 0.06: the peak is at 4 nodes.
    ScalabilityLaw law = fit(truth(1), truth(2), truth(3), truth(4), truth(5), truth(6));

    assertThat(law.sigma()).isCloseTo(0.04, within(1e-9));
    assertThat(law.kappa()).isCloseTo(0.06, within(1e-9));
    assertThat(law.peakNodes()).isCloseTo(4, within(1e-6));
    assertThat(law.predict(6).throughput()).isLessThan(truth(4));
  }

  @Test
  void neverGoesBelowNothing_whenNodesDoMoreThanTheirShare() {
    ScalabilityLaw law = fit(100, 210, 330, 450);

    assertThat(law.sigma()).isZero();
    assertThat(law.kappa()).isZero();
    assertThat(law.peakNodes()).isNull();
    assertThat(law.lambda()).isBetween(100.0, 112.5);
  }

  /**
   * SPEC SDM91 on a SPARCcenter 2000, as in Gunther's book and the R package usl, which give sigma
   * 0.028 and kappa 0.000104 for absolute errors; ours are relative.
   */
  @Test
  void agreesWithThePublishedExample() {
    ScalabilityLaw law =
        ScalabilityLaw.fit(
            List.of(
                new Point(1, 64.9),
                new Point(18, 995.9),
                new Point(36, 1652.4),
                new Point(72, 1853.2),
                new Point(108, 1828.9),
                new Point(144, 1775.0),
                new Point(216, 1702.2)));

    assertThat(law.sigma()).isBetween(0.01, 0.03);
    assertThat(law.kappa()).isBetween(0.00008, 0.00012);
    assertThat(law.peakNodes()).isBetween(90.0, 115.0);
  }

  @Test
  void refusesFewerThanThreeNumbersOfNodes() {
    assertThatThrownBy(
            () ->
                ScalabilityLaw.fit(List.of(new Point(2, 90), new Point(2, 91), new Point(3, 130))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the scalability law needs 3 different numbers of nodes at least, was given 2: [2, 3]");
  }

  @Test
  void hasAnIntervalAndHoldsOutTheLargest_withThreeNumbersOfNodes() {
    ScalabilityLaw law = fit(100, 190, 255);

    // From one and two nodes: 1 + sigma (n - 1) = 100 n / X, so sigma is 1 / 19.
    assertThat(law.heldOut().predicted()).isCloseTo(300 / (1 + 2 / 19.0), within(1e-6));
    assertThat(law.heldOut().error()).isCloseTo(law.heldOut().predicted() / 255 - 1, within(1e-9));
    Interval interval = law.predict(4).interval();
    assertThat(interval).isNotNull();
    assertThat(interval.low()).isLessThan(law.predict(4).throughput());
    assertThat(interval.high()).isGreaterThan(law.predict(4).throughput());
  }

  /** Some 97 of 100 intervals hold the truth: chance alone makes fewer than 160 of 200 never. */
  @Test
  void intervalOfThreeNumbersOfNodesHoldsTheTruthMostly_withNoise() {
    long seed = Seeds.one();
    SplittableRandom random = new SplittableRandom(seed);
    int held = 0;
    for (int round = 0; round < 200; round++) {
      List<Point> points = new ArrayList<>();
      for (int nodes = 2; nodes <= 4; nodes++) {
        points.add(new Point(nodes, truth(nodes) * random.nextDouble(0.97, 1.03)));
      }
      Interval interval = ScalabilityLaw.fit(points).predict(6).interval();
      assertThat(interval).isNotNull();
      held += interval.low() <= truth(6) && truth(6) <= interval.high() ? 1 : 0;
    }
    assertThat(held).as("seed %d", seed).isGreaterThanOrEqualTo(160);
  }

  @Test
  void refusesToExtrapolatePastTwiceTheLargest_unlessTold() {
    ScalabilityLaw law = fit(100, 190, 270, 340);

    assertThat(law.predict(8).refusal()).isNull();
    assertThat(law.predict(8).throughput()).isNotNull();
    Prediction refused = law.predict(9);
    assertThat(refused.throughput()).isNull();
    assertThat(refused.interval()).isNull();
    assertThat(refused.refusal())
        .isEqualTo(
            "9 nodes are more than 2 times the 4 that were measured: nothing was seen that the"
                + " prediction could rest on");
    assertThat(law.predict(9, true).throughput()).isNotNull();
    assertThat(law.predict(9, true).refusal()).isNull();
  }

  @Test
  void holdsOutTheLargest() {
    // The first three add up; the fourth does 20 % less than that.
    ScalabilityLaw law = fit(100, 200, 300, 320);

    assertThat(law.heldOut()).isNotNull();
    assertThat(law.heldOut().nodes()).isEqualTo(4);
    assertThat(law.heldOut().predicted()).isCloseTo(400, within(1e-6));
    assertThat(law.heldOut().error()).isCloseTo(0.25, within(1e-9));
  }

  /** Some 92 of 100 do here: fewer than 160 of 200 in one of a hundred million builds. */
  @Test
  void intervalHoldsTheTruthMostly_withNoise() {
    long seed = Seeds.one();
    SplittableRandom random = new SplittableRandom(seed);
    int held = 0;
    for (int round = 0; round < 200; round++) {
      List<Point> points = new ArrayList<>();
      for (int nodes = 1; nodes <= 8; nodes++) {
        points.add(new Point(nodes, truth(nodes) * random.nextDouble(0.97, 1.03)));
      }
      Interval interval = ScalabilityLaw.fit(points).predict(10).interval();
      assertThat(interval).isNotNull();
      held += interval.low() <= truth(10) && truth(10) <= interval.high() ? 1 : 0;
    }
    assertThat(held).as("seed %d", seed).isGreaterThanOrEqualTo(160);
  }

  @Test
  void intervalIsNarrow_whenThePointsFit() {
    Interval interval = fit(truth(1), truth(2), truth(3), truth(4), truth(5)).sigmaInterval();

    assertThat(interval).isNotNull();
    assertThat(interval.low()).isCloseTo(0.04, within(1e-6));
    assertThat(interval.high()).isCloseTo(0.04, within(1e-6));
  }

  private static double truth(int nodes) {
    return 100.0 * nodes / (1 + 0.04 * (nodes - 1) + 0.06 * nodes * (nodes - 1));
  }

  /** Fits what 1, 2, 3 and so on nodes do. */
  private static ScalabilityLaw fit(double... throughputs) {
    List<Point> points = new ArrayList<>();
    for (double throughput : throughputs) {
      points.add(new Point(points.size() + 1, throughput));
    }
    return ScalabilityLaw.fit(points);
  }
}
