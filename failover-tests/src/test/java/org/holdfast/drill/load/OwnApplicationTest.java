// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.load.Conversation.Heard;
import org.holdfast.history.Exchange;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Violation;
import org.junit.jupiter.api.Test;

/** A user of an application of which only an expression is known. */
class OwnApplicationTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private long now;

  @Test
  void followsTheCounter_fromWhereverItBegins() {
    for (int first : new int[] {0, 1, 100}) {
      CountingConversation user = user("visits: (\\d+)");

      assertThat(asked(user, "visits: " + first, "S1.a")).isEqualTo(Heard.RIGHT);
      assertThat(asked(user, "visits: " + (first + 1))).isEqualTo(Heard.RIGHT);
      assertThat(asked(user, "visits: " + (first + 2))).isEqualTo(Heard.RIGHT);

      assertThat(HistoryChecks.of(user.history())).isEmpty();
      assertThat(user.sessionKey()).isEqualTo("S1");
    }
  }

  @Test
  void findsAnUpdateLost() {
    CountingConversation user = user("visits: (\\d+)");
    asked(user, "visits: 0", "S1.a");
    asked(user, "visits: 1");
    asked(user, "visits: 2");

    assertThat(asked(user, "visits: 2")).isEqualTo(Heard.WRONG);

    assertThat(HistoryChecks.of(user.history())).containsExactly(Violation.Kind.DUPLICATED);
  }

  @Test
  void findsTheSessionReset_whenItCountsAnewUnderAnotherId() {
    CountingConversation user = user("visits: (\\d+)");
    asked(user, "visits: 5", "S1.a");
    asked(user, "visits: 6");

    assertThat(asked(user, "visits: 5", "S2.b")).isEqualTo(Heard.WRONG);

    assertThat(HistoryChecks.of(user.history())).containsExactly(Violation.Kind.RESET);
    assertThat(user.sessionKey()).isEqualTo("S2");
  }

  @Test
  void findsNothingWrong_whenTheIdChangesAndTheCounterGoesOn() {
    CountingConversation user = user("visits: (\\d+)");
    asked(user, "visits: 5", "S1.a");
    asked(user, "visits: 6", "S1.b");

    assertThat(asked(user, "visits: 7", "S2.b")).isEqualTo(Heard.RIGHT);

    assertThat(HistoryChecks.of(user.history())).isEmpty();
  }

  @Test
  void allowsAnAttemptWithoutAnswer_once() {
    CountingConversation user = user("visits: (\\d+)");
    asked(user, "visits: 0", "S1.a");
    user.next(now);
    user.failed(user.ask(), FailureKind.TIMED_OUT, now, now + 1, "a");
    now += 2;

    assertThat(asked(user, "visits: 2")).isEqualTo(Heard.RIGHT);
    assertThat(asked(user, "visits: 4")).isEqualTo(Heard.WRONG);
    assertThat(HistoryChecks.of(user.history())).containsExactly(Violation.Kind.CONTRADICTED);
  }

  @Test
  void tellsSessionsApartByTheirId_withoutACounter() {
    CountingConversation user = user("Welcome");
    assertThat(asked(user, "Welcome", "S1.a")).isEqualTo(Heard.RIGHT);
    assertThat(asked(user, "Welcome back")).isEqualTo(Heard.RIGHT);
    assertThat(asked(user, "Welcome back", "S1.b")).as("another route").isEqualTo(Heard.RIGHT);
    assertThat(HistoryChecks.of(user.history())).isEmpty();

    assertThat(asked(user, "Welcome", "S2.b")).isEqualTo(Heard.WRONG);
    assertThat(asked(user, "Welcome back")).isEqualTo(Heard.RIGHT);

    assertThat(HistoryChecks.of(user.history())).containsExactly(Violation.Kind.RESET);
  }

  @Test
  void judgesAnswersOnly_whenThereIsNoSession() {
    CountingConversation user = user("Hello, visitor");

    for (int i = 0; i < 5; i++) {
      assertThat(asked(user, "Hello, visitor " + 17 * i)).isEqualTo(Heard.RIGHT);
    }
    assertThat(asked(user, "Good day")).isEqualTo(Heard.UNREADABLE);

    assertThat(HistoryChecks.of(user.history())).isEmpty();
    assertThat(user.sessionKey()).isEmpty();
  }

  @Test
  void believesNoAnswer_ofAnotherStatus() {
    CountingConversation user = user("Welcome");
    user.next(now);

    assertThat(hear(user, user.ask(), new HttpAnswer(404, List.of(), "", "", "", true, "Welcome")))
        .isEqualTo(Heard.UNREADABLE);
    assertThat(hear(user, user.ask(), VirtualNodes.status(503))).isEqualTo(Heard.UNAVAILABLE);
  }

  @Test
  void isNeverAskedToLogInOrOut_norUnderAFormerId() {
    LoadSettings plain = VirtualNodes.settings();
    LoadSettings loggingIn =
        new LoadSettings(
                1,
                "/shop?a=b",
                plain.thinkTime(),
                plain.failoverTimeout(),
                plain.retryDelay(),
                1,
                0,
                25)
            .withExpect(AnswerPattern.of("visits: (\\d+)"));
    CountingConversation user =
        new CountingConversation("user 7", loggingIn, new SplittableRandom(1));

    for (int i = 0; i < 200; i++) {
      asked(user, "visits: " + i, "S1.a");
      assertThat(user.target()).isEqualTo("/shop?a=b");
      assertThat(user.isKnocking()).isFalse();
    }
    assertThat(HistoryChecks.of(user.history())).isEmpty();
  }

  @Test
  void logsNoId_onlyItsFingerprint() {
    CountingConversation user = user("visits: (\\d+)");
    asked(user, "visits: 0", "SECRET.a");
    asked(user, "visits: 1");

    List<Exchange> log = user.history().exchanges();
    assertThat(log.toString()).doesNotContain("SECRET");
    assertThat(log.get(1).sentId()).hasSize(8);
  }

  @Test
  void takesHeadersAsTheyAre() {
    CountingConversation user = user("visits: (\\d+)");
    user.next(now);
    hear(
        user,
        user.ask(),
        new HttpAnswer(200, List.of("JSESSIONID=S1.a"), "false", "1/a/1/1", "", true, "visits: 0"));

    assertThat(HistoryChecker.check(user.history(), HistoryRules.promise()).unprotectedAnswers())
        .isEqualTo(1);
  }

  private static CountingConversation user(String expression) {
    LoadSettings settings = VirtualNodes.settings().withExpect(AnswerPattern.of(expression));
    return new CountingConversation("user 7", settings, new SplittableRandom(1));
  }

  private Heard asked(CountingConversation user, String body, String... cookie) {
    user.next(now);
    List<String> setCookies =
        cookie.length == 0 ? List.of() : List.of("JSESSIONID=" + cookie[0] + "; Path=/");
    return hear(user, user.ask(), new HttpAnswer(200, setCookies, "true", "", "", true, body));
  }

  private Heard hear(CountingConversation user, Question question, HttpAnswer answer) {
    long sent = now;
    now += SECOND;
    return user.hear(
        question, answer, SessionCookie.find("JSESSIONID", answer.setCookies()), sent, now++, "a");
  }
}
