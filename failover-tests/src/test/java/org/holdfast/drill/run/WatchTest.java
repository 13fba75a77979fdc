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
