// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
