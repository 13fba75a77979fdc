// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AnswerPatternTest {

  @Test
  void findsTheCounterInItsFirstGroup() {
    AnswerPattern pattern = AnswerPattern.of("You were here (\\d+) times in (\\d+) days");

    assertThat(pattern.hasCounter()).isTrue();
    assertThat(pattern.find("<p>You were here 12 times in 3 days</p>"))
        .contains(OptionalLong.of(12));
    assertThat(pattern.find("<p>Who are you?</p>")).isEmpty();
  }

  @Test
  void findsTheCounterInTheGroupOfThatName_whereverItStands() {
    AnswerPattern pattern = AnswerPattern.of("(\\d+) days, (?<counter>\\d+) times");

    assertThat(pattern.find("3 days, 12 times")).contains(OptionalLong.of(12));
  }

  @Test
  void takesTheFirstGroup_whenTheNameIsOnlyQuoted() {
    AnswerPattern pattern = AnswerPattern.of("\\(\\?<counter>(\\d+)");

    assertThat(pattern.find("(?<counter>5")).contains(OptionalLong.of(5));
  }

  @Test
  void hasNoCounter_withoutAGroup() {
    AnswerPattern pattern = AnswerPattern.of("Hello, visitor \\d+");

    assertThat(pattern.hasCounter()).isFalse();
    assertThat(pattern.find("Hello, visitor 12.")).contains(OptionalLong.empty());
    assertThat(pattern.find("Goodbye")).isEmpty();
  }

  @Test
  void findsNothing_whenTheCounterIsNoNumber() {
    AnswerPattern pattern = AnswerPattern.of("n=(\\S*)|nothing");

    assertThat(pattern.find("n=12a")).isEmpty();
    assertThat(pattern.find("n=")).isEmpty();
    assertThat(pattern.find("n=-1")).isEmpty();
    assertThat(pattern.find("nothing")).as("group without a part").isEmpty();
    assertThat(pattern.find("n=999999999999999999")).isPresent();
    assertThat(pattern.find("n=1000000000000000000")).as("19 digits").isEmpty();
  }

  @Test
  void refusesWhatIsNoExpression() {
    assertThatThrownBy(() -> AnswerPattern.of("n=(\\d+"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "the expression of a right answer must be a regular expression, was \"n=(\\d+\": ")
        .hasMessageContaining("at character");
    assertThatThrownBy(() -> AnswerPattern.of(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the expression of a right answer must have 1 to 1000 characters, had 0");
    assertThatThrownBy(() -> AnswerPattern.of("x".repeat(1_001)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Timeout(30)
  void givesUp_whenTheExpressionRunsWild() {
    assertThat(AnswerPattern.of("(x+x+)+\\1y").find("x".repeat(64))).isEmpty();
    assertThat(AnswerPattern.of("(a|b)*c").find("ab".repeat(500_000))).isEmpty();
  }
}
