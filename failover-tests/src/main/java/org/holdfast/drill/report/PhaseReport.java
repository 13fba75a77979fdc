// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.Map;

/**
 * One phase as users saw it.
 *
 * @param phase ramp-up, warm-up, before, during, after or final
 * @param errors attempts without an answer by kind, kinds without any left out
 * @param responseMillis from asking to the answer, failovers included
 */
public record PhaseReport(
    String phase,
    double seconds,
    long requests,
    double requestsPerSecond,
    Map<String, Long> errors,
    Quantiles responseMillis) {

  public PhaseReport {
    errors = Map.copyOf(errors);
  }
}
