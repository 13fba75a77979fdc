// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StopOnExitTest {
  @Test
  void holdsTheEndNoLongerThanCleaningUpMayTake() {
    long begin = System.nanoTime();

    try (StopOnExit stop = StopOnExit.watch(new Thread(() -> {}), Duration.ofMillis(1))) {
      stop.stop();
    }

    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .as("the usual patience is not asked for")
        .isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void holdsTheEndUntilTheVerbHasCleanedUp() throws Exception {
    CompletableFuture<Void> ending;
    try (StopOnExit stop = StopOnExit.watch(new Thread(() -> {}), Duration.ofMinutes(4))) {
      ending = CompletableFuture.runAsync(stop::stop);
      assertThat(ending).isNotDone();
    }

    ending.get(5, TimeUnit.SECONDS);
  }
}
