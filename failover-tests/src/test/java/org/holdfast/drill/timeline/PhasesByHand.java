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

package org.holdfast.drill.timeline;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.PhaseFigures;

/** What users saw, made up. */
final class PhasesByHand {
  private PhasesByHand() {}

  static PhaseFigures figures(Map<FailureKind, Long> failures, long... millis) {
    Histogram micros = new Histogram(3);
    for (long one : millis) {
      micros.recordValue(1_000 * one);
    }
    Map<FailureKind, Long> all = new EnumMap<>(FailureKind.class);
    for (FailureKind kind : FailureKind.values()) {
      all.put(kind, failures.getOrDefault(kind, 0L));
    }
    return new PhaseFigures("any", 1, all, micros);
  }
}
