// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundedTest {

  @Test
  void roundsToWholePercent_whereThatHidesNothing() {
    assertThat(Rounded.percent(0.443, 0.45)).isEqualTo("44");
    assertThat(Rounded.percent(0.457, 0.45)).isEqualTo("46");
    assertThat(Rounded.percent(0.45, 0.45)).isEqualTo("45");
  }

  @Test
  void addsTheDigitsThatTellAFigureFromItsBound() {
    assertThat(Rounded.percent(0.449, 0.45)).isEqualTo("44.9");
    assertThat(Rounded.percent(0.4512, 0.45)).isEqualTo("45.1");
    assertThat(Rounded.percent(0.6749, 0.675)).isEqualTo("67");
    assertThat(Rounded.told(800.04, 800, 1)).isEqualTo("800.04");
  }

  @Test
  void tellsABoundAsItWasGiven() {
    assertThat(Rounded.plain(100 * 0.57)).isEqualTo("57");
    assertThat(Rounded.plain(67.5)).isEqualTo("67.5");
  }
}
