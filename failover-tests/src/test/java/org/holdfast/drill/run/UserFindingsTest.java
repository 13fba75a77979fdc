// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.holdfast.drill.load.FormerIds;
import org.holdfast.drill.load.Recovery;
import org.holdfast.drill.report.AffectedReport;
import org.holdfast.drill.report.TruthReport;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told of users one by one, beside the sums of all. */
class UserFindingsTest {
  private final FakeCluster cluster = new FakeCluster(2, Honesty.SHARES);
  private final UserHistory content = new UserHistory();
  private final UserHistory reset = new UserHistory();
  private final UserHistory lost = new UserHistory();
  private final Incident kill =
      new Incident(
          UserHistory.killed(Set.of(), cluster.nodes().get(0)), UserHistory.at(10_000), List.of());

  @AfterEach
  void close() {
    kill.close();
    cluster.close();
  }

  @Test
  void namesWhomItBefellAndWhat_theWorstFirst() {
    counted(content, 1, 2, 3, 4);
    reset.answered(2_000, "node-1", 1, true);
    reset.answered(10_900, "node-2", 1, true);
    counted(lost, 1, 2, 3, 1);
    kill.over(List.of(recovery(0, 100), recovery(1, 100), recovery(2, 9_000)), 0);

    AffectedReport affected = findings(content, reset, lost).affected();
    TruthReport truth = findings(content, reset, lost).truth(FormerIds.NONE, 0);

    assertThat(affected.users()).isEqualTo(2);
    assertThat(affected.note()).isEmpty();
    assertThat(affected.list()).extracting(AffectedReport.User::user).containsExactly(2, 1);
    AffectedReport.User worst = affected.list().get(0);
    assertThat(worst.lostUpdates()).isPositive();
    assertThat(worst.overBound()).as("waited 9 s, bound 1 s").isEqualTo(1);
    assertThat(worst.resetSessions()).isZero();
    assertThat(affected.list().get(1).resetSessions()).isEqualTo(1);
    assertThat(affected.list().stream().mapToLong(AffectedReport.User::lostUpdates).sum())
        .as("the parts of the sum")
        .isEqualTo(truth.lostUpdates());
  }

  @Test
  void isNobody_whenAllKeptEverything() {
    counted(content, 1, 2, 3);
    kill.over(List.of(recovery(0, 100)), 0);

    assertThat(findings(content).affected()).isEqualTo(new AffectedReport(0, "", List.of()));
  }

  @Test
  void tellsWhoHadASessionAtAll() {
    counted(content, 1, 2);
    lost.ended(3_000, "node-1"); // an answer without a session
    kill.over(List.of(), 0);

    assertThat(findings(content, lost).truth(FormerIds.NONE, 0).usersWithSession()).isEqualTo(1);
    assertThat(findings(lost).truth(FormerIds.NONE, 0).usersWithSession()).isZero();
  }

  @Test
  void tellsWhatTheScenarioLetsGo_asLostAndAllowed() {
    counted(content, 1, 2, 3);
    lost.answered(2_000, "node-1", 1, true);
    lost.answeredUnprotected(10_500, "node-1", 2);
    lost.answeredUnprotected(10_600, "node-1", 3);
    lost.answered(10_900, "node-2", 2, false);
    reset.answered(2_000, "node-1", 1, true);
    reset.renamedUnprotected(10_500, "node-1", 1);
    reset.answered(10_900, "node-2", 1, true); // nobody knows the new id
    kill.over(List.of(), 0);

    UserFindings found = findings("partition-available", AckMode.SYNC, content, lost, reset);
    TruthReport truth = found.truth(FormerIds.NONE, 0);

    assertThat(truth.lostUpdates()).as("two, and all of a session").isEqualTo(3);
    assertThat(truth.lostUpdatesAllowed()).isEqualTo(3);
    assertThat(truth.lostUpdatesUnbound()).isEqualTo(3);
    assertThat(truth.resetSessions()).isEqualTo(1);
    assertThat(truth.resetSessionsAllowed()).isEqualTo(1);
    assertThat(truth.usersWithAllowedLosses()).isEqualTo(2);
    assertThat(truth.duplicatedAnswers()).as("what is judged stays as it is").isZero();
    assertThat(found.affected().list())
        .extracting(AffectedReport.User::lostUpdates, AffectedReport.User::lostUpdatesAllowed)
        .containsExactlyInAnyOrder(tuple(2L, 2L), tuple(1L, 1L));
  }

  @Test
  void tellsOfSessionsThatAsyncLosesWithALogin() {
    reset.answered(2_000, "node-1", 1, true);
    reset.renamed(9_700, "node-1", 1);
    reset.answered(10_900, "node-2", 1, true);
    kill.over(List.of(), 0);

    TruthReport truth = findings("kill", AckMode.ASYNC, reset).truth(FormerIds.NONE, 0);

    assertThat(truth.resetSessions()).isEqualTo(1);
    assertThat(truth.resetSessionsAllowed()).isEqualTo(1);
    assertThat(truth.lostUpdates()).isEqualTo(1);
    assertThat(truth.lostUpdatesAllowed()).isEqualTo(1);
  }

  @Test
  void countsNoneAsAllowed_whenEveryAnswerBinds() {
    lost.answered(2_000, "node-1", 1, true);
    lost.answeredUnprotected(10_500, "node-1", 2);
    lost.answered(10_900, "node-2", 2, false);
    kill.over(List.of(), 0);

    TruthReport truth = findings(lost).truth(FormerIds.NONE, 0);

    assertThat(truth.lostUpdates()).isEqualTo(1);
    assertThat(truth.lostUpdatesAllowed()).isZero();
    assertThat(truth.usersWithAllowedLosses()).isZero();
  }

