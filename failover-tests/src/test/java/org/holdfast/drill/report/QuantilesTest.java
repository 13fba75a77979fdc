// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
