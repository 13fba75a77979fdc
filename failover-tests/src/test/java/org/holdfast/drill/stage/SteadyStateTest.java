// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
  private final SteadyState steady = new SteadyState();

  @Test
  void isSteady_whenThreeWindowsAgree() {
    assertThat(steady.accept(window(90_000))).isFalse();
    assertThat(steady.accept(window(30_000))).isFalse();
    assertThat(steady.accept(window(20_000))).isFalse();
    assertThat(steady.accept(window(19_000))).isFalse();
    assertThat(steady.accept(window(21_000))).isTrue();
  }

  @Test
  void allowsTwoMillisecondsOfNoise_whenAnswersAreFast() {
    assertThat(steady.accept(window(300))).isFalse();
    assertThat(steady.accept(window(2_100))).isFalse();
    assertThat(steady.accept(window(900))).isTrue();
  }

  @Test
  void allowsAHundredthOfTheBound_whenThatIsMore() {
    assertThat(swayingBy(7_900, new SteadyState(800))).isTrue();
    assertThat(swayingBy(8_200, new SteadyState(800))).isFalse();
    assertThat(swayingBy(1_900, new SteadyState(50))).isTrue();
    assertThat(swayingBy(2_200, new SteadyState(50))).isFalse();
  }

  private static boolean swayingBy(long micros, SteadyState bounded) {
    boolean unused = bounded.accept(window(1_000)) || bounded.accept(window(1_000 + micros));
    return bounded.accept(window(1_000));
  }

  @Test
  void startsAnew_whenAWindowHadNoAnswers() {
    assertThat(steady.accept(window(300))).isFalse();
    assertThat(steady.accept(window(300))).isFalse();
    assertThat(steady.accept(new Histogram(3))).isFalse();
    assertThat(steady.accept(window(300))).isFalse();
    assertThat(steady.accept(window(300))).isFalse();
    assertThat(steady.accept(window(300))).isTrue();
  }

  private static Histogram window(long micros) {
    Histogram window = new Histogram(3);
    window.recordValueWithCount(micros, 100);
    return window;
  }
}
