// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of an answer that could not be believed. */
class WrongAnswerTest {
  @Test
  void isItsStatusAndTheBeginningOfItsBodyInOneLine() {
    assertThat(words(404, "<h1>Not\n  Found</h1>")).isEqualTo("status 404 \"<h1>Not Found</h1>\"");
    assertThat(words(200, "a".repeat(150))).isEqualTo("status 200 \"" + "a".repeat(100) + "…\"");
    assertThat(words(302, " ")).isEqualTo("status 302 and an empty body");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "session 3f9a0c7712be0d44 is not here",
        "session 3F9A0C7712BE0D44.node-1 is not here",
        "<a href=\"/login;jsessionid=abcdefghij.node-1?a=b\">",
        "id=kT-9_x0mAbCdEf",
      })
  void hasNoIdOfASessionInIt(String body) {
    assertThat(words(500, body))
        .contains("…")
        .doesNotContainPattern("(?i)3f9a|0c77|0d44|abcdefghij|kT-9|AbCdEf");
  }

  @Test
  void keepsWordsAndNumbersThatAreNone() {
    String body = "java.lang.IllegalArgumentException: 2 items at 127.0.0.1:8081 on 2026-01-02";

    assertThat(words(500, body)).isEqualTo("status 500 \"" + body + "\"");
  }

  private static String words(int status, String body) {
    return WrongAnswer.words(new HttpAnswer(status, List.of(), "", "", "", true, body));
  }
}
