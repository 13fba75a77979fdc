/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
