/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityOptionsTest {
  /** Four fifths of the warm-up are the longest that a stage waits for long think times. */
  @ParameterizedTest
  @CsvSource({
    "EXPONENTIAL, 1s, 10000",
    "EXPONENTIAL, 8s, 53338",
    "UNIFORM, 8s, 18000",
    "FIXED, 0s, 10000",
    "FIXED, 600s, 600000"
  })
  void leaveTimeForTheLongestThinkTime(
      ThinkTime.Distribution distribution, String mean, long millis) {
    ThinkTime think =
        new ThinkTime(distribution, Duration.parse("PT" + mean.toUpperCase(Locale.ROOT)));

    assertThat(CapacityOptions.usualWarmUpMillis(think)).isEqualTo(millis);
  }
}
