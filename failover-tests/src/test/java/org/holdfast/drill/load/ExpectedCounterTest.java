// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.holdfast.history.Reply;
import org.junit.jupiter.api.Test;

/** Several requests at once, answered in any order. */
class ExpectedCounterTest {
  private final ExpectedCounter expected = new ExpectedCounter();

  /** A request that is under way, with what its user knew when it went out. */
  private record Sent(long floor, long certain) {}

  @Test
  void allowsAnyOrder_ofWhatIsUnderWayAtOnce() {
    answered(sent(), 1);
    Sent first = sent();
    Sent second = sent();
    Sent third = sent();

    assertThat(answered(second, 4)).isTrue();
    assertThat(answered(third, 2)).isTrue();
    assertThat(answered(first, 3)).isTrue();
    assertThat(answered(sent(), 5)).isTrue();
  }

  @Test
  void isWrong_whenItLacksWhatWasAnsweredBeforeItWasSent() {
    answered(sent(), 1);
    Sent before = sent();
    answered(sent(), 3);
    Sent after = sent();

    assertThat(answered(before, 2)).as("sent before 3 was answered").isTrue();
    Sent later = sent();
    assertThat(answered(after, 3)).as("sent after it").isFalse();
    assertThat(answered(later, 3)).as("the largest answer counts, not the last").isFalse();
  }

  @Test
  void isWrong_whenItIsMoreThanAllRequestsTogetherCanHaveMade() {
    answered(sent(), 1);
    Sent first = sent();
    Sent second = sent();
    assertThat(answered(first, 3)).isTrue();
    assertThat(answered(second, 2)).isTrue();

    assertThat(answered(sent(), 5)).as("after three that were answered").isFalse();
  }

  @Test
  void allowsNoMoreThanOneStep_whenNothingElseIsUnderWay() {
    answered(sent(), 1);

    assertThat(answered(sent(), 3)).isFalse();
    assertThat(answered(sent(), 4)).as("what follows is judged by it").isTrue();
  }

  @Test
  void leavesRoomForAnAttemptWithoutAnswer_once() {
    answered(sent(), 1);
    Sent lost = sent();
    expected.returned();
    expected.failed(FailureKind.LOST_IN_FLIGHT);
    assertThat(lost.floor).isEqualTo(1);

    assertThat(answered(sent(), 3)).isTrue();
    assertThat(answered(sent(), 5)).as("the lost one has run by now").isFalse();
  }

  @Test
  void leavesNoRoomForAnAttempt_thatCertainlyDidNotRun() {
    answered(sent(), 1);
    sent();
    expected.returned();
    expected.failed(FailureKind.REFUSED);

    assertThat(answered(sent(), 3)).isFalse();
  }

  @Test
  void believesTheNewestAnswer_whenAnOlderStateWasShownInBetween() {
    for (int value = 1; value <= 9; value++) {
      answered(sent(), value);
    }
    Sent atOnce = sent();
    assertThat(answered(sent(), 4)).as("stale").isFalse();

    assertThat(answered(atOnce, 10)).as("knew 9 when it was sent").isTrue();
  }

  @Test
  void isWrong_whenWhatWasLostIsThereAgain_afterOthersWereCountedWithoutIt() {
    for (int value = 1; value <= 9; value++) {
      answered(sent(), value);
    }
    assertThat(answered(sent(), 4)).as("lost five").isFalse();
    assertThat(answered(sent(), 5)).isTrue();

    assertThat(answered(sent(), 12)).isFalse();
  }

  @Test
  void isWrong_whenASessionIsBegunInThePlaceOfOneThatWasAnswered() {
    answered(sent(), 1);
    Sent sent = sent();

    expected.returned();
    assertThat(expected.accept(served(2, true), sent.floor, sent.certain)).isFalse();
    assertThat(answered(sent(), 3)).isTrue();
  }

  private Sent sent() {
    expected.asked();
    return new Sent(expected.shown(), expected.answered());
  }

  private boolean answered(Sent sent, long value) {
    expected.returned();
    return expected.accept(served(value, false), sent.floor, sent.certain);
  }

  private static Reply.Served served(long value, boolean created) {
    return new Reply.Served(value, "ab12", created, Reply.Protection.PROTECTED);
  }
}