  @Test
  void takesAFirstAnswerForRight_thatLacksOnlyWhatMayBeLost() {
    lost.answered(2_000, "node-1", 1, true);
    lost.answered(9_700, "node-1", 2, false);
    lost.answered(10_900, "node-2", 2, false);
    lost.answered(11_900, "node-2", 3, false);
    kill.over(List.of(wrong(0, 900)), 0);

    UserFindings found = findings("kill", AckMode.ASYNC, lost);

    assertThat(withoutRightAnswer(found)).isZero();
    assertThat(found.recoveries(kill)).containsExactly(recovery(0, 900));
    assertThat(found.moved(kill)).as("its session went on").hasSize(1);
    assertThat(withoutRightAnswer(findings("kill", AckMode.SYNC, lost))).isEqualTo(1);
  }

  @Test
  void takesAFirstAnswerForWrong_thatLacksAnythingElse() {
    lost.answered(2_000, "node-1", 1, true);
    lost.answered(8_500, "node-1", 2, false); // too early to be lost
    lost.answered(9_700, "node-1", 3, false);
    lost.answered(10_900, "node-2", 2, false);
    content.answered(9_700, "node-1", 1, true);
    content.answered(9_800, "node-1", 2, false);
    content.answered(10_900, "node-2", 2, false); // two is lost, and may be
    String former = content.id();
    content.ended(11_500, "node-2", 2);
    content.isBackAt(former);
    content.answered(11_900, "node-2", 3, false); // but nothing may come back
    kill.over(List.of(wrong(0, 900), wrong(1, 900)), 0);

    UserFindings found = findings("kill", AckMode.ASYNC, lost, content);

    assertThat(withoutRightAnswer(found)).isEqualTo(2);
    assertThat(found.moved(kill)).isEmpty();
  }

  @Test
  void takesAFirstAnswerForRight_thatLacksOnlyALogoutThatMayBeLost() {
    content.answered(2_000, "node-1", 1, true);
    String former = content.id();
    content.ended(9_700, "node-1", 1);
    content.isBackAt(former);
    content.answered(10_900, "node-2", 2, false); // nobody knows that it had ended
    kill.over(List.of(wrong(0, 900)), 0);

    assertThat(withoutRightAnswer(findings("kill", AckMode.ASYNC, content))).isZero();
    assertThat(withoutRightAnswer(findings("kill", AckMode.SYNC, content))).isEqualTo(1);
  }

  @Test
  void takesAFirstAnswerForWrong_thatNothingExplains() {
    counted(content, 1, 2, 3);
    kill.over(List.of(wrong(0, 900)), 0);

    assertThat(withoutRightAnswer(findings("kill", AckMode.ASYNC, content))).isEqualTo(1);
  }

  @Test
  void takesASessionThatMayBeResetForNoneThatWentOn() {
    reset.answered(9_700, "node-1", 1, true);
    reset.answered(10_900, "node-2", 1, true);
    kill.over(List.of(wrong(0, 900)), 0);

    UserFindings found = findings("kill", AckMode.ASYNC, reset);

    assertThat(withoutRightAnswer(found)).isZero();
    assertThat(found.moved(kill)).isEmpty();
  }

  @Test
  void stillHoldsThemToTheirTime_whoLostOnlyWhatMayBeLost() {
    lost.answered(2_000, "node-1", 1, true);
    lost.answered(9_700, "node-1", 2, false);
    lost.answered(20_900, "node-2", 2, false);
    kill.over(List.of(wrong(0, 9_000)), 0);

    AffectedReport affected = findings("kill", AckMode.ASYNC, lost).affected();

    assertThat(affected.list())
        .extracting(AffectedReport.User::overBound)
        .as("waited 9 s, bound 1 s")
        .containsExactly(1L);
  }

  @Test
  void takesNoAnswerForNone_whateverMayBeLost() {
    lost.answered(2_000, "node-1", 1, true);
    lost.answered(9_700, "node-1", 2, false);
    lost.answered(20_900, "node-2", 2, false); // when the kill was over
    kill.over(List.of(new Recovery(0, true, false, true, false, false, 0, 0)), 0);

    assertThat(withoutRightAnswer(findings("kill", AckMode.ASYNC, lost))).isEqualTo(1);
  }

  private static long withoutRightAnswer(UserFindings found) {
    return found.affected().list().stream()
        .mapToLong(AffectedReport.User::withoutRightAnswer)
        .sum();
  }

  private UserFindings findings(UserHistory... users) {
    return findings("kill", AckMode.SYNC, users);
  }

  private UserFindings findings(String scenario, AckMode ack, UserHistory... users) {
    return new UserFindings(
        FakeCluster.plan(ScenarioLibrary.read(scenario), ack, 0),
        List.of(kill),
        Stream.of(users).map(UserHistory::log).toList());
  }

  private static void counted(UserHistory user, long... values) {
    long millis = 9_000;
    for (long value : values) {
      user.answered(millis, "node-2", value, millis == 9_000);
      millis += 1_000;
    }
  }

  /** Its first answer lacked something. */
  private static Recovery wrong(int user, long waitedMillis) {
    return new Recovery(user, true, false, true, true, false, 0, UserHistory.at(waitedMillis));
  }

  private static Recovery recovery(int user, long waitedMillis) {
    return new Recovery(user, true, false, true, true, true, 0, UserHistory.at(waitedMillis));
  }
}
