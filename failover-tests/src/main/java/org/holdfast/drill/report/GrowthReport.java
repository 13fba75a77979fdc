// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import java.util.List;

/**
 * Whether what nodes hold grew over a long time.
 *
 * @param expectedNone whether the scenario promises that nothing does
 * @param series what was judged
 * @param unjudged what was not, and why, in words; empty if everything was
 */
public record GrowthReport(boolean expectedNone, List<Series> series, List<String> unjudged) {

  public GrowthReport {
    series = List.copyOf(series);
    unjudged = List.copyOf(unjudged);
  }

  /** Those that grew. */
  public List<Series> grown() {
    return series.stream().filter(Series::grew).toList();
  }

  /**
   * One figure of one node over one of its lives, or over all of them.
   *
   * @param figure what it held: {@code live heap}, {@code direct memory}, {@code threads} or {@code
   *     open files}
   * @param life number of the life, from 1; 0 for all lives together
   * @param fromSeconds when the judged time began, from the start of the measured time
   * @param untilSeconds when it ended, on the same clock
   * @param least the least value in each of the parts of that time; bytes of memory
   * @param grew whether it rose from part to part, and by more than chance
   */
  public record Series(
      String node,
      String figure,
      int life,
      double fromSeconds,
      double untilSeconds,
      List<Long> least,
      boolean grew) {

    public Series {
      least = List.copyOf(least);
    }

    /** In words, such as {@code node-1: threads 40, 52, 64, 75}. */
    public String words() {
      return GrowthWords.of(this);
    }
  }
}
