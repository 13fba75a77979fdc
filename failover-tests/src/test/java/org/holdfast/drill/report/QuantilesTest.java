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

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class QuantilesTest {

  @Test
  void picksTheTimesThemselves() {
    List<Long> nanos =
        LongStream.rangeClosed(1, 100).mapToObj(millis -> millis * 1_000_000).toList();

    assertThat(Quantiles.ofNanos(nanos)).isEqualTo(new Quantiles(100, 50, 90, 99, 100));
    assertThat(Quantiles.ofNanos(List.of(3_000_000L))).isEqualTo(new Quantiles(1, 3, 3, 3, 3));
  }

  @Test
  void isAllZero_whenThereAreNoTimes() {
    assertThat(Quantiles.ofNanos(List.of())).isEqualTo(new Quantiles(0, 0, 0, 0, 0));
  }
}
