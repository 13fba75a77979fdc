// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.holdfast.history.Request.INCREMENT;
import static org.holdfast.history.Request.INVALIDATE;
import static org.holdfast.history.Request.READ;
import static org.holdfast.history.Request.RENAME;

import org.assertj.core.api.ListAssert;
import org.holdfast.history.Violation.Kind;
import org.junit.jupiter.api.Test;

/** Clients that log out, begin anew, and try the id of the session that ended once more. */
class EndedIdsTest {

  @Test
  void reportsAResurrection_whenTheIdOfTheSessionBeforeIsServed() {
    HandMadeLog log = loggedOutAndIn().withId("s");

    kinds(log.served(READ, 3, "s", false, Reply.Protection.PROTECTED).check())
        .containsExactly(Kind.RESURRECTED);
    kinds(loggedOutAndIn().withId("s").incremented(4).check()).containsExactly(Kind.RESURRECTED);
  }

  @Test
  void allowsThatNothingIsFound_whenTheIdIsThatOfTheSessionBefore() {
    Findings findings =
        loggedOutAndIn().withId("s").notFound(READ).withId("t").incremented(3).check();

    assertThat(findings.violations()).isEmpty();
  }

  @Test
  void allowsAnotherSession_whenTheIdOfTheSessionBeforeBeginsOne() {
    Findings findings =
        loggedOutAndIn()
            .withId("s")
            .served(INCREMENT, 1, "u", true, Reply.Protection.PROTECTED)
            .withId("t")
            .incremented(3)
            .check();

    assertThat(findings.violations()).isEmpty();
  }

  @Test
  void judgesNothingByTheSessionBefore_whenItsEndWasNotAnswered() {
    HandMadeLog log = HandMadeLog.counted(3).unanswered(INVALIDATE).created("t").withId("s");

    assertThat(log.served(READ, 9, "s", false, Reply.Protection.PROTECTED).check().violations())
        .isEmpty();
  }

  @Test
  void takesAnEndForTold_whenTheRepeatedRequestForItFindsNothing() {
    HandMadeLog log =
        HandMadeLog.counted(3).unanswered(INVALIDATE).notFound(INVALIDATE).pausedMillis(500);

    log.served(READ, 3, "s", false, Reply.Protection.PROTECTED);

    kinds(log.checkEveryAnswer()).containsExactly(Kind.RESURRECTED);
    assertThat(log.check().clean()).as("nobody said that the end was protected").isTrue();
  }

  @Test
  void reportsALostUpdate_whenTheFirstRequestForAnEndFindsNothing() {
    kinds(HandMadeLog.counted(3).notFound(INVALIDATE).checkEveryAnswer())
        .containsExactly(Kind.LOST);
    kinds(
            HandMadeLog.counted(3)
                .notFound(INVALIDATE)
                .served(READ, 3, "s", false, Reply.Protection.PROTECTED)
                .checkEveryAnswer())
        .as("it had not ended, so it did not come back either")
        .containsExactly(Kind.STALE);
  }

  @Test
  void allowsANewSession_whenTheClientSentNoId() {
    HandMadeLog log = HandMadeLog.counted(3).unanswered(RENAME).withId("").created("t");

    assertThat(log.incremented(2, 3).check().clean()).isTrue();
  }

  @Test
  void reportsAResurrectionOnly_whenTheAnswerLooksRightForTheNewSession() {
    HandMadeLog log = loggedOutAndIn().withId("s");

    kinds(log.incremented(3).check()).containsExactly(Kind.RESURRECTED);
  }

  @Test
  void allowsThatNobodyKnowsANewId_whenOnlyUnprotectedAnswersHaveGivenIt() {
    HandMadeLog log = HandMadeLog.counted(3).renamedUnprotected("t", 3).unprotected(INCREMENT, 4);

    assertThat(log.created("u").check().clean()).isTrue();
    kinds(log.checkEveryAnswer()).containsExactly(Kind.RESET);
    assertThat(
            HandMadeLog.counted(3).renamedUnprotected("t", 3).notFound(READ).check().violations())
        .isEmpty();
  }

  @Test
  void reportsAReset_whenAProtectedAnswerHasGivenTheNewId() {
    kinds(HandMadeLog.counted(3).renamed("t", 3).created("u").check()).containsExactly(Kind.RESET);
    kinds(
            HandMadeLog.counted(3)
                .renamedUnprotected("t", 3)
                .incremented(4)
                .unprotected(INCREMENT, 5)
                .created("u")
                .check())
        .containsExactly(Kind.RESET);
    kinds(HandMadeLog.counted(3).renamedUnprotected("t", 3).incremented(4).notFound(READ).check())
        .containsExactly(Kind.LOST);
  }

  @Test
  void judgesTheNextSession_whenTheChangeOfIdOfTheOneBeforeWasLost() {
    HandMadeLog log =
        HandMadeLog.counted(3)
            .renamedUnprotected("t", 3)
            .created("u")
            .incremented(2)
            .withId("s")
            .read(3)
            .withId("u");

    assertThat(log.incremented(3).check().clean()).as("the former id stands again").isTrue();
    kinds(log.incremented(3).check()).containsExactly(Kind.DUPLICATED);
    kinds(log.created("v").check()).contains(Kind.RESET);
  }

  /** Session "s" counted to 3 and ended, session "t" counted to 2. */
  private static HandMadeLog loggedOutAndIn() {
    return HandMadeLog.counted(3).invalidated(3).created("t").incremented(2);
  }

  private static ListAssert<Kind> kinds(Findings findings) {
    return assertThat(findings.violations().stream().map(Violation::kind).toList());
  }
}
