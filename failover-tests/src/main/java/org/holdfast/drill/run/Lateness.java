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

import static org.holdfast.drill.run.Promises.format;

/** Tells what was done later than planned, as what was done before had to be over first. */
final class Lateness {
  /** Users come to their next request in less; a report of every moment would hide the rest. */
  private static final long WORTH_TELLING_NANOS = 1_000_000_000L;

  private Lateness() {}

  /**
   * What to add to the words for it; nothing if it is no more than a second late. All on {@link
   * System#nanoTime}.
   *
   * @param startNanos when the measured time began
   */
  static String words(long startNanos, long plannedNanos, long doneNanos) {
    return doneNanos - plannedNanos <= WORTH_TELLING_NANOS
        ? ""
        : format(
            " (at %.1f s instead of %.1f s)",
            (doneNanos - startNanos) / 1e9, (plannedNanos - startNanos) / 1e9);
  }
}
