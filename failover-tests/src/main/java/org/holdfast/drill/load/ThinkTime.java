// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How long users think between an answer and the next request.
 *
 * @param distribution how the times scatter
 * @param mean mean think time, 0 to 10 minutes
 */
public record ThinkTime(Distribution distribution, Duration mean) {
  /** Mean of what {@link Distribution#EXPONENTIAL} draws, as a share of the mean asked for. */
  private static final double CUT = -Math.expm1(-5);

  private static final Duration MAX = Duration.ofMinutes(10);

  /** How think times scatter around their mean. */
  public enum Distribution {
    /** Negative-exponential, cut at five times the mean (which lowers the mean by 0.7 %). */
    EXPONENTIAL,
    /** Evenly between half the mean and one and a half. */
    UNIFORM,
    /** Always the mean; users stay bunched after a stall. */
    FIXED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ThinkTime {
    if (mean.isNegative() || mean.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          "think time must be between 0 ms and 10 min, was " + mean.toMillis() + " ms");
    }
  }

  /** The longest time that {@link #nextExactNanos} draws. */
  public Duration longest() {
    double means =
        switch (distribution) {
          case EXPONENTIAL -> 5 / CUT;
          case UNIFORM -> 1.5;
          case FIXED -> 1;
        };
    return Duration.ofNanos((long) (means * mean.toNanos()));
  }

  /** Draws as {@link #nextNanos} does, scaled so that the mean is the one asked for. */
  public long nextExactNanos(SplittableRandom random) {
    long drawn = nextNanos(random);
    return distribution == Distribution.EXPONENTIAL ? (long) (drawn / CUT) : drawn;
  }

  /** Draws the next think time, in nanoseconds. */
  public long nextNanos(SplittableRandom random) {
    double meanNanos = mean.toNanos();
    return (long)
        switch (distribution) {
          case EXPONENTIAL -> Math.min(5, -Math.log(1 - random.nextDouble())) * meanNanos;
          case UNIFORM -> (0.5 + random.nextDouble()) * meanNanos;
          case FIXED -> meanNanos;
        };
  }
}
