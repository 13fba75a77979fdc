// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.util.List;

/**
 * The processes that drove a stage together.
 *
 * @param processes how many were to, at least 1
 * @param lost those that did not to the end, each with what became of it, in words
 * @param busiest names of those on the machine with the largest share of its processors in use
 */
public record DriverCrew(int processes, List<String> lost, List<String> busiest) {
  /** One process that drove alone. */
  public static final DriverCrew ALONE = new DriverCrew(1, List.of(), List.of());

  public DriverCrew {
    lost = List.copyOf(lost);
    busiest = List.copyOf(busiest);
  }

  public boolean isAlone() {
    return processes == 1;
  }
}
