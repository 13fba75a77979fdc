// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.load.Conversation.Heard;
import org.holdfast.history.Exchange;
import org.holdfast.history.Findings;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Request;
import org.holdfast.history.Violation;
import org.junit.jupiter.api.Test;

/** A user that logs in and out as often as it may. */
class CountingConversationTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final CountingConversation conversation =
      new CountingConversation("user 7", settings(25), new SplittableRandom(1));
  private long now;

  @Test
  void onlyCounts_whenItShallNotLogIn() {
    CountingConversation plain =
        new CountingConversation("user 7", settings(0), new SplittableRandom(1));
    for (int i = 1; i <= 200; i++) {
      plain.next(now);
      assertThat(plain.target()).isEqualTo("/counter");
      assertThat(hear(plain, served(i, "a"), "")).isEqualTo(Heard.RIGHT);
    }
  }

  @Test
  void asksForAnAnswerThatTakesLong_asOftenAsItShall() {
    LoadSettings held =
        settings(0).withSlow(Optional.of(new SlowRequests(25, Duration.ofSeconds(2))));
    CountingConversation patient =
        new CountingConversation("user 7", held, new SplittableRandom(1));
    int slow = 0;
    for (int i = 1; i <= 400; i++) {
      patient.next(now);
      Question question = patient.ask();
      boolean isSlow = question.heldNanos() > 0;
      assertThat(question.target()).isEqualTo(isSlow ? "/counter?pause=2000" : "/counter");
      slow += isSlow ? 1 : 0;
    }
    assertThat(slow).isBetween(60, 140);
    patient.count();
    assertThat(patient.ask().heldNanos()).as("the last of all").isZero();
  }

  @Test
  void logsInOnce_whenItHasTo_howeverSeldomItDoesBesides() {
    CountingConversation seldom =
        new CountingConversation("user 7", settings(0), new SplittableRandom(1));
    seldom.oweLogIn();
    seldom.next(now);
    assertThat(seldom.target()).as("without a session").isEqualTo("/counter");
    hear(seldom, created("a"), "cookie-a");
    assertThat(seldom.owesLogIn()).as("with a session that is new").isFalse();

    seldom.oweLogIn();
    seldom.next(now);
    assertThat(seldom.target()).isEqualTo("/rename");
    hear(seldom, answer(503, "", ""), "");
    assertThat(seldom.owesLogIn()).as("in vain").isTrue();
    seldom.next(now);
    hear(seldom, served(1, "b"), "cookie-b");
    assertThat(seldom.owesLogIn()).isFalse();
    seldom.next(now);
    assertThat(seldom.target()).isEqualTo("/counter");
    assertThat(seldom.counts().logins()).isEqualTo(1);
  }

  @Test
  void sendsTheFormerIdOnceMore_whenSomeTimeHasPassedSinceALogin() {
    counted("a");
    until("/rename");
    hear(conversation, served(lastValue(), "b"), "cookie-b");

    conversation.next(now + SECOND / 10);
    assertThat(conversation.isKnocking()).as("at once").isFalse();
    assertThat(conversation.cookie()).isEqualTo("JSESSIONID=cookie-b");

    conversation.next(now + SECOND);
    assertThat(conversation.isKnocking()).isTrue();
    assertThat(conversation.target()).isEqualTo("/peek");
    assertThat(conversation.cookie()).isEqualTo("JSESSIONID=cookie-a");
    assertThat(hear(conversation, nothing(), "")).isEqualTo(Heard.KNOCKED);
    assertThat(conversation.counts()).isEqualTo(new FormerIds(1, 0, 0, 1));
    assertThat(judged().clean()).isTrue();
  }

  @Test
  void letsAFormerIdBeRefused_butNotForEver() {
    counted("a");
    until("/rename");
    hear(conversation, served(lastValue(), "b"), "cookie-b");
    for (int i = 0; i < 3; i++) {
      now += SECOND;
      conversation.next(now);
      assertThat(conversation.isKnocking()).isTrue();
      assertThat(hear(conversation, answer(503, "", ""), "")).isEqualTo(Heard.KNOCKED);
    }
    now += SECOND;
    conversation.next(now);
    assertThat(conversation.isKnocking()).isFalse();
  }

  @Test
  void goesOnWithTheOldCookie_afterALogout_untilANewSessionReplacesIt() {
    counted("a");
    assertThat(conversation.sessionKey()).isEqualTo("cookie-a");
    until("/invalidate");
    hear(conversation, served(lastValue(), "a"), "");
    assertThat(conversation.sessionKey()).as("no session").isEmpty();

    conversation.next(now);
    assertThat(conversation.target()).isEqualTo("/counter");
    assertThat(conversation.cookie()).isEqualTo("JSESSIONID=cookie-a");
    assertThat(hear(conversation, created("b"), "cookie-b")).isEqualTo(Heard.RIGHT);
    conversation.count();
    assertThat(conversation.cookie()).isEqualTo("JSESSIONID=cookie-b");
    assertThat(judged().clean()).isTrue();
  }

  @Test
  void isToldOldState_whenAnEndedSessionIsServed() {
    counted("a");
    until("/invalidate");
    hear(conversation, served(lastValue(), "a"), "");
    conversation.next(now);

    assertThat(hear(conversation, served(lastValue() + 1, "a"), "")).isEqualTo(Heard.WRONG);

    assertThat(judged().count(Violation.Kind.RESURRECTED)).isEqualTo(1);
  }

  @Test
  void takesASessionForEnded_whenItsEndWasAskedForTwiceAndIsNotFound() {
    counted("a");
    until("/invalidate");
    conversation.failed(conversation.ask(), FailureKind.LOST_IN_FLIGHT, now, now + 1, "n");
    now += 2;

    assertThat(hear(conversation, answer(404, "no session", ""), "")).isEqualTo(Heard.RIGHT);
    now += SECOND;
    conversation.next(now);
    assertThat(hear(conversation, served(lastValue(), "a"), "")).isEqualTo(Heard.KNOCKED);
    assertThat(judged().count(Violation.Kind.RESURRECTED)).isEqualTo(1);
  }

  @Test
  void findsTheSessionLost_whenItsEndWasAskedForOnceAndIsNotFound() {
    counted("a");
    until("/invalidate");

    assertThat(hear(conversation, answer(404, "no session", ""), "")).isEqualTo(Heard.WRONG);
    assertThat(judged().count(Violation.Kind.LOST)).isEqualTo(1);
  }

  @Test
  void beginsAnewWithoutAnId_whenTheAnswerToALoginWasLost() {
    counted("a");
    until("/rename");
    conversation.failed(conversation.ask(), FailureKind.LOST_IN_FLIGHT, now, now + 1, "n");
    now += 2;

    assertThat(conversation.target()).isEqualTo("/counter");
    assertThat(conversation.cookie()).isEmpty();
    assertThat(hear(conversation, created("b"), "cookie-b")).isEqualTo(Heard.RIGHT);
    assertThat(conversation.counts().loginsLost()).isEqualTo(1);
    assertThat(judged().clean()).isTrue();
  }

  @Test
  void repeatsALogin_whenTheConnectionWasRefused() {
    counted("a");
    until("/rename");
    conversation.failed(conversation.ask(), FailureKind.REFUSED, now, now + 1, "n");

    assertThat(conversation.target()).isEqualTo("/rename");
    assertThat(conversation.cookie()).isEqualTo("JSESSIONID=cookie-a");
  }

  private void counted(String id) {
    conversation.next(now);
    hear(conversation, created(id), "cookie-" + id);
  }

  /** Counts until the user wants something else; what that is and a wish for another is skipped. */
  private void until(String target) {
    for (int i = 0; i < 1_000; i++) {
      conversation.next(now);
      if (conversation.target().equals(target)) {
        return;
      }
      if (conversation.target().equals("/counter")) {
        hear(conversation, served(lastValue() + 1, "a"), "");
      }
    }
    throw new AssertionError("never asked for " + target);
  }

  private long lastValue() {
    List<Exchange> counts =
        conversation.history().exchanges().stream()
            .filter(exchange -> exchange.request() == Request.INCREMENT)
            .toList();
    return ((org.holdfast.history.Reply.Served) counts.get(counts.size() - 1).reply()).value();
  }

  private Heard hear(CountingConversation by, HttpAnswer answer, String cookie) {
    long sent = now;
    now += SECOND / 1_000;
    Optional<SessionCookie> newCookie =
        cookie.isEmpty()
            ? Optional.empty()
            : Optional.of(new SessionCookie("JSESSIONID", cookie, ""));
    Heard heard = by.hear(by.ask(), answer, newCookie, sent, now, "n");
    now += SECOND / 1_000;
    return heard;
  }

  private Findings judged() {
    return HistoryChecker.check(conversation.history(), HistoryRules.everyAnswer());
  }

  private static HttpAnswer served(long value, String id) {
    return answer(200, "counter=" + value + " session=" + id + " node=n new=false", "true");
  }

  private static HttpAnswer created(String id) {
    return answer(200, "counter=1 session=" + id + " node=n new=true", "true");
  }

  private static HttpAnswer nothing() {
    return answer(200, "counter=0 session=none node=n new=false", "");
  }

  private static HttpAnswer answer(int status, String body, String isProtected) {
    return new HttpAnswer(status, List.of(), isProtected, "", "", true, body);
  }

  private static LoadSettings settings(int loginPercent) {
    return new LoadSettings(
        1,
        "/counter",
        new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(1)),
        Duration.ofSeconds(1),
        Duration.ofMillis(1),
        1,
        0,
        loginPercent);
  }
}
