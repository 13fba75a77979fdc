// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything a drill found. The names of these components are the field names of the JSON and do
 * not change within a format; new ones may be added.
 *
 * @param format {@value #FORMAT}
 * @param verdict {@code holds} or {@code broken}
 * @param reasons why it is broken, in words; empty when it holds
 * @param incidents what was done to the cluster, in order
 * @param promises what was promised and what was seen
 * @param affected which users the truth is about, and whom incidents kept waiting
 * @param errors attempts without an answer by kind over the whole drill, kinds without any left out
 */
public record DrillReport(
    String format,
    String verdict,
    List<String> reasons,
    ScenarioReport scenario,
    DrillSetup setup,
    List<IncidentReport> incidents,
    List<PromiseReport> promises,
    TruthReport truth,
    AffectedReport affected,
    Map<String, Long> errors,
    List<PhaseReport> phases,
    DriverReport driver,
    CountersReport counters,
    GrowthReport growth,
    Timeline timeline) {
  public static final String FORMAT = "holdfast-drill/2";

  public DrillReport {
    reasons = List.copyOf(reasons);
    incidents = List.copyOf(incidents);
    promises = List.copyOf(promises);
    phases = List.copyOf(phases);
  }

  /**
   * Sums it up in one sentence: who kept everything, the slowest recovery, and how long sessions
   * were unprotected.
   */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String words() {
    return VerdictWords.of(this);
  }

  /** The same report with one more promise that was not kept, for {@code reason}. */
  public DrillReport broken(String promised, String reason) {
    List<String> all = new ArrayList<>(reasons);
    all.add(reason);
    List<PromiseReport> more = new ArrayList<>(promises);
    more.add(new PromiseReport(promised, reason, false));
    return new DrillReport(
        format, "broken", all, scenario, setup, incidents, more, truth, affected, errors, phases,
        driver, counters, growth, timeline);
  }

  /** Tells whether the cluster kept its word. */
  public boolean verdictHolds() {
    return reasons.isEmpty();
  }

  /** Sums the errors of phases by kind. */
  public static Map<String, Long> errorsOf(List<PhaseReport> phases) {
    Map<String, Long> sum = new TreeMap<>();
    phases.forEach(
        phase -> phase.errors().forEach((kind, count) -> sum.merge(kind, count, Long::sum)));
    return sum;
  }
}
