// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.load.FailureKind;

/**
 * What a crowd saw in one phase. Times are of the answers that came in it.
 *
 * @param fromSendMicros from when a user acted to its answer, connecting and failovers included
 * @param fromDueMicros from when the request was due to its answer: also what the driver was late,
 *     and how long it waited for the user's request before it
 * @param latenessMicros how late the driver woke users
 * @param responseSeconds sum of all times from send
 * @param failedSeconds sum of these times of requests that no attempt brought an answer for
 * @param pauses how many pauses ended; 0 for the open model
 * @param plannedPauseSeconds sum of what they were to take
 * @param measuredPauseSeconds sum of what they took
 * @param delaySeconds sum of what they were longer than drawn, after requests that failed
 * @param wholeCycleSeconds sum of pause and response of the cycles that began and ended in the
 *     phase, with an answer or without
 * @param longestGapSeconds longest time without any answer
 * @param failures attempts without an answer that counts, by kind; kinds without any left out
 * @param failedRequests requests that no attempt brought an answer for
 * @param idleCloses connections that ended between two requests; no error
 * @param notOpened why the first of the connections did not open that this process itself could
 *     not; empty without any
 * @param wrongAnswer what the first of the wrong answers was; empty without any
 */
public record CrowdFigures(
    String name,
    long startNanos,
    long endNanos,
    Histogram fromSendMicros,
    Histogram fromDueMicros,
    Histogram latenessMicros,
    double responseSeconds,
    double failedSeconds,
    long pauses,
    double plannedPauseSeconds,
    double measuredPauseSeconds,
    double delaySeconds,
    double wholeCycleSeconds,
    double longestGapSeconds,
    Map<FailureKind, Long> failures,
    long failedRequests,
    long idleCloses,
    Sessions sessions,
    String notOpened,
    String wrongAnswer) {

  /**
   * What answers said of users' sessions.
   *
   * @param begun answers that gave a session to a user without one
   * @param replaced answers that gave a user with a session another one
   * @param countersRight answers whose counter followed from the one before
   * @param countersWrong answers whose counter did not: lost updates
   * @param otherCookie name of the first cookie that was set and is not the session's; empty
   *     without any
   */
  public record Sessions(
      long begun, long replaced, long countersRight, long countersWrong, String otherCookie) {
    public static final Sessions NONE = new Sessions(0, 0, 0, 0, "");

    /** What both said; {@code other} later, of what was first. */
    public Sessions plus(Sessions other) {
      return new Sessions(
          begun + other.begun,
          replaced + other.replaced,
          countersRight + other.countersRight,
          countersWrong + other.countersWrong,
          otherCookie.isEmpty() ? other.otherCookie : otherCookie);
    }
  }

  public CrowdFigures {
    failures = Map.copyOf(failures);
  }

  /**
   * What several crowds saw in the same phase, as if one had: histograms and counts added up
   * without loss. The phase is as long as theirs on average, so that the rate is the sum of theirs
   * where they have equal shares; the longest gap is the longest of any of them.
   *
   * @param crowds at least one
   */
  public static CrowdFigures merged(List<CrowdFigures> crowds) {
    CrowdFigures first = crowds.get(0);
    if (crowds.size() == 1) {
      return first;
    }
    Histogram fromSend = first.fromSendMicros.copy();
    Histogram fromDue = first.fromDueMicros.copy();
    Histogram lateness = first.latenessMicros.copy();
    Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
    failures.putAll(first.failures);
    for (CrowdFigures each : crowds.subList(1, crowds.size())) {
      fromSend.add(each.fromSendMicros);
      fromDue.add(each.fromDueMicros);
      lateness.add(each.latenessMicros);
      each.failures.forEach((kind, count) -> failures.merge(kind, count, Long::sum));
    }
    return new CrowdFigures(
        first.name,
        0,
        (long) (sum(crowds, CrowdFigures::seconds) / crowds.size() * 1e9),
        fromSend,
        fromDue,
        lateness,
        sum(crowds, CrowdFigures::responseSeconds),
        sum(crowds, CrowdFigures::failedSeconds),
        count(crowds, CrowdFigures::pauses),
        sum(crowds, CrowdFigures::plannedPauseSeconds),
        sum(crowds, CrowdFigures::measuredPauseSeconds),
        sum(crowds, CrowdFigures::delaySeconds),
        sum(crowds, CrowdFigures::wholeCycleSeconds),
        crowds.stream().mapToDouble(CrowdFigures::longestGapSeconds).max().orElse(0),
        failures,
        count(crowds, CrowdFigures::failedRequests),
        count(crowds, CrowdFigures::idleCloses),
        crowds.stream().map(CrowdFigures::sessions).reduce(Sessions.NONE, Sessions::plus),
        first(crowds, CrowdFigures::notOpened),
        first(crowds, CrowdFigures::wrongAnswer));
  }

  /** What a crowd sees that is not there. */
  public static CrowdFigures none() {
    return new CrowdFigures(
        "none",
        0,
        0,
        new Histogram(3),
        new Histogram(3),
        new Histogram(2),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        Map.of(),
        0,
        0,
        Sessions.NONE,
        "",
        "");
  }

  private static String first(List<CrowdFigures> crowds, Function<CrowdFigures, String> words) {
    return crowds.stream().map(words).filter(told -> !told.isEmpty()).findFirst().orElse("");
  }

  private static double sum(List<CrowdFigures> crowds, ToDoubleFunction<CrowdFigures> part) {
    return crowds.stream().mapToDouble(part).sum();
  }

  private static long count(List<CrowdFigures> crowds, ToLongFunction<CrowdFigures> part) {
    return crowds.stream().mapToLong(part).sum();
  }

  public long countersRight() {
    return sessions.countersRight();
  }

  public long countersWrong() {
    return sessions.countersWrong();
  }

  public double seconds() {
    return (endNanos - startNanos) / 1e9;
  }

  public long answers() {
    return fromSendMicros.getTotalCount();
  }

  public double answersPerSecond() {
    return seconds() > 0 ? answers() / seconds() : 0;
  }

  /** Attempts without an answer, of any kind. */
  public long totalFailures() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }
}
