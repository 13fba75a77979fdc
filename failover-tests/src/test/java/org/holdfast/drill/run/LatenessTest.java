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
