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
