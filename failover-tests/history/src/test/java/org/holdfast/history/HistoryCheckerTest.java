// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.holdfast.history.Request.INCREMENT;
import static org.holdfast.history.Request.INVALIDATE;
import static org.holdfast.history.Request.READ;
import static org.holdfast.history.Request.RENAME;

import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ListAssert;
import org.holdfast.history.Violation.Kind;
import org.junit.jupiter.api.Test;

class HistoryCheckerTest {

  @Test
  void findsNothing_whenEachAnswerIsOneMoreThanTheLast() {
    Findings findings = HandMadeLog.counted(4).read(4).incremented(5).check();

    assertThat(findings.clean()).isTrue();
    assertThat(findings.answers()).isEqualTo(6);
  }

  @Test
  void findsNothing_whenNobodyWasAnswered() {
    assertThat(HandMadeLog.begin().unanswered(INCREMENT).refused(READ).check().unanswered())
        .isEqualTo(2);
  }

  @Test
  void reportsALostUpdate_whenALaterAnswerHasNoRoomForIt() {
    Findings findings = HandMadeLog.counted(4).on("m").incremented(3, 4, 5).check();

    kinds(findings).containsExactly(Kind.LOST);
    lostValues(findings).containsExactly(3L, 4L);
    assertThat(findings.violations().get(0).describe())
        .isEqualTo("user 7 was answered 3 by m where only 5 is right (lost)");
  }

  @Test
  void reportsALostUpdate_whenTheSessionIsNotFound() {
    Findings findings = HandMadeLog.counted(2).notFound(INCREMENT).check();

    kinds(findings).containsExactly(Kind.LOST);
    lostValues(findings).containsExactly(1L, 2L);
    assertThat(findings.violations().get(0).describe())
        .isEqualTo("user 7 was told that there is no session by n where only 2 is right (lost)");
  }

  @Test
  void namesTheNodeThatAnsweredTheLostUpdate() {
    Findings findings =
        HandMadeLog.counted(1).on("victim").incremented(2).on("other").read(1).check();

    assertThat(findings.lostUpdates()).extracting(Exchange::node).containsExactly("victim");
  }

  @Test
  void reportsAStaleRead_whenTheMissingUpdatesAreBackLater() {
    Findings findings = HandMadeLog.counted(4).read(2).incremented(5).check();

    kinds(findings).containsExactly(Kind.STALE);
    assertThat(findings.lostUpdates()).isEmpty();
  }

  @Test
  void reportsAStaleAnswerAndItsOwnUpdateAsLost_whenAnOldCopyCounted() {
    Findings findings = HandMadeLog.counted(4).incremented(2, 5, 6).check();

    kinds(findings).containsExactly(Kind.STALE);
    assertThat(findings.lostUpdates()).hasSize(1);
  }

  @Test
  void reportsAStaleAnswer_whenSeveralRequestsInARowReachedTheOldCopy() {
    Findings findings = HandMadeLog.counted(4).incremented(2, 3, 5, 6).check();

    kinds(findings).containsExactly(Kind.STALE);
    assertThat(findings.lostUpdates()).hasSize(2);
  }

  @Test
  void reportsAStaleAnswer_whenASessionThatWasNotFoundIsThereAgain() {
    kinds(HandMadeLog.counted(3).notFound(READ).incremented(4).check()).containsExactly(Kind.STALE);
  }

  @Test
  void allowsAReadToMissAnUpdate_whenThatWasAnsweredWithinTheWindow() {
    HandMadeLog log = HandMadeLog.counted(2).parallel(INCREMENT, 5_000, 5_100, 3);

    assertThat(log.parallel(READ, 5_349, 5_360, 2).check().clean()).isTrue();
    kinds(log.parallel(READ, 5_351, 5_360, 2).check()).hasSize(1);
  }

  @Test
  void allowsNoWindow_whenTheRequestChangesSomething() {
    HandMadeLog log = HandMadeLog.counted(2).parallel(INCREMENT, 5_000, 5_100, 3);

    kinds(log.parallel(RENAME, 5_101, 5_110, 2).check()).hasSize(1);
  }

  @Test
  void reportsAResetAndLosesEverything_whenTheSessionBeginsAgain() {
    Findings findings = HandMadeLog.counted(3).on("m").created("t").check();

    kinds(findings).containsExactly(Kind.RESET);
    assertThat(findings.lostUpdates()).hasSize(3);
  }

  @Test
  void reportsAReset_whenAnotherSessionStartsAgainWithoutSayingSo() {
    kinds(
            HandMadeLog.counted(3)
                .served(INCREMENT, 1, "t", false, Reply.Protection.PROTECTED)
                .check())
        .containsExactly(Kind.RESET);
  }

