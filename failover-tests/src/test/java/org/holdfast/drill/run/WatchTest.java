// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.PhaseFigures;
import org.junit.jupiter.api.Test;

class WatchTest {
  @Test
  void countsWhatCameSinceTheLastLine_whileAPhaseGoesOn() {
    assertEquals(400, Watch.answersPerSecond(phase(3, 1_200), 800, 1), 1e-9);
  }

  @Test
  void countsFromTheBegin_whenAPhaseBeganAfterTheLastLine() {
    // The phase before, of the same name, had as many answers: the difference would say that nobody
    // is served.
    assertEquals(400, Watch.answersPerSecond(phase(0.5, 200), 200, 1), 1e-9);
  }

  @Test
  void isZero_whenAPhaseHasJustBegun() {
    assertEquals(0, Watch.answersPerSecond(phase(0, 0), 200, 1), 1e-9);
  }

  private static PhaseFigures phase(double seconds, long answers) {
    Histogram micros = new Histogram(3);
    micros.recordValueWithCount(1_000, answers);
    return new PhaseFigures("during", seconds, new EnumMap<>(FailureKind.class), micros);
  }
}
