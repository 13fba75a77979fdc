// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.holdfast.replication.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rules that failures would excuse, checked without failures, with {@linkplain Seeds fresh seeds}.
 * Choose how many with {@code -Dquiet.seeds=N}, replay one with {@code -Dseed=N}.
 */
// As SimulationTest: what hangs is ended by the fork's time-out.
@Timeout(value = 12, unit = TimeUnit.HOURS)
class QuietSimulationTest {
  /** Fewer seeds need not reach everything. */
  private static final long MANY = 100;

  /** Messages without any failure, and questions that are repeated when one was lost. */
  private static final String[] MESSAGES = {
    "Ack",
    "Ask",
    "Claim",
    "Delta",
    "Full",
    "HandingOver",
    "Hint",
    "NackGap",
    "Offer",
    "Promise",
    "Release",
    "Released",
    "Remove",
    "Touch",
    "Validate",
    "ViewStatus"
  };

  /** Sessions that are served, handed over, moved and ended. */
  private static final String[] CHANGES = {
    "ABSENT to PRIMARY",
    "ABSENT to SECONDARY",
    "HANDING_OVER to IN_DOUBT",
    "IN_DOUBT to SECONDARY",
    "PRIMARY to ENDING",
    "PRIMARY to HANDING_OVER",
    "SECONDARY to SEEKING",
    "SECONDARY to TOMBSTONE",
    "SEEKING to PRIMARY"
  };

  @Test
  void servesProtectsAndExpiresEverythingInTime_whenNothingFails() throws InterruptedException {
    // Each run takes longer in virtual time than it has rare things to show.
    long count = Seeds.count(Long.getLong("quiet.seeds", 100));
    try {
      Tally reached =
          new SeedRange("quiet simulation", Seeds.one(), count, QuietSimulationTest::run).run();
      if (count >= MANY) {
        verifyEverythingWasReached(reached, count);
      }
    } catch (SeedRange.Failed failed) {
      throw new AssertionError(
          "seed "
              + failed.seed
              + " (replay with -Dseed="
              + failed.seed
              + "): "
              + failed.getMessage(),
          failed);
    }
  }

  /** So that it did not pass by doing nothing. */
  private static void verifyEverythingWasReached(Tally reached, long seeds) {
    assertThat(reached.group(Tally.MESSAGES)).containsKeys(MESSAGES);
    assertThat(reached.group(Tally.CHANGES)).containsKeys(CHANGES);
    assertThat(reached.of(Tally.CHECKS, QuietRequests.ANSWERED)).isGreaterThan(20 * seeds);
    assertThat(reached.of(Tally.CHECKS, QuietMishaps.MADE_UP_FOR)).isGreaterThan(2 * seeds);
    assertThat(reached.of(Tally.CHECKS, QuietLeases.EXPIRED)).isGreaterThan(seeds);
    assertThat(reached.of(Tally.CHECKS, QuietLeases.EXPIRED_BY_ADOPTER)).isPositive();
    assertThat(reached.of(Tally.CHECKS, QuietMoves.UPDATES)).isGreaterThan(100 * seeds);
    assertThat(reached.of(Tally.CHECKS, CopyCounts.COUNTED)).isGreaterThan(1000 * seeds);
  }

  private static Tally run(long seed) {
    QuietSimulation run = QuietSimulation.ofSeed(seed);
    run.run();
    return run.cluster.tally;
  }
}
