// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.holdfast.drill.crowd.Crowd;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.CrowdRecorder;
import org.holdfast.drill.crowd.CrowdTally;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.Target;

/** Drives all users in this process, or all that fall to it. */
public final class LocalDrivers implements Drivers {
  private final String name;
  private final Machine machine = Machine.here();
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final CrowdRecorder recorder = new CrowdRecorder(System::nanoTime, "ramp-up");
  private final Crowd crowd;
  private final BusyThreads threads = new BusyThreads();
  private long cpuAtPhaseStart = system.getProcessCpuTime();

  /**
   * Prepares users that do nothing yet.
   *
   * @param name of this process in reports
   * @throws IOException if the engine's selectors cannot be opened
   */
  public LocalDrivers(String name, CrowdPlan plan, List<Target> targets) throws IOException {
    this.name = name;
    int selectors = Math.max(1, (int) Math.ceil(machine.cores()) / 4);
    this.crowd = Crowd.of(plan, targets, GrizzlyHttpEngine.start(selectors, true), recorder);
  }

  @Override
  public int asked() {
    return 1;
  }

  @Override
  public List<String> lost() {
    return List.of();
  }

  @Override
  public void start(Duration rampUp) {
    crowd.start(rampUp);
  }

  @Override
  public List<DriverFigures> enter(String phase) {
    CrowdFigures ended = recorder.enter(phase);
    long cpu = system.getProcessCpuTime();
    DriverFigures figures = figures(ended, cpu - cpuAtPhaseStart);
    threads.begin();
    crowd.beginTally();
    cpuAtPhaseStart = cpu;
    return List.of(figures);
  }

  @Override
  public List<DriverFigures> look() {
    return List.of(
        figures(recorder.currentFigures(), system.getProcessCpuTime() - cpuAtPhaseStart));
  }

  @Override
  public void leave(double share) {
    crowd.leave(share);
  }

  @Override
  public void close() {
    crowd.close();
  }

  private DriverFigures figures(CrowdFigures phase, long cpuNanos) {
    CrowdTally tally = crowd.tally();
    return new DriverFigures(
        name,
        machine.name(),
        machine.cores(),
        phase,
        tally,
        cpuNanos,
        threads.busiestNanos(),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        Machine.residentBytes(),
        crowd.waitingArrivals(),
        recorder.answersOfRun(),
        recorder.unansweredOfRun(),
        recorder.countersWrongOfRun());
  }
}
