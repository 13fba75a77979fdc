// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
