// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdTally;
import org.holdfast.drill.workers.DriverFigures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BusiestMachineTest {
  @Test
  void addsUpTheProcessesOfAMachine() {
    BusiestMachine busiest =
        BusiestMachine.of(
            List.of(driver("a", "one", 0.2), driver("b", "two", 0.3), driver("c", "one", 0.25)));

    assertThat(busiest.names()).containsExactly("a", "c");
    assertThat(busiest.cpuShare()).isEqualTo(0.45, within(1e-9));
    assertThat(busiest.cores()).isEqualTo(4);
  }

  @Test
  void isOneThatDoesNothing_whenNoDriverIsLeft() {
    assertThat(BusiestMachine.of(List.of()).cpuShare()).isZero();
  }

  @ParameterizedTest(name = "{1} of {0} cores is a share of {2}, for a thread of {3}")
  @CsvSource({"0.5, 0.3, 0.6, 0.6", "1.5, 0.9, 0.6, 0.9", "4, 1, 0.25, 1"})
  void tellsSharesOfTheQuota(double cores, double used, double share, double ofThread) {
    DriverFigures driver = driver("a", "one", cores, (long) (used * 10e9));
    BusiestMachine busiest = BusiestMachine.of(List.of(driver));

    assertThat(busiest.cores()).isEqualTo(cores);
    assertThat(busiest.cpuShare()).isEqualTo(share, within(1e-9));
    assertThat(driver.busiestThreadShare()).isEqualTo(ofThread, within(1e-9));
  }

  /** A process that used {@code share} of four cores for ten seconds. */
  private static DriverFigures driver(String name, String machine, double share) {
    return driver(name, machine, 4, (long) (share * 40e9));
  }

  /** A process one thread of which did all that it did in ten seconds. */
  private static DriverFigures driver(String name, String machine, double cores, long cpuNanos) {
    Histogram none = new Histogram(3);
    CrowdFigures phase =
        new CrowdFigures(
            "steady",
            0,
            10_000_000_000L,
            none,
            none,
            none,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            Map.of(),
            0,
            0,
            CrowdFigures.Sessions.NONE,
            "",
            "");
    return new DriverFigures(
        name, machine, cores, phase, CrowdTally.NONE, cpuNanos, cpuNanos, 0, 0, 0, 0, 0, 0);
  }
}
