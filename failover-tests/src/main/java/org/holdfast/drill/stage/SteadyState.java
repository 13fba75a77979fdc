// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import org.HdrHistogram.Histogram;

/**
 * Recognises the end of a warm-up: the 90th percentile of three windows in a row within a quarter
 * of each other, or within 2 ms or a hundredth of the response bound where that is more: what sways
 * by less comes no nearer to the bound.
 */
public final class SteadyState {
  private static final int WINDOWS = 3;
  private static final double SPREAD = 1.25;
  private static final double LEAST_SLACK_MICROS = 2_000;
  private static final double SLACK_OF_BOUND = 0.01;

  private final double slackMicros;
  private final double[] recent = new double[WINDOWS];
  private int seen;

  /** Where no response bound says how much is little. */
  public SteadyState() {
    this(0);
  }

  /**
   * @param boundMillis of the responses, 0 for none
   */
  public SteadyState(double boundMillis) {
    this.slackMicros = Math.max(LEAST_SLACK_MICROS, SLACK_OF_BOUND * 1e3 * boundMillis);
  }

  /** Adds a window of response times in microseconds; one without any starts the count anew. */
  public boolean accept(Histogram window) {
    if (window.getTotalCount() == 0) {
      seen = 0;
      return false;
    }
    recent[seen % WINDOWS] = window.getValueAtPercentile(90);
    seen++;
    if (seen < WINDOWS) {
      return false;
    }
    double low = Math.min(recent[0], Math.min(recent[1], recent[2]));
    double high = Math.max(recent[0], Math.max(recent[1], recent[2]));
    return high <= Math.max(low * SPREAD, low + slackMicros);
  }
}
