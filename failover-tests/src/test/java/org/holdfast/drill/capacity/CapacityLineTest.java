// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.capacity.CapacityLine.Spread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityLineTest {
  private static final CapacityGoal GOAL = new CapacityGoal(Duration.ofMillis(800), 90, 0.6);

  private final Locale locale = Locale.getDefault();

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(locale);
  }

  @Test
  void saysEverythingThatANumberOfUsersNeeds() {
    Locale.setDefault(Locale.GERMANY);

    assertThat(
            new CapacityLine(
                    3_840,
                    false,
                    GOAL,
                    0.612,
                    0.584,
                    7.99,
                    8,
                    -0.0041,
                    0,
                    1_180_000,
                    2,
                    1,
                    "17.0.15",
                    "abc1234",
                    3,
                    new Spread(0.0183, 0.049, 0.003))
                .format())
        .isEqualTo(
            "3,840 users, p90 0.61 s (bound 0.8 s), CPU 58 % (cap 60 %), think 7.99 of 8.00 s,"
                + " Little's law error 0.4 %, errors 0 of 1.2 M, 2 nodes x 1 core, JDK 17.0.15,"
                + " commit abc1234, 3 runs, spread 2 % (p90 5 %, CPU 0.3 %)");
  }

  @Test
  void saysAtLeastNoCapAndSmallFigures() {
    CapacityGoal goal = new CapacityGoal(Duration.ofMillis(50), 99.9, 1);

    assertThat(
            new CapacityLine(
                    1,
                    true,
                    goal,
                    0.0123,
                    0.05,
                    0,
                    0,
                    0.012,
                    12_345,
                    999_999,
                    1,
                    0.5,
                    "21",
                    "abc1234",
                    1,
                    new Spread(0, 0, 0))
                .format())
        .isEqualTo(
            "at least 1 user, p99.9 0.012 s (bound 0.05 s), CPU 5 % (no cap), think 0.00 of 0.00 s,"
                + " Little's law error 1.2 %, errors 12,345 of 999,999, 1 node x 0.5 cores, JDK 21,"
                + " commit abc1234, 1 run, spread 0.0 % (p99.9 0.0 %, CPU 0.0 %)");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1 core",
    "16, 16 cores",
    "0.5, 0.5 cores",
    "0.3333333333333333, 0.33 cores",
    "0.015, 0.015 cores",
    "100, 100 cores"
  })
  void tellsSharesOfCoresWithoutTheNoiseOfFractions(double cores, String words) {
    assertThat(Figures.cores(cores)).isEqualTo(words);
  }

  @Test
  void refusesALineWithAHole() {
    assertThatThrownBy(() -> line(Double.NaN, "17.0.15", "abc1234"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("response in seconds must be positive, was NaN");
    assertThatThrownBy(() -> line(0.5, " ", "abc1234")).hasMessage("JDK must not be blank");
    assertThatThrownBy(() -> line(0.5, "17.0.15", "")).hasMessage("commit must not be blank");
  }

  @Test
  void measuresTheSpreadOfRuns_alsoOfWhatOtherWorkMoves() {
    Spread spread =
        Spread.of(
            List.of(
                Stages.users(1).throughput(102).response(0.3, 0.5).cpu(0.3, 0.4).build(),
                Stages.users(1).throughput(100).response(0.3, 0.4).cpu(0.3, 0.44).build(),
                Stages.users(1).throughput(105).response(0.3, 0.4).cpu(0.41, 0.3).build()));

    assertThat(spread.throughput()).isCloseTo(0.05, within(1e-12));
    assertThat(spread.response()).isCloseTo(0.25, within(1e-12));
    assertThat(spread.cpu()).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void doesNotRoundAFigureOntoItsBound() {
    String line =
        new CapacityLine(
                1,
                false,
                new CapacityGoal(Duration.ofMillis(800), 90, 0.45),
                0.7996,
                0.4496,
                8,
                8,
                0,
                0,
                1,
                2,
                1,
                "17",
                "abc1234",
                3,
                new Spread(0, 0, 0))
            .format();

    assertThat(line).contains("p90 0.7996 s (bound 0.8 s), CPU 44.96 % (cap 45 %)");
  }

  private static CapacityLine line(double response, String jdk, String commit) {
    return new CapacityLine(
        1, false, GOAL, response, 0.5, 8, 8, 0, 0, 1, 2, 1, jdk, commit, 3, new Spread(0.02, 0, 0));
  }
}
