// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.AbstractListAssert;
import org.assertj.core.api.ObjectAssert;
import org.holdfast.history.Reply.Protection;
import org.holdfast.history.Violation.Kind;
import org.junit.jupiter.api.Test;

/** A wrong history of each kind, which must be reported, beside the right one most like it. */
class MixedHistoryTest {

  @Test
  void reportsALostAttribute_whenItIsGoneAfterProtectedAnswers() {
    MixedLog log = MixedLog.begun().changed(10, 20, "set-map", "map=2");

    assertThat(log.changed(30, 40, "add-map", "map=2,3").check().clean()).isTrue();
    Findings findings = log.changed(50, 60, "add-text", "map=- text=4").check();

    kinds(findings).containsExactly(Kind.LOST, Kind.LOST);
    assertThat(findings.lostUpdates()).hasSize(2);
    assertThat(findings.violations().get(0).describe())
        .isEqualTo(
            "user 7 was shown map=- by node-1 (asked at 0.050 s, answered as protected at 0.060 s)"
                + " without set-map 2 of node-1 (asked at 0.010 s, answered as protected at"
                + " 0.020 s) (lost)");
  }

  @Test
  void reportsALostChange_onceOnly() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "set-map", "map=2")
            .changed(30, 40, "add-map", "map=2,3")
            .changed(50, 60, "add-map", "map=2,4")
            .changed(70, 80, "add-map", "map=2,4,5");

    kinds(log.check()).containsExactly(Kind.LOST);
    assertThat(log.check().lostUpdates()).hasSize(1);
  }

  @Test
  void reportsAStaleAnswer_whenWhatItLackedIsThereAgain() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "set-map", "map=2")
            .changed(30, 40, "add-text", "map=- text=3")
            .changed(50, 60, "add-map", "map=2,4");

    kinds(log.check()).containsExactly(Kind.STALE);
    assertThat(log.check().lostUpdates()).isEmpty();
  }

  @Test
  void allowsAStaleRead_withinTheWindowOnly() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "set-map", "map=2")
            .changed(30, 40, "add-map", "map=2,3")
            .read(280, 285, "map=2");
    assertThat(log.check().clean()).isTrue();

    kinds(log.read(291, 295, "map=2").check()).containsExactly(Kind.LOST);
  }

  @Test
  void allowsThatAChangeIsGone_whenAnotherMayHaveReplacedTheAttributeSince() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "add-map", "map=2")
            .changed(30, 50, "add-map", "map=2,3")
            .changed(40, 60, "set-map", "map=4")
            .changed(70, 80, "remove-map", "map=-")
            .changed(90, 95, "add-map", "map=6");

    assertThat(log.check().clean()).isTrue();
  }

  @Test
  void reportsALostChange_whenWhatReplacedTheAttributeCameBeforeIt() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "set-map", "map=2")
            .changed(30, 40, "add-map", "map=2,3")
            .changed(50, 60, "add-map", "map=2,4");

    kinds(log.check()).containsExactly(Kind.LOST);
  }

  @Test
  void reportsALostRemoval_whenWhatWasRemovedIsBack() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "add-map", "map=2")
            .changed(30, 40, "remove-map", "map=-")
            .changed(50, 60, "add-text", "map=2 text=4");

    kinds(log.check()).containsExactly(Kind.LOST);
  }

  @Test
  void allowsEither_whenAChangeHadNoAnswer() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "add-map", "map=2")
            .changedWithoutAnswer(30, 40, "add-map")
            .changed(50, 60, "add-map", "map=2,4")
            .changed(70, 80, "add-map", "map=2,4,3,5");
    assertThat(log.check().clean()).as("it ran late").isTrue();

    kinds(log.changed(90, 95, "add-map", "map=2,4,5,6").check())
        .as("once it was shown it must be kept")
        .containsExactly(Kind.LOST);
  }

  @Test
  void allowsAnAbsence_whenARemovalHadNoAnswer() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "add-map", "map=2")
            .changedWithoutAnswer(30, 40, "remove-map")
            .changed(50, 60, "add-text", "map=- text=4");

    assertThat(log.check().clean()).isTrue();
  }

  @Test
  void reportsAChangeOfItsOwn_whenTheAnswerDoesNotShowIt() {
    MixedLog log = MixedLog.begun().changed(10, 20, "add-map add-text", "map=2 text=-");

    kinds(log.check()).containsExactly(Kind.LOST);
  }

  @Test
  void reportsAContradiction_whenATokenIsOfNoRequest() {
    kinds(MixedLog.begun().changed(10, 20, "add-map", "map=2,99").check())
        .containsExactly(Kind.CONTRADICTED);
    kinds(MixedLog.begun().read(10, 20, "map=99").check()).containsExactly(Kind.CONTRADICTED);
  }

  @Test
  void reportsAContradiction_whenAnUnprotectedAnswerShowsWhatNobodyMade() {
    MixedLog log =
        MixedLog.begun().changed(10, 20, "set-map", "map=2").saying(Protection.UNPROTECTED);
    assertThat(log.read(30, 40, "map=-").check().clean()).as("it may lack changes").isTrue();

    kinds(log.read(50, 60, "map=77").read(70, 80, "map=2,2").check())
        .containsExactly(Kind.CONTRADICTED, Kind.CONTRADICTED);
  }

  @Test
  void reportsAContradiction_whenTheOrderIsImpossibleOrAChangeRanTwice() {
    MixedLog log =
        MixedLog.begun().changed(10, 20, "add-map", "map=2").changed(30, 40, "add-map", "map=3,2");
    kinds(log.check()).containsExactly(Kind.CONTRADICTED);

    kinds(MixedLog.begun().changed(10, 20, "add-map", "map=2,2").check())
        .containsExactly(Kind.CONTRADICTED);
  }

  @Test
  void reportsAContradiction_whenAttributesDoNotShareTheirObjectAnyMore() {
    MixedLog log = MixedLog.begun().changed(10, 20, "set-shared", "shared=2|2");

    assertThat(log.changed(30, 40, "add-shared", "shared=2,3|2,3").check().clean()).isTrue();
    kinds(log.changed(50, 60, "add-shared", "shared=2,3,4|2,3").check())
        .containsExactly(Kind.CONTRADICTED);
  }

  @Test
  void allowsHalfAChangeOfAttributesThatShare_whenItHadNoAnswer() {
    MixedLog log =
        MixedLog.begun()
            .changed(10, 20, "set-shared", "shared=2|2")
            .changedWithoutAnswer(30, 40, "set-shared")
            .changed(50, 60, "add-text", "shared=3|2 text=4");

    assertThat(log.check().clean()).isTrue();
  }

  @Test
  void bindsNothing_whenTheAnswerWasNotProtected() {
    MixedLog log =
        MixedLog.begun()
            .saying(Protection.UNPROTECTED)
            .changed(10, 20, "add-map", "map=2")
            .saying(Protection.PROTECTED)
            .changed(30, 40, "add-text", "map=- text=3");

    assertThat(log.check().clean()).isTrue();
    kinds(log.checkEveryAnswer()).containsExactly(Kind.LOST);
  }

  @Test
  void reportsAReset_whenAProtectedNewIdIsDenied() {
    MixedLog log = MixedLog.begun().renamed(10, 20, "t").notFound(Request.READ, 30, 40);

    kinds(log.check()).containsExactly(Kind.RESET);
    assertThat(log.check().violations().get(0).describe())
        .isEqualTo(
            "user 7 was told that its session is not there by node-1 (asked at 0.030 s, answered at"
                + " 0.040 s) (reset)");
  }

  @Test
  void reportsAReset_whenANewSessionTakesThePlaceOfOneThatHadNotEnded() {
    MixedLog log = MixedLog.begun().changed(10, 20, "add-map", "map=2");

    kinds(log.served(Request.CREATE, 30, 40, "u", true, "").check()).containsExactly(Kind.RESET);
  }

  @Test
  void allowsADenial_whenTheIdMayHaveBeenGivenUp() {
    assertThat(
            MixedLog.begun()
                .renamed(10, 20, "t")
                .carrying("s")
                .notFound(Request.CHANGE, 30, 40)
                .check()
                .clean())
        .as("the old id")
        .isTrue();
    assertThat(
            MixedLog.begun()
                .renamedWithoutAnswer(10, 20)
                .notFound(Request.CHANGE, 30, 40)
                .served(Request.CREATE, 50, 60, "u", true, "")
                .check()
                .clean())
        .as("nobody knows the new id")
        .isTrue();
    assertThat(MixedLog.begun().loggedOut(15, 40).notFound(Request.CHANGE, 10, 30).check().clean())
        .as("under way at the end")
        .isTrue();
    assertThat(
            MixedLog.begun()
                .saying(Protection.UNPROTECTED)
                .renamed(10, 20, "t")
                .notFound(Request.CHANGE, 30, 40)
                .check()
                .clean())
        .as("only an unprotected answer has told of the id")
        .isTrue();
  }

  @Test
  void reportsAResurrection_whenAnIdServesAfterItsEnd() {
    MixedLog ended = MixedLog.begun().loggedOut(10, 20).changed(30, 40, "add-map", "map=3");
    MixedLog renamed = MixedLog.begun().renamed(10, 20, "t").carrying("s");

    kinds(ended.check()).containsExactly(Kind.RESURRECTED);
    kinds(renamed.changed(30, 40, "add-map", "map=3").check()).containsExactly(Kind.RESURRECTED);
  }

  @Test
  void allowsAnAnswer_whenTheIdWasGivenUpWhileItsRequestRan() {
    MixedLog log =
        MixedLog.begun()
            .renamed(10, 20, "t")
            .carrying("s")
            .served(Request.CHANGE, 5, 30, "t", false, "map=3", "add-map")
            .carrying("t")
            .changed(40, 50, "add-map", "map=3,4")
            .loggedOut(60, 70)
            .carrying("")
            .served(Request.CREATE, 80, 90, "u", true, "")
            .carrying("t")
            .changed(55, 95, "add-map", "map=3,4,7")
            .carrying("u")
            .changed(100, 110, "add-map", "map=8");

    assertThat(log.check().violations()).isEmpty();
  }

  /** As a node does that is cut off from the one that changed the id. */
  @Test
  void allowsAnUnprotectedAnswer_toRepeatTheIdOfARequestSentAfterItsEnd() {
    MixedLog knocked = MixedLog.begun().renamed(10, 20, "t").carrying("s");
    MixedLog late = MixedLog.begun();
    late.renamed(20, 30, "t").carrying("s").saying(Protection.UNPROTECTED);

    kinds(knocked.heldWithCookie(0, "s").changed(400, 403, "add-map", "map=3").check())
        .as("protected")
        .contains(Kind.RESURRECTED);
    assertThat(
            MixedLog.begun()
                .renamed(10, 20, "t")
                .carrying("s")
                .saying(Protection.UNPROTECTED)
                .heldWithCookie(0, "s")
                .read(400, 403, "")
                .check()
                .violations())
        .isEmpty();
    kinds(late.heldWithCookie(100, "s").changed(10, 120, "add-map", "map=3").check())
        .as("sent before")
        .containsExactly(Kind.RESURRECTED);
  }

  @Test
  void reportsAResurrection_whenALateAnswerPutsTheOldIdBack() {
    MixedLog log = MixedLog.begun();

    log.heldWithCookie(100, "s").changed(10, 120, "add-map", "map=2").renamed(20, 30, "t");
    kinds(log.check()).containsExactly(Kind.RESURRECTED);

    MixedLog ended = MixedLog.begun();
    ended.heldWithCookie(100, "s").changed(10, 120, "add-map", "map=2").loggedOut(20, 30);
    kinds(ended.check()).containsExactly(Kind.RESURRECTED);
  }

  @Test
  void allowsACookie_whenItsAnswerMayHaveBegunBeforeTheIdWasGivenUp() {
    MixedLog log = MixedLog.begun();

    log.heldWithCookie(10, "s").changed(10, 120, "add-map", "map=2").renamed(20, 30, "t");
    assertThat(log.check().clean()).isTrue();
    assertThat(log.heldWithCookie(10, "t").changed(130, 150, "add-map", "map=2,4").check().clean())
        .as("the id of that moment")
        .isTrue();
  }

  private static AbstractListAssert<?, ?, Kind, ObjectAssert<Kind>> kinds(Findings findings) {
    return assertThat(findings.violations().stream().map(Violation::kind).toList());
  }
}
