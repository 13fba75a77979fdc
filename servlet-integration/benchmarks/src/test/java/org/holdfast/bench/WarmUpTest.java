// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {

  private static WarmUp after(int maxSlices, double... slices) {
    WarmUp warmUp = new WarmUp(maxSlices);
    for (double slice : slices) {
      warmUp.add(slice);
    }
    return warmUp;
  }

  @Test
  void isNotSteady_beforeSixSlices() {
    assertThat(after(18, 30, 30, 30, 30, 30).steady()).isFalse();
    assertThat(after(18, 30, 30, 30, 30, 30, 30).steady()).isTrue();
  }

  @Test
  void isSteady_whenItFellByThreePerCent_notWhenByMore() {
    assertThat(after(18, 100, 100, 100, 97, 97, 97).steady()).isTrue();
    assertThat(after(18, 100, 100, 100, 96.9, 96.9, 96.9).steady()).isFalse();
  }

  @Test
  void isSteady_whenItRises() {
    assertThat(after(18, 30, 30, 30, 45, 45, 45).steady()).isTrue();
  }

  @Test
  void looksAtTheLastSixSlicesOnly() {
    assertThat(after(18, 200, 90, 60, 30, 30, 30, 30, 30, 30).steady()).isTrue();
    assertThat(after(18, 60, 60, 60, 60, 60, 60, 40, 40).steady()).isFalse();
  }

  @Test
  void takesMedians_soThatOneDisturbedSliceSaysNothing() {
    assertThat(after(18, 30, 90, 30, 30, 30, 30).steady()).isTrue();
    assertThat(after(18, 60, 60, 10, 30, 30, 90).steady()).isFalse();
  }

  @Test
  void isOver_whenSteadyOrAtItsCap() {
    assertThat(after(7, 60, 50, 40, 30, 20, 10).over()).isFalse();
    assertThat(after(7, 60, 50, 40, 30, 20, 10, 5).over()).isTrue();
    assertThat(after(7, 60, 50, 40, 30, 20, 10, 5).steady()).isFalse();
    assertThat(after(7, 30, 30, 30, 30, 30, 30).over()).isTrue();
    assertThat(after(0).over()).isTrue();
  }
}
