// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatenessTest {
  private static final long START = Long.MAX_VALUE - 5;

  @Test
  void tellsPlannedAndRealTime_whenAStepHadToWait() {
    assertThat(Lateness.words(START, START + millis(8_000), START + millis(11_240)))
        .isEqualTo(" (at 11.2 s instead of 8.0 s)");
  }

  @Test
  void saysNothing_whenItIsOnTimeOrNearly() {
    assertThat(Lateness.words(START, START + millis(8_000), START + millis(8_000))).isEmpty();
    assertThat(Lateness.words(START, START + millis(8_000), START + millis(9_000))).isEmpty();
    assertThat(Lateness.words(START, START + millis(8_000), START + millis(9_001))).isNotEmpty();
  }

  private static long millis(long time) {
    return TimeUnit.MILLISECONDS.toNanos(time);
  }
}
