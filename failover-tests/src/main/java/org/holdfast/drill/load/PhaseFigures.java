// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What users saw in one phase.
 *
 * @param name the phase
 * @param seconds how long it took
 * @param failures attempts without an answer, by kind; every kind has an entry
 * @param responseMicros from a user's asking to its answer, failovers included
 */
public record PhaseFigures(
    String name, double seconds, Map<FailureKind, Long> failures, Histogram responseMicros) {

  public PhaseFigures {
    failures = new EnumMap<>(failures);
  }

  public long answers() {
    return responseMicros.getTotalCount();
  }

  /** Attempts without an answer, of any kind. */
  public long totalFailures() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  public double answersPerSecond() {
    return seconds > 0 ? answers() / seconds : 0;
  }
}
