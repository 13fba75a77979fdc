// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a verdict on a stage rests on; all of its steady state unless said otherwise.
 *
 * @param users closed users asked for; in the open model the most requests in flight
 * @param requestsPerSecondAsked of the open model, 0 for closed users
 * @param seconds length of the steady state
 * @param answers answers in it
 * @param responseSeconds mean time from a user's acting to its answer
 * @param boundedMillis the bounded percentile of the times from due to answer
 * @param maxMillis the longest of these times
 * @param cycles what users did
 * @param warmUp what came before it
 * @param longestGapSeconds longest time without any answer to the users of one process
 * @param latenessMillis 99th percentile of how late the driver woke users; of several processes the
 *     worst
 * @param pauseInStepSeconds how long users that move in step leave the servers alone in each cycle
 * @param driverCpuShare what the driver's processes on one machine used of all its cores, 0 to 1;
 *     of several machines the largest
 * @param cores how many there are, a part of one where a quota says so
 * @param busiestThreadShare of what one thread can use, one of them or less by a quota, used by the
 *     busiest that carries users, 0 to 1; of several processes the largest
 * @param crew which processes drove
 * @param due how the times from due to answer scatter
 * @param failures attempts without an answer that counts and that the servers had to do with, by
 *     kind
 * @param failedRequests requests for which no attempt brought one
 * @param failuresElsewhere attempts before and after, as {@code failures}
 * @param wrongAnswer what the first of the wrong answers was; empty without any
 * @param notOpened connections that this side could not open
 * @param sessions of the whole run
 * @param servers what the servers counted, if they were asked
 */
public record StageFigures(
    int users,
    double requestsPerSecondAsked,
    double seconds,
    long answers,
    double responseSeconds,
    double boundedMillis,
    double maxMillis,
    Cycles cycles,
    Think think,
    WarmUp warmUp,
    double longestGapSeconds,
    double pauseInStepSeconds,
    double latenessMillis,
    double driverCpuShare,
    double cores,
    double busiestThreadShare,
    DriverCrew crew,
    Open atSteadyStart,
    Open atSteadyEnd,
    Open atTheEnd,
    Fairness fairness,
    Scatter due,
    Map<String, Long> failures,
    long failedRequests,
    Map<String, Long> failuresElsewhere,
    String wrongAnswer,
    NotOpened notOpened,
    Sessions sessions,
    Servers servers) {

  public StageFigures {
    failures = Map.copyOf(failures);
    failuresElsewhere = Map.copyOf(failuresElsewhere);
  }

  /**
   * Requests of closed users that ended in the steady state, with an answer or without, and the
   * pauses before them.
   *
   * @param ended how many requests
   * @param responseSeconds mean time from a user's acting to the end
   * @param pauseSeconds mean pause as planned, that after a failure included
   * @param edgeSeconds what users had behind them of cycles that were under way at its end, less
   *     what they had of others at its beginning
   * @param wholeSeconds sum of those cycles that lay within it
   */
  public record Cycles(
      long ended,
      double responseSeconds,
      double pauseSeconds,
      double edgeSeconds,
      double wholeSeconds) {
    /** Of the open model. */
    public static final Cycles NONE = new Cycles(0, 0, 0, 0, 0);
  }

  /**
   * How the time before the steady state went.
   *
   * @param steady whether response times had become steady
   * @param seconds how long it lasted
   * @param answers how many there were in it
   */
  public record WarmUp(boolean steady, double seconds, long answers) {}

  /** Mean and standard deviation. */
  public record Scatter(double meanSeconds, double deviationSeconds) {}

  /**
   * Connections for which this machine had no descriptor, port or way to the server.
   *
   * @param count of attempts in the steady state
   * @param cause of the first, in words
   */
  public record NotOpened(long count, String cause) {
    public static final NotOpened NONE = new NotOpened(0, "");
  }

  /**
   * What answers said of users' sessions, from the first request of the run to its last.
   *
   * @param followed whether counters were to be followed
   * @param answers all
   * @param begun that gave a session to a user without one
   * @param replaced that gave a user another one
   * @param judged that showed a counter, right or not
   * @param wrong whose counter did not follow from the one before: lost updates
   * @param cookie name of the cookie by which sessions are known
   * @param otherCookie name of the first other one that was set; empty without any
   */
  public record Sessions(
      boolean followed,
      long answers,
      long begun,
      long replaced,
      long judged,
      long wrong,
      String cookie,
      String otherCookie) {

    /** Whether a lost update could not be seen, though counters were to be followed. */
    boolean areBlind() {
      return followed && judged == 0 && (begun > 0 || !otherCookie.isEmpty());
    }
  }

  /**
   * Think times, as means in seconds.
   *
   * @param asked what was asked for
   * @param planned what was drawn, without the response where the cycle is measured
   * @param measured what it became
   * @param delay how much longer than these pauses were, as requests before them had failed
   * @param pauses how many there were
   * @param scatter standard deviation of one draw as a share of the mean: 0 for fixed times
   * @param isCycle whether {@code asked} is a cycle's time, of which a pause is only a part
   */
  public record Think(
      double asked,
      double planned,
      double measured,
      double delay,
      long pauses,
      double scatter,
      boolean isCycle) {}

  /**
   * Requests without an answer yet at one moment.
   *
   * @param oldestSeconds age of the oldest, 0 without any
   */
  public record Open(long count, double oldestSeconds) {}

  /**
   * Requests from before the first to after the last of the whole run.
   *
   * @param counted by the servers
   * @param answered as the driver counted
   * @param perhaps attempts without an answer that the servers may have counted
   */
  public record ServerCount(long counted, long answered, long perhaps) {}

  /**
   * What servers said of their counts.
   *
   * @param count null if they were not asked, or could not be read at the end
   * @param unread why it could not be read; empty if it was, or nobody asked
   */
  public record Servers(@Nullable ServerCount count, String unread) {
    public static final Servers NOT_ASKED = new Servers(null, "");
  }

  public double requestsPerSecond() {
    return seconds > 0 ? answers / seconds : 0;
  }

  /** Requests that arrived in the open model: those that ended, and those more that are open. */
  public long arrived() {
    return answers + failedRequests + atSteadyEnd.count() - atSteadyStart.count();
  }

  /**
   * Little's law: users that the throughput accounts for, X·(R+Z). Of cycles that lie across the
   * beginning or the end counts what lies within, or few users would be too many or too few by
   * chance.
   */
  public double usersByLittle() {
    double whole = cycles.ended() * (cycles.responseSeconds() + cycles.pauseSeconds());
    return seconds > 0 ? (whole + cycles.edgeSeconds()) / seconds : 0;
  }

  /** Faban's sum: whole cycles only, so that it reads low by about a cycle of the steady state. */
  public double usersByWholeCycles() {
    return seconds > 0 ? cycles.wholeSeconds() / seconds : 0;
  }

  public long totalFailures() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }
}
