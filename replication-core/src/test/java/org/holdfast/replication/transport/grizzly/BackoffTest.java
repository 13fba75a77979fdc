// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private final Backoff backoff =
      new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1), new Random(Seeds.one()));

  @Test
  void doublesUpToTheBoundAndTakesOffAtMostHalf_whenAttemptsFail() {
    for (long ceilingMillis : new long[] {20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000}) {
      long ceiling = Duration.ofMillis(ceilingMillis).toNanos();
      assertThat(backoff.nextNanos()).as("seed %d", Seeds.one()).isBetween(ceiling / 2, ceiling);
    }
  }

  @Test
  void startsAnew_whenReset() {
    backoff.nextNanos();
    backoff.nextNanos();
    backoff.reset();
    assertThat(backoff.nextNanos())
        .as("seed %d", Seeds.one())
        .isLessThanOrEqualTo(Duration.ofMillis(20).toNanos());
  }
}
