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

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was played.
 *
 * @param name of the scenario
 * @param summary in a sentence
 * @param engine {@code process}, {@code container} or {@code given}
 * @param integration of Holdfast that kept the sessions: {@code tomcat}, {@code jetty} or {@code
 *     filter}; null where nodes were not our own
 * @param steps what was planned, a line each
 * @param upgrade what a rolling upgrade replaced the nodes by, in words; null if nothing was to be
 *     upgraded
 */
public record ScenarioReport(
    String name,
    String summary,
    String engine,
    @Nullable String integration,
    List<String> steps,
    @Nullable String upgrade) {

  public ScenarioReport {
    steps = List.copyOf(steps);
  }

  /** Returns the engine and, where it is known, the integration. */
  String engineWords() {
    return integration == null ? engine : engine + ", integration " + integration;
  }
}
