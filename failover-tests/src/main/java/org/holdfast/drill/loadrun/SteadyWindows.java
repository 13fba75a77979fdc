// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.stage.SteadyState;
import org.holdfast.drill.workers.DriverFigures;
import org.holdfast.drill.workers.Drivers;

/** Cuts the warm-up into windows and asks each time whether it is steady. */
final class SteadyWindows implements LoadRun.End {
  private static final long ENOUGH_ANSWERS = 20;

  private final Drivers drivers;
  private final LoadRun.Time time;
  private final WindowTimes times;
  private final SteadyState steady;
  private final long earliest;
  private CrowdFigures lastButOne;
  private CrowdFigures last;
  private long windowStart;

  /**
   * @param boundMillis by which response times are judged
   * @param atLeast how long the warm-up lasts however steady it is
   */
  SteadyWindows(
      Drivers drivers, LoadRun.Time time, WindowTimes times, double boundMillis, Duration atLeast)
      throws IOException, InterruptedException {
    this.drivers = drivers;
    this.time = time;
    this.times = times;
    this.steady = new SteadyState(boundMillis);
    this.windowStart = time.nanos();
    this.earliest = windowStart + atLeast.toNanos();
    this.last = DriverFigures.phaseOf(drivers.look());
    this.lastButOne = last;
  }

  /** Figures of the warm-up up to the beginning of its last whole window. */
  CrowdFigures lastButOne() {
    return lastButOne;
  }

  @Override
  public boolean isReached() throws IOException, InterruptedException {
    long now = time.nanos();
    long passed = now - windowStart;
    if (passed < times.shortestNanos()) {
      return false;
    }
    List<DriverFigures> present = drivers.look();
    if (!drivers.lost().isEmpty()) {
      return false; // and what it had counted is gone with it
    }
    CrowdFigures total = DriverFigures.phaseOf(present);
    long answers = total.answers() - last.answers();
    long enough = answers == 0 ? times.emptyNanos() : times.longestNanos();
    if (answers < ENOUGH_ANSWERS && passed < enough) {
      return false;
    }
    Histogram window = total.fromDueMicros().copy();
    window.subtract(last.fromDueMicros());
    windowStart = now;
    lastButOne = last;
    last = total;
    return steady.accept(window) && now - earliest >= 0;
  }
}
