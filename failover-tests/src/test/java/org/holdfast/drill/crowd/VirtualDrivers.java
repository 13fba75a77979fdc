// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.workers.DriverFigures;
import org.holdfast.drill.workers.Drivers;

/** Drives a crowd in a world of its own, as one process that uses as much CPU as it is told to. */
public final class VirtualDrivers implements Drivers {
  private final CrowdRecorder recorder;
  private final Crowd crowd;
  private final List<String> lost = new ArrayList<>();
  private final Consumer<VirtualDrivers> onPhase;
  private String phase = "ramp-up";

  public double cores = 4;

  /** Of all cores, 0 to 1. */
  public double cpuShare = 0.05;

  /** Of one core, 0 to 1. */
  public double busiestThread = 0.05;

  /**
   * @param onPhase hears each phase as it begins
   */
  public VirtualDrivers(
      VirtualWorld world, CrowdPlan plan, List<Target> targets, Consumer<VirtualDrivers> onPhase) {
    this.recorder = new CrowdRecorder(world::now, phase);
    this.crowd = world.crowd(plan, targets, recorder);
    this.onPhase = onPhase;
    onPhase.accept(this);
  }

  /** The one under way. */
  public String phase() {
    return phase;
  }

  /** Loses the process. */
  public void lose(String words) {
    lost.add(words);
  }

  @Override
  public int asked() {
    return 2;
  }

  @Override
  public List<String> lost() {
    return lost;
  }

  @Override
  public void start(Duration rampUp) {
    crowd.start(rampUp);
  }

  @Override
  public List<DriverFigures> enter(String next) {
    List<DriverFigures> ended = List.of(figures(recorder.enter(next)));
    crowd.beginTally();
    phase = next;
    onPhase.accept(this);
    return ended;
  }

  @Override
  public List<DriverFigures> look() {
    return List.of(figures(recorder.currentFigures()));
  }

  @Override
  public void leave(double share) {
    crowd.leave(share);
  }

  @Override
  public void close() {
    crowd.close();
  }

  private DriverFigures figures(CrowdFigures figures) {
    return new DriverFigures(
        "virtual",
        "nowhere",
        cores,
        figures,
        crowd.tally(),
        (long) (cpuShare * cores * 1e9 * figures.seconds()),
        (long) (busiestThread * 1e9 * figures.seconds()),
        1,
        1,
        crowd.waitingArrivals(),
        recorder.answersOfRun(),
        recorder.unansweredOfRun(),
        recorder.countersWrongOfRun());
  }
}
