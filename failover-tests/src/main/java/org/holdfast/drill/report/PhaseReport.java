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
