// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.stream.LongStream;
import org.holdfast.history.LegalHistory.Server;
import org.junit.jupiter.api.Test;

/** Histories of a server that keeps its promises are never reported. */
class MixedHistorySeedsTest {
  /** The first seed of each build is drawn from so many. */
  private static final long FRESH = 1_000_000_000L;

  private static final int SEEDS = 300;
  private static final int STEPS = 400;

  @Test
  void reportsNothing_whenEveryPromiseIsKept() {
    Long replayed = Long.getLong("seed");
    long drawn = Long.getLong("seeds.first", new SecureRandom().nextLong(FRESH, 2 * FRESH));
    long first = replayed == null ? drawn : replayed;
    LongStream.range(first, first + (replayed == null ? SEEDS : 1))
        .forEach(
            seed -> {
              SessionLog keeping = LegalHistory.of(seed, STEPS, Server.KEEPS);
              SessionLog crashing = LegalHistory.of(seed, STEPS, Server.CRASHES);

              assertThat(HistoryChecker.check(keeping, HistoryRules.everyAnswer()).violations())
                  .as("-Dseed=%d, every answer binds", seed)
                  .isEmpty();
              assertThat(HistoryChecker.check(crashing, HistoryRules.promise()).violations())
                  .as("-Dseed=%d, nodes crash", seed)
                  .isEmpty();
            });
  }

  @Test
  void reportsMostHistories_whenTheServerForgetsAnAttribute() {
    long reported =
        LongStream.rangeClosed(1, 100)
            .mapToObj(seed -> LegalHistory.of(seed, STEPS, Server.FORGETS))
            .filter(log -> !HistoryChecker.check(log, HistoryRules.promise()).clean())
            .count();

    assertThat(reported).as("the others have a removal without an answer").isGreaterThan(90);
  }
}