  @Test
  void keepsJudging_whenAResetSessionGoesOn() {
    Findings findings = HandMadeLog.counted(2).created("t").incremented(2, 2).check();

    kinds(findings).containsExactly(Kind.RESET, Kind.DUPLICATED);
    assertThat(findings.lostUpdates()).hasSize(3);
  }

  @Test
  void findsNothing_whenTheIdChangesButTheCounterGoesOn() {
    assertThat(
            HandMadeLog.counted(3)
                .served(INCREMENT, 4, "t", false, Reply.Protection.PROTECTED)
                .check()
                .clean())
        .isTrue();
  }

  @Test
  void reportsADuplicateAndOneLostUpdate_whenAValueIsAnsweredTwice() {
    Findings findings = HandMadeLog.counted(2).incremented(2, 3).check();

    kinds(findings).containsExactly(Kind.DUPLICATED);
    assertThat(findings.lostUpdates()).hasSize(1);
  }

  @Test
  void reportsADuplicateAndOneLostUpdate_whenTwoParallelIncrementsAreToldTheSame() {
    Findings findings =
        HandMadeLog.counted(2)
            .parallel(INCREMENT, 5_000, 5_100, 3)
            .parallel(INCREMENT, 5_050, 5_150, 3)
            .parallel(READ, 6_000, 6_010, 3)
            .check();

    kinds(findings).containsExactly(Kind.DUPLICATED);
    assertThat(findings.lostUpdates()).hasSize(1);
  }

  @Test
  void allowsParallelIncrementsInAnyOrder() {
    Findings findings =
        HandMadeLog.counted(2)
            .parallel(INCREMENT, 5_000, 5_100, 6)
            .parallel(INCREMENT, 5_010, 5_110, 3)
            .parallel(INCREMENT, 5_020, 5_105, 5)
            .parallel(INCREMENT, 5_030, 5_200, 4)
            .parallel(READ, 5_040, 5_050, 4)
            .parallel(READ, 6_000, 6_010, 6)
            .check();

    assertThat(findings.clean()).isTrue();
  }

  @Test
  void reportsAStaleAnswer_whenALaterIncrementIsNumberedBeforeAnEarlierOne() {
    Findings findings =
        HandMadeLog.counted(2)
            .parallel(INCREMENT, 5_000, 5_900, 5)
            .parallel(INCREMENT, 5_010, 5_110, 4)
            .parallel(INCREMENT, 5_120, 5_200, 3)
            .check();

    kinds(findings).containsExactly(Kind.STALE);
    assertThat(findings.lostUpdates()).as("all five numbers were given").isEmpty();
  }

  @Test
  void allowsBothOutcomes_whenARequestWasNotAnswered() {
    HandMadeLog asked = HandMadeLog.counted(2).unanswered(INCREMENT);

    assertThat(asked.incremented(4).check().clean()).isTrue();
    assertThat(HandMadeLog.counted(2).unanswered(INCREMENT).incremented(3).check().clean())
        .isTrue();
  }

  @Test
  void allowsAnUnansweredRequestToRunLater_asInAProcessThatWakes() {
    HandMadeLog log = HandMadeLog.counted(2).unanswered(INCREMENT).incremented(3, 4);

    assertThat(log.incremented(6).check().clean()).isTrue();
    kinds(log.incremented(8).check()).as("but only once").containsExactly(Kind.CONTRADICTED);
  }

  @Test
  void doesNotExpectAnUpdate_whenTheConnectionWasRefused() {
    kinds(HandMadeLog.counted(2).refused(INCREMENT).incremented(4).check())
        .containsExactly(Kind.CONTRADICTED);
  }

  @Test
  void reportsAContradiction_whenAValueIsAheadOfAllRequests() {
    Findings findings = HandMadeLog.counted(2).unanswered(INCREMENT).incremented(5, 6).check();

    kinds(findings).containsExactly(Kind.CONTRADICTED);
    assertThat(findings.lostUpdates()).isEmpty();
  }

  @Test
  void reportsAContradiction_whenAReadTakesBackWhatAnotherReadShowed() {
    Findings findings = HandMadeLog.counted(2).unanswered(INCREMENT).read(3).read(2).check();

    kinds(findings).containsExactly(Kind.CONTRADICTED);
    assertThat(findings.lostUpdates()).as("nobody was answered 3").isEmpty();
  }

  @Test
  void allowsAnUnprotectedAnswerToBeLost_butNotAProtectedOne() {
    HandMadeLog log = HandMadeLog.counted(3).unprotected(INCREMENT, 4);

    assertThat(log.incremented(4).check().clean()).isTrue();
    kinds(log.checkEveryAnswer()).containsExactly(Kind.DUPLICATED);
    kinds(HandMadeLog.counted(3).unprotected(INCREMENT, 4).incremented(3).check())
        .as("3 was protected")
        .containsExactly(Kind.DUPLICATED);
  }

