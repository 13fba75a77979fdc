// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.workers.DriverFigures;

/**
 * The machine on which drivers used the largest share of the processors: processes of one machine
 * get in each other's way, so that their shares add up.
 *
 * @param names of the processes on it
 * @param cpuShare 0 to 1
 */
record BusiestMachine(List<String> names, double cores, double cpuShare) {

  /** Finds it; of no drivers, a machine that does nothing. */
  static BusiestMachine of(List<DriverFigures> drivers) {
    Map<String, BusiestMachine> machines = new LinkedHashMap<>();
    for (DriverFigures driver : drivers) {
      machines.merge(
          driver.machine(),
          new BusiestMachine(List.of(driver.name()), driver.cores(), driver.cpuShare()),
          BusiestMachine::plus);
    }
    BusiestMachine busiest = new BusiestMachine(List.of(), 1, 0);
    for (BusiestMachine machine : machines.values()) {
      busiest = machine.cpuShare >= busiest.cpuShare ? machine : busiest;
    }
    return busiest;
  }

  private BusiestMachine plus(BusiestMachine other) {
    List<String> both = new ArrayList<>(names);
    both.addAll(other.names);
    return new BusiestMachine(List.copyOf(both), cores, cpuShare + other.cpuShare);
  }
}
