// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.load.LoadRecorder;
import org.holdfast.drill.stage.SteadyState;

/** Cuts the warm-up into windows of a second and asks each time whether it is steady. */
final class SteadyWindows implements BooleanSupplier {
  private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

  private final LoadRecorder recorder;
  private final SteadyState steady = new SteadyState();
  private Histogram counted;
  private long windowStart = System.nanoTime();

  SteadyWindows(LoadRecorder recorder) {
    this.recorder = recorder;
    this.counted = recorder.currentFigures().responseMicros();
  }

  @Override
  public boolean getAsBoolean() {
    long now = System.nanoTime();
    if (now - windowStart < WINDOW_NANOS) {
      return false;
    }
    windowStart = now;
    Histogram total = recorder.currentFigures().responseMicros();
    Histogram window = total.copy();
    window.subtract(counted);
    counted = total;
    return steady.accept(window);
  }
}
