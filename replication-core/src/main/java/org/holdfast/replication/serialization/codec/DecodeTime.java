// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.util.function.LongSupplier;

/**
 * Ends the reading of an attribute that takes too long. It is the last bound, behind the counted
 * ones, and looks at the time between steps: it cannot end a single method of the application.
 *
 * <p>Only the time counts for which the reading thread had a processor. A machine that was paused,
 * or has more to do than it can, must not lose honest attributes. No clock is read before the first
 * {@value #STEPS_BETWEEN_LOOKS} steps: few attributes have so many. So what these took is not
 * known, and not counted.
 *
 * <p>One thread at a time.
 */
public final class DecodeTime {
  static final int STEPS_BETWEEN_LOOKS = 2_000;

  private final LongSupplier cpuNanos;
  private final int mostMillis;
  private boolean running;
  private boolean looked;
  private long firstNanos;
  private int stepsToLook;

  /**
   * @param cpuNanos processor time of the calling thread
   * @param mostMillis what one attribute may take, at least 1
   */
  public DecodeTime(LongSupplier cpuNanos, int mostMillis) {
    this.cpuNanos = cpuNanos;
    this.mostMillis = mostMillis;
  }

  /** Begins an attribute. Until then, and after {@link #stop}, steps count for nothing. */
  public void start() {
    running = true;
    looked = false;
    stepsToLook = STEPS_BETWEEN_LOOKS;
  }

  public void stop() {
    running = false;
  }

  /**
   * Counts one step.
   *
   * @throws LimitExceeded if the time is over
   */
  public void step() {
    if (--stepsToLook <= 0) {
      look();
    }
  }

  /**
   * Counts {@code steps}, at least 0; more than {@value #STEPS_BETWEEN_LOOKS} count as that many.
   */
  public void steps(long steps) {
    stepsToLook -= (int) Math.min(steps, STEPS_BETWEEN_LOOKS);
    if (stepsToLook <= 0) {
      look();
    }
  }

  private void look() {
    stepsToLook = STEPS_BETWEEN_LOOKS;
    if (!running) {
      return;
    }
    long now = cpuNanos.getAsLong();
    if (!looked) {
      looked = true;
      firstNanos = now;
    } else if (now - firstNanos > mostMillis * 1_000_000L) {
      throw new LimitExceeded(
          "reading it takes more than maxDecodeMillis, which is "
              + mostMillis
              + " ms of processor time");
    }
  }
}
