// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was played.
 *
 * @param name of the scenario
 * @param summary in a sentence
 * @param engine {@code process}, {@code namespace}, {@code container} or {@code given}
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
