// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Says when a server is warm: when the cost of its requests no longer falls from slice to slice.
 *
 * <p>It is steady when the median of its last three slices is at most {@value #MAX_FALL_PERCENT} %
 * below that of the three before. A cost that rises counts as steady: that is the machine, not the
 * compiler. Pure; for one thread.
 */
final class WarmUp {
  static final int MAX_FALL_PERCENT = 3;

  private static final int WINDOW = 3;

  private final int maxSlices;
  private final List<Double> slices = new ArrayList<>();

  /**
   * @param maxSlices after which it is over in any case; with fewer than 6 no server gets steady
   * @throws IllegalArgumentException if {@code maxSlices} is negative
   */
  WarmUp(int maxSlices) {
    if (maxSlices < 0) {
      throw new IllegalArgumentException("maxSlices must be at least 0, was " + maxSlices);
    }
    this.maxSlices = maxSlices;
  }

  /** Notes one slice's cost of a request, in microseconds. */
  void add(double cpuMicros) {
    slices.add(cpuMicros);
  }

  boolean steady() {
    int end = slices.size();
    if (end < 2 * WINDOW) {
      return false;
    }
    double before = Spread.of(slices.subList(end - 2 * WINDOW, end - WINDOW)).median();
    double last = Spread.of(slices.subList(end - WINDOW, end)).median();
    return last * 100 >= before * (100 - MAX_FALL_PERCENT);
  }

  /** Whether it is steady or was given all the slices that there are. */
  boolean over() {
    return steady() || slices.size() >= maxSlices;
  }
}
