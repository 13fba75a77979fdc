// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.holdfast.drill.load.ThinkTime.Distribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ThinkTimeTest {
  private static final int DRAWS = 200_000;

  @ParameterizedTest
  @EnumSource(Distribution.class)
  void drawsTheMeanWithinOnePercent(Distribution distribution) {
    double mean = draws(distribution, 1).average().orElseThrow();

    assertThat(mean / 500e6).isCloseTo(1, within(0.012));
  }

  @Test
  void staysWithinItsBounds_whenExponentialOrUniform() {
    assertThat(draws(Distribution.EXPONENTIAL, 1).max().orElseThrow())
        .isLessThanOrEqualTo(2_500_000_000L);
    assertThat(draws(Distribution.UNIFORM, 1).min().orElseThrow()).isGreaterThan(249_000_000L);
    assertThat(draws(Distribution.UNIFORM, 1).max().orElseThrow()).isLessThan(751_000_000L);
  }

  @Test
  void drawsTheSameTimes_whenTheSeedIsTheSame() {
    assertThat(draws(Distribution.EXPONENTIAL, 3).limit(100).toArray())
        .isEqualTo(draws(Distribution.EXPONENTIAL, 3).limit(100).toArray())
        .isNotEqualTo(draws(Distribution.EXPONENTIAL, 4).limit(100).toArray());
  }

  @Test
  void refusesANegativeMean() {
    assertThatThrownBy(() -> new ThinkTime(Distribution.FIXED, Duration.ofMillis(-5)))
        .hasMessage("think time must be between 0 ms and 10 min, was -5 ms");
  }

  private static LongStream draws(Distribution distribution, long seed) {
    ThinkTime think = new ThinkTime(distribution, Duration.ofMillis(500));
    SplittableRandom random = new SplittableRandom(seed);
    return LongStream.generate(() -> think.nextNanos(random)).limit(DRAWS);
  }
}
