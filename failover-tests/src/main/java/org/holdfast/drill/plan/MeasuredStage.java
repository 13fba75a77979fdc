// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.List;
import org.holdfast.drill.capacity.StageResult;
import org.holdfast.drill.loadrun.LoadReport;
import org.holdfast.drill.usage.NodeUse;

/**
 * A stage with all that was measured of it.
 *
 * @param purpose why it was run, for people
 * @param report of the load
 * @param use of each node, in their order
 * @param result what the search is told
 */
record MeasuredStage(String purpose, LoadReport report, List<NodeUse> use, StageResult result) {

  MeasuredStage {
    use = List.copyOf(use);
  }
}
