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

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CycleTest {

  @ParameterizedTest
  @CsvSource({
    "10, 60_000, 60_000",
    "10.01, 60_000, 60_060",
    "9.99, 60_000, 59_940",
    "9.5, 60_000, 66_500",
    "70, 60_000, 70_000",
    "200, 1_000, 200_000",
    "0.0021, 5_000, 5_000",
    "0, 5_000, 5_000"
  })
  void lastsWholeCycles_oneAtLeast_andNotNoticeablyLessThanAsked(
      double cycleSeconds, String askedMillis, String wholeMillis) {
    Duration asked = Duration.ofMillis(Long.parseLong(askedMillis.replace("_", "")));

    Duration whole = new Cycle(cycleSeconds).whole(asked);

    assertThat(whole)
        .isBetween(
            Duration.ofMillis(Long.parseLong(wholeMillis.replace("_", "")) - 1),
            Duration.ofMillis(Long.parseLong(wholeMillis.replace("_", "")) + 1));
  }
}