  @Test
  void doesNotHoldAnUnprotectedAnswerAgainstOthers_unlessItBeginsAgain() {
    assertThat(HandMadeLog.counted(3).unprotected(READ, 1).incremented(4).check().clean()).isTrue();
    kinds(
            HandMadeLog.counted(3)
                .served(INCREMENT, 1, "t", true, Reply.Protection.UNPROTECTED)
                .check())
        .containsExactly(Kind.RESET);
    kinds(HandMadeLog.counted(3).unprotected(READ, 9).check()).containsExactly(Kind.CONTRADICTED);
  }

  @Test
  void takesAnAnswerAtItsWord_whenItDoesNotSayWhetherItIsProtected() {
    kinds(
            HandMadeLog.counted(1)
                .served(INCREMENT, 2, "s", false, Reply.Protection.UNSTATED)
                .read(1)
                .check())
        .containsExactly(Kind.LOST);
  }

  @Test
  void reportsAResurrection_whenASessionIsServedAfterItsAnsweredEnd() {
    kinds(HandMadeLog.counted(3).invalidated(3).incremented(4).check())
        .containsExactly(Kind.RESURRECTED);
    kinds(HandMadeLog.counted(3).invalidated(3).read(3).check()).containsExactly(Kind.RESURRECTED);
  }

  @Test
  void allowsAReadWithinTheWindow_whenTheSessionHasJustEnded() {
    HandMadeLog log = HandMadeLog.counted(2).parallel(INVALIDATE, 5_000, 5_100, 2);

    assertThat(log.parallel(READ, 5_300, 5_310, 2).check().clean()).isTrue();
    kinds(log.parallel(READ, 5_400, 5_410, 2).check()).containsExactly(Kind.RESURRECTED);
  }

  @Test
  void allowsANewSessionOrNone_whenTheOldOneWasEndedOrMayHaveBeen() {
    assertThat(HandMadeLog.counted(3).invalidated(3).notFound(READ).created("t").check().clean())
        .isTrue();
    assertThat(HandMadeLog.counted(3).unanswered(INVALIDATE).created("t").check().clean()).isTrue();
    assertThat(HandMadeLog.counted(3).unanswered(INVALIDATE).incremented(4).check().clean())
        .isTrue();
  }

  @Test
  void reportsAReset_whenTheSecondSessionOfAClientBeginsAgain() {
    kinds(HandMadeLog.counted(3).invalidated(3).created("t").incremented(2).created("u").check())
        .containsExactly(Kind.RESET);
  }

  @Test
  void reportsAResurrection_whenTheOldIdIsServedAfterARename() {
    HandMadeLog renamed = HandMadeLog.counted(2).renamed("t", 2).incremented(3);
    assertThat(renamed.check().clean()).isTrue();

    kinds(renamed.withId("s").served(READ, 3, "s", false, Reply.Protection.PROTECTED).check())
        .containsExactly(Kind.RESURRECTED);
  }

  @Test
  void allowsNoSessionOrAnotherOne_whenTheOldIdIsSentAfterARename() {
    assertThat(
            HandMadeLog.counted(2)
                .renamed("t", 2)
                .withId("s")
                .notFound(READ)
                .created("u")
                .withId("t")
                .incremented(3)
                .check()
                .clean())
        .isTrue();
    assertThat(HandMadeLog.counted(2).unanswered(RENAME).notFound(INCREMENT).check().clean())
        .as("the answer to the rename was lost")
        .isTrue();
  }

  @Test
  void findsNothing_whenARenameKeptTheId() {
    assertThat(HandMadeLog.counted(2).renamed("s", 2).incremented(3).check().clean()).isTrue();
  }

  @Test
  void reportsALostUpdate_whenTheNewIdIsNotFoundAfterARename() {
    kinds(HandMadeLog.counted(2).renamed("t", 2).notFound(READ).check()).containsExactly(Kind.LOST);
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(
            () -> new Exchange(READ, 5, 4, "n", "", new Reply.Unanswered(true, "timed-out")))
        .hasMessage(
            "READ to n must not be done before it was sent, was sent at 5 ns and done at 4 ns");
    assertThatThrownBy(
            () -> new HistoryRules(HistoryRules.Binding.EVERY_ANSWER, Duration.ofMillis(-1)))
        .hasMessage("readWindow must be 0 ms or more, was -1 ms");
  }

  private static ListAssert<Kind> kinds(Findings findings) {
    return assertThat(findings.violations().stream().map(Violation::kind).toList());
  }

  private static ListAssert<Long> lostValues(Findings findings) {
    List<Long> values =
        findings.lostUpdates().stream().map(lost -> ((Reply.Served) lost.reply()).value()).toList();
    return assertThat(values);
  }
}
