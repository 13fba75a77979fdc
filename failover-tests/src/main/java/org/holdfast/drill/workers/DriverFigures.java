// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.util.List;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdTally;

/**
 * What one process shows for itself in a phase.
 *
 * @param name of the process
 * @param machine the same text for processes that share processors
 * @param cores processors that it may use, a part of one where its quota says so
 * @param phase what its users saw
 * @param tally of its users since the phase began
 * @param cpuNanos processor time that the process used in the phase
 * @param busiestThreadNanos of it that the busiest thread used which carries users
 * @param heapBytes of its heap in use
 * @param residentBytes of its memory in RAM; 0 where the system does not tell
 * @param waitingArrivals of the open model: due and not yet sent
 * @param answersOfRun answers since its users began, with whatever status
 * @param unansweredOfRun attempts since then that may have been served, though no answer came
 * @param countersWrongOfRun answers since then whose counter did not follow from the one before
 */
public record DriverFigures(
    String name,
    String machine,
    double cores,
    CrowdFigures phase,
    CrowdTally tally,
    long cpuNanos,
    long busiestThreadNanos,
    long heapBytes,
    long residentBytes,
    long waitingArrivals,
    long answersOfRun,
    long unansweredOfRun,
    long countersWrongOfRun) {

  /** Processor time over that of all its cores, 0 to 1. */
  public double cpuShare() {
    double seconds = phase.seconds();
    return seconds > 0 ? cpuNanos / 1e9 / (seconds * cores) : 0;
  }

  /** Processor time of the busiest thread over what one can use: a core, or less by a quota. */
  public double busiestThreadShare() {
    double seconds = phase.seconds();
    return seconds > 0 ? busiestThreadNanos / 1e9 / (seconds * Math.min(1, cores)) : 0;
  }

  /** What the users of all saw, as if one process had driven them; of none, nothing. */
  public static CrowdFigures phaseOf(List<DriverFigures> drivers) {
    return drivers.isEmpty()
        ? CrowdFigures.none()
        : CrowdFigures.merged(drivers.stream().map(DriverFigures::phase).toList());
  }

  /** The tally of all users. */
  public static CrowdTally tallyOf(List<DriverFigures> drivers) {
    return drivers.stream().map(DriverFigures::tally).reduce(CrowdTally.NONE, CrowdTally::plus);
  }
}
