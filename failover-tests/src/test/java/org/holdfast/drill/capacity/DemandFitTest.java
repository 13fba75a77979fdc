// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemandFitTest {

  @Test
  void tellsDemandFromIdleWork() {
    DemandFit fit = fit(stage(100, 0.13), stage(200, 0.23), stage(400, 0.43));

    assertThat(fit.cpuSecondsPerRequest()).isCloseTo(0.002, within(1e-12));
    assertThat(fit.idleCores()).isCloseTo(0.06, within(1e-12));
    assertThat(fit.determination()).isCloseTo(1, within(1e-9));
    assertThat(fit.cpuShareAt(300)).isCloseTo(0.33, within(1e-12));
    assertThat(fit.stages()).isEqualTo(3);
  }

  @Test
  void statesTheErrorOfTheDemand() {
    DemandFit fit = fit(stage(100, 0.12), stage(200, 0.24), stage(300, 0.32), stage(400, 0.44));

    // By hand: slope 1.04e-3 a core share, residual sum of squares 3.2e-4, Sxx 5e4.
    assertThat(fit.cpuSecondsPerRequest()).isCloseTo(2 * 1.04e-3, within(1e-12));
    assertThat(fit.demandError()).isCloseTo(2 * Math.sqrt(3.2e-4 / 2 / 5e4), within(1e-12));
    assertThat(fit.words())
        .isEqualTo(
            "node-1: 2.1 ms of CPU per request (+- 0.1 ms), idle work 2.0 % of 2 cores, 4 stages");
  }

  @Test
  void endsItsIntervalWhereStudentPutsIt() {
    // Degrees of freedom are stages less parameters; t for 0.975 is from tables.
    DemandFit fourOfALine =
        fit(stage(100, 0.12), stage(200, 0.24), stage(300, 0.32), stage(400, 0.44));
    DemandFit threeOfALine = fit(stage(100, 0.12), stage(200, 0.24), stage(300, 0.32));
    DemandFit threeOfARay = fit(stage(100, 0.2), stage(101, 0.21), stage(102, 0.2));

    assertThat(halfInterval(fourOfALine)).isCloseTo(4.3027 * error(fourOfALine), within(1e-7));
    assertThat(halfInterval(threeOfALine)).isCloseTo(12.7062 * error(threeOfALine), within(1e-7));
    assertThat(threeOfARay.determination()).isNull();
    assertThat(halfInterval(threeOfARay)).isCloseTo(4.3027 * error(threeOfARay), within(1e-7));
    assertThat(fourOfALine.atEnd(-1).cpuSecondsPerRequest())
        .isCloseTo(2 * 1.04e-3 - 4.3027 * error(fourOfALine), within(1e-7));
  }

  @Test
  void hasNoIntervalWithoutAnError_andNoneThatReachesBelowNothing() {
    DemandFit alone = fit(stage(100, 0.2));
    DemandFit scattered = fit(stage(100, 0.01), stage(200, 0.4), stage(300, 0.1), stage(301, 0.5));

    assertThat(alone.atEnd(1).cpuSecondsPerRequest()).isEqualTo(alone.cpuSecondsPerRequest());
    assertThat(scattered.atEnd(0).cpuSecondsPerRequest())
        .isEqualTo(scattered.cpuSecondsPerRequest());
    assertThat(scattered.atEnd(-1).cpuSecondsPerRequest()).isZero();
  }

  @Test
  void putsAllDownToRequests_whenThereWasOneThroughput() {
    DemandFit fit = fit(stage(100, 0.2), stage(102, 0.2));

    assertThat(fit.idleCores()).isZero();
    assertThat(fit.cpuSecondsPerRequest()).isCloseTo(0.4 / 101, within(1e-5));
    assertThat(fit.determination()).isNull();
    assertThat(fit(stage(100, 0.2)).cpuSecondsPerRequest()).isCloseTo(0.004, within(1e-12));
    assertThat(fit(stage(100, 0.2)).demandError()).isNull();
  }

  @Test
  void putsAllDownToRequests_whenIdleWorkWouldBeNegative() {
    DemandFit fit = fit(stage(100, 0.05), stage(200, 0.15));

    assertThat(fit.idleCores()).isZero();
    assertThat(fit.cpuSecondsPerRequest()).isBetween(0.001, 0.002);
  }

  @Test
  void fitsEachNodeOnItsOwn_andPassesOverInvalidStages() {
    StageResult overloaded = Stages.users(1).throughput(300).cpu(0.9, 0.9).build();
    StageResult invalid =
        new StageResult(
            1, 300, 0.1, 0.2, overloaded.nodes(), 0, 0, List.of("stalled"), null, null, "");
    List<DemandFit> fits =
        DemandFit.ofEach(
            List.of(
                Stages.users(1).throughput(100).cpu(0.1, 0.2).build(),
                invalid,
                Stages.users(1).throughput(200).cpu(0.2, 0.4).build()));

    assertThat(fits).extracting(DemandFit::node).containsExactly("node-1", "node-2");
    assertThat(fits.get(1).cpuSecondsPerRequest()).isCloseTo(0.002, within(1e-12));
  }

  @Test
  void passesOverAShareThatWasCutOff() {
    NodeUsage cut = NodeUsage.cut("node-1", 1, 3.0, null, null, null);
    StageResult unbound =
        new StageResult(1, 3_000, 0.1, 0.2, List.of(cut), 0, 0, List.of(), null, null, "");

    List<DemandFit> fits =
        DemandFit.ofEach(
            List.of(
                Stages.users(1).throughput(100).cpu(0.1).build(),
                Stages.users(1).throughput(200).cpu(0.2).build(),
                unbound));

    assertThat(NodeUsage.isCut(3.0)).isTrue();
    assertThat(cut.cpuShare()).isEqualTo(1.2);
    assertThat(fits.get(0).cpuSecondsPerRequest()).isCloseTo(0.001, within(1e-12));
    assertThat(fits.get(0).stages()).isEqualTo(2);
  }

  private static double halfInterval(DemandFit fit) {
    return fit.atEnd(1).cpuSecondsPerRequest() - fit.cpuSecondsPerRequest();
  }

  private static double error(DemandFit fit) {
    assertThat(fit.demandError()).isPositive();
    return fit.demandError();
  }

  private static DemandFit fit(StageResult... stages) {
    return DemandFit.ofEach(List.of(stages)).get(0);
  }

  private static StageResult stage(double throughput, double cpu) {
    return Stages.users(1).throughput(throughput).cpu(cpu).cores(2).build();
  }
}
