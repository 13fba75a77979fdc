// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.holdfast.replication.config.NodeConfig;
import org.junit.jupiter.api.Test;

/** How a planned stop shares its time between requests in flight and the drain. */
class StopBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = -5 * SECOND;

  private final StopBudget budget =
      new StopBudget(
          NodeConfig.builder("shop")
              .drainTimeout(Duration.ofSeconds(30))
              .handOverTimeout(Duration.ofSeconds(2))
              .build());

  @Test
  void leavesTheDrainTwoHandOvers_whenThereIsLittleToGiveAway() {
    budget.begin(1000, START);

    assertThat(budget.forRequestsNanos(START)).isEqualTo(26 * SECOND);
    assertThat(budget.forRequestsNanos(START + 25 * SECOND)).isEqualTo(SECOND);
    assertThat(budget.forRequestsNanos(START + 27 * SECOND)).isZero();
    assertThat(budget.forDrainNanos(START + 26 * SECOND)).isEqualTo(4 * SECOND);
  }

  @Test
  void leavesTheDrainASecondForAThousandSessions() {
    budget.begin(10_000, START);

    assertThat(budget.forRequestsNanos(START)).isEqualTo(20 * SECOND);
  }

  @Test
  void givesRequestsHalf_howeverManySessionsThereAre() {
    budget.begin(1_000_000, START);

    assertThat(budget.forRequestsNanos(START)).isEqualTo(15 * SECOND);
  }

  @Test
  void isOne_forApplicationsThatStopOneAfterTheOther() {
    budget.begin(0, START);
    budget.end(START + 20 * SECOND);
    budget.begin(0, START + 24 * SECOND);

    assertThat(budget.forRequestsNanos(START + 24 * SECOND)).isEqualTo(2 * SECOND);
    assertThat(budget.forDrainNanos(START + 29 * SECOND)).isEqualTo(SECOND);
    assertThat(budget.forDrainNanos(START + 31 * SECOND)).isZero();
  }

  @Test
  void isWhole_whenAnApplicationStopsLongAfterAnother() {
    budget.begin(0, START);
    budget.end(START + SECOND);
    budget.begin(0, START + 60 * SECOND);

    assertThat(budget.forRequestsNanos(START + 60 * SECOND)).isEqualTo(26 * SECOND);
  }

  @Test
  void isWhole_whenAnApplicationHasStartedSinceTheLastStop() {
    budget.begin(0, START);
    budget.end(START + SECOND);
    budget.applicationStarts();
    budget.begin(0, START + 3 * SECOND);

    assertThat(budget.forRequestsNanos(START + 3 * SECOND)).isEqualTo(26 * SECOND);
  }

  @Test
  void isWhole_whenAnApplicationHasStartedDuringTheLastStop() {
    budget.begin(0, START);
    budget.applicationStarts();
    budget.end(START + SECOND);
    budget.begin(0, START + 3 * SECOND);

    assertThat(budget.forRequestsNanos(START + 3 * SECOND)).isEqualTo(26 * SECOND);
  }

  @Test
  void isOne_whileAnotherApplicationStillWaits() {
    budget.begin(0, START);
    budget.begin(0, START + 10 * SECOND);

    assertThat(budget.forRequestsNanos(START + 10 * SECOND)).isEqualTo(16 * SECOND);
  }
}
