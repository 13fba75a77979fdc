// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.stage;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;

/** 200 users with a cycle of a second for 100 s, to be spoiled. */
final class KnownStage {
  double rate;
  long answers = 20_000;
  double bounded = 120;
  boolean warm = true;
  long warmUpAnswers = 1_000;
  double gap = 0.2;
  double lateness = 2;
  double cpu = 0.1;
  double cores = 2;
  double asked = 0.9;
  double measured = 0.9;
  double delay;
  double scatter = 1;
  boolean isCycle;
  DriverCrew crew = DriverCrew.ALONE;
  long wrong;
  boolean followed = true;
  long judged = 30_000;
  long begun = 200;
  String otherCookie = "";
  long notOpened;
  double thread = 0.3;
  double usual = 0.2;
  double inStep;
  Map<String, Long> elsewhere = Map.of();
  long counted = 30_001;
  String unread = "";
  boolean isCountAsked = true;
  long failed;
  double edge;
  String wrongAnswer = "";
  StageFigures.Open steadyStart = new StageFigures.Open(20, 0.3);
  StageFigures.Open steadyEnd = new StageFigures.Open(20, 0.3);
  StageFigures.Open end = new StageFigures.Open(0, 0);
  Map<String, Long> failures = Map.of();
  final long[] answersOfUsers = new long[200];

  KnownStage() {
    Arrays.fill(answersOfUsers, 100);
  }

  StageFigures build() {
    return new StageFigures(
        200,
        rate,
        100,
        answers,
        0.1,
        bounded,
        900,
        new StageFigures.Cycles(answers + failed, 0.1, 0.9, edge, 19_800),
        new StageFigures.Think(asked, 0.9, measured, delay, 20_000, scatter, isCycle),
        new StageFigures.WarmUp(warm, 9, warmUpAnswers),
        gap,
        inStep,
        lateness,
        cpu,
        cores,
        thread,
        crew,
        steadyStart,
        steadyEnd,
        end,
        Fairness.of(
            200,
            (double) LongStream.of(answersOfUsers).sum(),
            LongStream.of(answersOfUsers).mapToDouble(each -> (double) each * each).sum(),
            LongStream.of(answersOfUsers).min().orElse(0),
            0.2,
            usual,
            9),
        new StageFigures.Scatter(0.1, 0.3),
        failures,
        failed,
        elsewhere,
        wrongAnswer,
        new StageFigures.NotOpened(notOpened, notOpened > 0 ? "no port" : ""),
        new StageFigures.Sessions(
            followed, 30_000, begun, 4, judged, wrong, "JSESSIONID", otherCookie),
        !isCountAsked
            ? StageFigures.Servers.NOT_ASKED
            : unread.isEmpty()
                ? new StageFigures.Servers(new StageFigures.ServerCount(counted, 30_000, 2), "")
                : new StageFigures.Servers(null, unread));
  }
}
