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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What state answers say that they rest on never goes back. */
class PositionTest {

  @ParameterizedTest
  @CsvSource({
    "2/a/1/9, 3/a/1/1",
    "2/a/1/9, 2/b/1/1",
    "2/a/1/9, 2/a/2/1",
    "2/a/1/9, 2/a/1/10",
    "9/a/1/1, 10/a/1/1"
  })
  void isOrderedByCounterMemberIncarnationAndVersion(String low, String high) {
    assertThat(position(low)).isLessThan(position(high)).hasToString(low);
    assertThat(position(high)).isEqualByComparingTo(position(high));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "true",
        "1/a/1",
        "1/a/1/1/1",
        "1/a b/1/1",
        "-1/a/1/1",
        "9999999999999999999/a/1/1"
      })
  void isNone_whenTheTextIsNotOne(String text) {
    assertThat(Position.parse(text)).isEmpty();
  }

  @Test
  void findsNothing_whenEachAnswerRestsOnTheSameOrANewerState() {
    Findings findings =
        HandMadeLog.counted(1)
            .resting(INCREMENT, 2, "1/a/1/2")
            .resting(READ, 2, "1/a/1/2")
            .resting(INCREMENT, 3, "1/a/1/3")
            .resting(INCREMENT, 4, "2/b/1/4")
            .incremented(5)
            .resting(READ, 5, "2/b/1/5")
            .check();

    assertThat(findings.clean()).isTrue();
  }

  @Test
  void reportsARegression_whenTheEpochGoesBack_evenIfTheValueIsRight() {
    Findings findings =
        HandMadeLog.counted(1)
            .resting(INCREMENT, 2, "2/b/1/2")
            .resting(INCREMENT, 3, "1/a/1/3")
            .check();

    kinds(findings).containsExactly(Kind.REGRESSED);
    assertThat(findings.violations().get(0).describe())
        .isEqualTo(
            "user 7 was answered 3 by n where an answer before it rested on a newer state"
                + " (regressed)");
  }

  @Test
  void reportsARegression_whenAnUpdateRestsOnTheStateBeforeIt() {
    HandMadeLog log = HandMadeLog.counted(1).resting(INCREMENT, 2, "1/a/1/2");

    kinds(log.resting(INCREMENT, 3, "1/a/1/2").check()).containsExactly(Kind.REGRESSED);
  }

  @Test
  void reportsARegression_whenTheSecondAnswerRestsOnLessThanTheFirst() {
    kinds(HandMadeLog.begin().createdResting("s", "3/a/1/1").resting(READ, 1, "2/b/1/5").check())
        .containsExactly(Kind.REGRESSED);
  }

  @Test
  void remembersTheHighestState_whenOneAnswerWentBack() {
    kinds(
            HandMadeLog.counted(1)
                .resting(READ, 1, "1/a/1/9")
                .resting(READ, 1, "1/a/1/7")
                .resting(READ, 1, "1/a/1/8")
                .check())
        .containsExactly(Kind.REGRESSED, Kind.REGRESSED);
  }

  @Test
  void beginsAnew_whenTheSessionDoes() {
    Findings findings =
        HandMadeLog.counted(1)
            .resting(RENAME, 1, "7/a/1/9")
            .resting(INVALIDATE, 1, "7/a/1/10")
            .created("t")
            .resting(INCREMENT, 2, "1/b/1/2")
            .check();

    assertThat(findings.clean()).isTrue();
  }

  private static Position position(String text) {
    return Position.parse(text).orElseThrow();
  }

  private static ListAssert<Kind> kinds(Findings findings) {
    return assertThat(findings.violations().stream().map(Violation::kind).toList());
  }
}
