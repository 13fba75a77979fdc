// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happened when, interval by interval. Its clock starts with the first interval.
 *
 * @param measuredFromSeconds when the measured time began, after ramp-up and warm-up
 * @param intervals in order, without gaps, of one length unless the drill took much longer than
 *     planned
 * @param marks what was done to the cluster, in order
 */
public record Timeline(double measuredFromSeconds, List<Interval> intervals, List<Mark> marks) {

  public Timeline {
    intervals = List.copyOf(intervals);
    marks = List.copyOf(marks);
  }

  /**
   * One interval.
   *
   * @param fromSeconds when it began
   * @param seconds how long it was
   * @param answers answers in it
   * @param responseMillis their response times
   * @param errors failed attempts in it by kind, kinds without any left out
   * @param nodes what each node said of itself at its end, in the order of the cluster
   */
  public record Interval(
      double fromSeconds,
      double seconds,
      long answers,
      Quantiles responseMillis,
      Map<String, Long> errors,
      List<NodeSample> nodes) {

    public Interval {
      errors = Map.copyOf(errors);
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * What one node said. All but the name is null where it gave no answer, or not this figure.
   *
   * @param cpuPercent processor time that it used in the interval, 100 for one processor; also null
   *     in the interval in which it started
   * @param viewNumber number of its view
   * @param viewMembers members of its view
   * @param primarySessions sessions that it served
   * @param degradedSessions of those, the ones without enough acknowledged copies
   * @param heapBytes heap in use, garbage included
   * @param directBytes memory of direct buffers
   * @param threads that run in it
   * @param openFiles open files, sockets included
   * @param upMillis how long its process runs; less than before for another process
   * @param liveHeapBytes heap that the last full garbage collection left in use; null before the
   *     first
   */
  public record NodeSample(
      String name,
      @Nullable Double cpuPercent,
      @Nullable Long viewNumber,
      @Nullable Integer viewMembers,
      @Nullable Long primarySessions,
      @Nullable Long degradedSessions,
      @Nullable Long heapBytes,
      @Nullable Long directBytes,
      @Nullable Long threads,
      @Nullable Long openFiles,
      @Nullable Long upMillis,
      @Nullable Long liveHeapBytes) {

    /** A node that said nothing. */
    public static NodeSample silent(String name) {
      return silent(name, null);
    }

    /** A node that said nothing, but whose engine counts its processor time. */
    public static NodeSample silent(String name, @Nullable Double cpuPercent) {
      return new NodeSample(
          name, cpuPercent, null, null, null, null, null, null, null, null, null, null);
    }

    /** Sessions that it served with all the copies asked for. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public @Nullable Long protectedSessions() {
      return primarySessions == null || degradedSessions == null
          ? null
          : Math.max(0, primarySessions - degradedSessions);
    }
  }

  /**
   * Something done to the cluster.
   *
   * @param atSeconds when
   * @param untilSeconds when it was taken back; null for what was not
   * @param what in words, such as {@code paused node-2}
   */
  public record Mark(double atSeconds, @Nullable Double untilSeconds, String what) {}
}
