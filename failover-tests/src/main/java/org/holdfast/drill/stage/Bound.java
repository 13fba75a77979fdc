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

package org.holdfast.drill.stage;

import java.util.Locale;

/**
 * What a stage has to hold.
 *
 * @param percentile share of the responses in percent, above 0 and at most 100
 * @param millis longest time from due to answer of that share, in milliseconds, above 0
 * @param maxErrorPercent failed attempts allowed of 100 requests
 */
public record Bound(double percentile, double millis, double maxErrorPercent) {
  public Bound {
    if (!(percentile > 0 && percentile <= 100)) {
      throw new IllegalArgumentException(
          "the percentile must be above 0 and at most 100, was " + percentile);
    }
    if (!(millis > 0 && millis <= 600_000)) {
      throw new IllegalArgumentException(
          "the bound must be above 0 ms and at most 600000 ms, was " + millis + " ms");
    }
    if (!(maxErrorPercent >= 0 && maxErrorPercent <= 100)) {
      throw new IllegalArgumentException(
          "errors allowed in percent must be between 0 and 100, was " + maxErrorPercent);
    }
  }

  /** Name of the percentile for people, such as {@code p90}. */
  public String label() {
    return "p"
        + (percentile == Math.rint(percentile)
            ? Long.toString((long) percentile)
            : String.format(Locale.ROOT, "%s", percentile));
  }
}
