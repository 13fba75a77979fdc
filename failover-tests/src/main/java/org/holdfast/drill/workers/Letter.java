// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.util.List;
import java.util.Map;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdTally;
import org.holdfast.drill.load.FailureKind;
import org.jspecify.annotations.Nullable;

/**
 * What coordinator and workers tell each other. The names of types and components are those of the
 * JSON; {@link LetterCodec} reads and writes it. Both sides run the same version: the first
 * letters, {@link Invite} and {@link Hello}, make sure of that, and alone must never change.
 */
sealed interface Letter {
  /** A number that no question has. */
  long ANY_QUESTION = 0;

  /** From the coordinator, to a member that is new to it: who drives here? */
  record Invite(int format, String version, String run) implements Letter {}

  /** From a worker: an invitation is accepted. */
  record Hello(int format, String version, String run, String name) implements Letter {}

  /** From either side: no, and why; the worker ends. */
  record Refusal(String reason) implements Letter {}

  /** From the coordinator: a part of the body to POST, before the plan; in Base64. */
  record Body(String part) implements Letter {}

  /**
   * From the coordinator: the users of a stage, of which the worker takes its share. It prepares
   * them and answers with figures in which nothing has happened yet.
   */
  record Plan(
      long question,
      int users,
      List<PageOf> pages,
      String contentType,
      String think,
      long thinkNanos,
      String thinkFrom,
      double requestsPerSecond,
      long timeoutMillis,
      long retryDelayMillis,
      String sessionCookie,
      long seed,
      int worker,
      int workers,
      String followCounters,
      List<TargetOf> targets)
      implements Letter {}

  /** A page of the mix; {@code post} with the body that was sent before. */
  record PageOf(String target, int weight, boolean post, String expected) {}

  /** A node. */
  record TargetOf(String name, String host, int port) {}

  /** What a worker is to do. */
  enum Step {
    /** Let users in, over {@code number} nanoseconds. */
    START,
    /** Begin the phase {@code text}. */
    ENTER,
    /** Nothing but tell. */
    LOOK,
    /** Let the share {@code number} of the users leave, and do not answer. */
    LEAVE,
    /** Drop the users of this stage, and do not answer; another may follow. */
    DROP
  }

  /** From the coordinator: do something; answered with figures. */
  record Ask(long question, Step step, String text, double number) implements Letter {}

  /** From a worker: the figures asked for; histograms as {@link LetterCodec#text} writes them. */
  record Figures(
      long question,
      String machine,
      double cores,
      String phase,
      long phaseNanos,
      String fromSend,
      String fromDue,
      String lateness,
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
      CrowdFigures.Sessions sessions,
      String notOpened,
      String wrongAnswer,
      CrowdTally tally,
      long cpuNanos,
      long busiestThreadNanos,
      long heapBytes,
      long residentBytes,
      long waitingArrivals,
      long answersOfRun,
      long unansweredOfRun,
      long countersWrongOfRun)
      implements Letter {}

  /**
   * From a worker: the question could not be answered, or a letter could not be read and may have
   * asked anything, {@link #ANY_QUESTION}.
   */
  record Trouble(long question, String reason) implements Letter {}

  /** From the coordinator: the worker ends, as all is done, or for the reason given. */
  record Farewell(@Nullable String reason) implements Letter {}
}
