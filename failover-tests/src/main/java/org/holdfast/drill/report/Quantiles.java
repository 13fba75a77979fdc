// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.Collection;
import org.HdrHistogram.Histogram;

/**
 * How a set of times scatters, in milliseconds; all 0 when {@code count} is.
 *
 * @param count number of times
 */
public record Quantiles(long count, double p50, double p90, double p99, double max) {

  /** Summarises microseconds; exact to three digits. */
  public static Quantiles ofMicros(Histogram micros) {
    return new Quantiles(
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(90) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getMaxValue() / 1e3);
  }

  /** Summarises nanoseconds exactly: each figure is one of the times given. */
  public static Quantiles ofNanos(Collection<Long> nanos) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return new Quantiles(
        sorted.length, at(sorted, 0.5), at(sorted, 0.9), at(sorted, 0.99), at(sorted, 1));
  }

  private static double at(long[] sorted, double share) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(share * sorted.length);
    return Math.round(sorted[Math.max(rank, 1) - 1] / 1e3) / 1e3;
  }
}
