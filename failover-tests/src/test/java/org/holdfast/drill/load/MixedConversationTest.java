// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.holdfast.drill.load.Conversation.Heard;
import org.holdfast.history.Findings;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Request;
import org.holdfast.history.Violation;
import org.junit.jupiter.api.Test;

/** One user of the mixed workload, and a server that is an id and a map of attributes. */
class MixedConversationTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final MixedConversation user =
      new MixedConversation("user 7", 7, settings(), new SplittableRandom(1));
  private long now;

  // The server.
  private final Map<String, String> attributes = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private String id = "";
  private int ids;

  @Test
  void asksForAllThereIs_andIsJudgedClean_whenTheServerKeepsEverything() {
    for (int i = 0; i < 2_000; i++) {
      Question question = ask();
      assertThat(hear(question, serve(question))).isIn(Heard.RIGHT, Heard.KNOCKED);
    }

    assertThat(judged().violations()).isEmpty();
    assertThat(asked)
        .contains("act=create", "act=read", "act=change", "act=rename", "act=invalidate")
        .contains("then", "pause", "length", "set-text", "add-map", "remove-shared");
    assertThat(user.counts().logins()).isPositive();
    assertThat(user.counts().logouts()).isPositive();
    assertThat(user.counts().tried()).isPositive();
    assertThat(user.history().exchanges().stream().map(one -> one.mixed().token()))
        .doesNotHaveDuplicates();
  }

  @Test
  void isJudgedLost_whenTheServerForgetsAnAttribute() {
    answerUntil(question -> attributes.getOrDefault("map", "-").contains(","));

    attributes.remove("map");
    user.count();
    Question question = user.ask();
    hear(question, serve(question));

    assertThat(judged().count(Violation.Kind.LOST)).isPositive();
  }

  @Test
  void logsIn_whenItHasTo() {
    Question change = answerUntil(question -> question.request() == Request.CHANGE);
    hear(change, serve(change));
    for (int times = 0; times < 20; times++) {
      String before = id;
      now += 500 * MILLI; // the former id is tried first
      user.oweLogIn();
      for (int requests = 0; user.owesLogIn(); requests++) {
        assertThat(requests).as("requests until it has").isLessThan(5);
        Question question = ask();
        hear(question, serve(question));
      }
      assertThat(id).isNotEqualTo(before);
    }
    assertThat(judged().violations()).isEmpty();
  }

  @Test
  void keepsItsNewId_whenALateAnswerPutsTheOldOneBack() {
    Question held = answerUntil(question -> question.target().contains("&pause="));
    HttpAnswer late = serve(held);
    Optional<SessionCookie> old = cookie();
    long heldSince = now;
    Question rename = answerUntil(question -> question.request() == Request.RENAME);
    hear(rename, serve(rename));

    now += 500 * MILLI;
    user.hear(held, late, old, heldSince, now, "n");

    user.count();
    assertThat(user.ask().cookie()).isEqualTo("JSESSIONID=" + id);
  }

  @Test
  void takesARefusalForAnAnswer_whileItsIdIsBeingChanged() {
    Question read = answerUntil(question -> question.request() == Request.READ);
    Question rename = answerUntil(question -> question.request() == Request.RENAME);

    assertThat(hear(read, answer(503, ""))).isEqualTo(Heard.KNOCKED);
    assertThat(hear(rename, answer(503, ""))).isEqualTo(Heard.UNAVAILABLE);
  }

  @Test
  void beginsAnewWithoutAnId_whenTheAnswerToARenameWasLost() {
    Question rename = answerUntil(question -> question.request() == Request.RENAME);
    user.failed(rename, FailureKind.TIMED_OUT, now, now + MILLI, "n");

    Question next = ask();
    assertThat(next.request()).isEqualTo(Request.CREATE);
    assertThat(next.cookie()).isEmpty();
  }

  @Test
  void asksWithoutASession_whileAnotherRequestBeginsOne() {
    Question first = ask();
    Question second = ask();

    assertThat(first.request()).isEqualTo(Request.CREATE);
    assertThat(second.request()).isEqualTo(Request.READ);
    assertThat(hear(second, answer(404, ""))).isEqualTo(Heard.RIGHT);
  }

  @Test
  void goesOn_whenARequestFoundNothingUnderAnIdThatIsJustBeingChanged() {
    Question read = answerUntil(question -> question.request() == Request.READ);
    Question rename = answerUntil(question -> question.request() == Request.RENAME);
    HttpAnswer renamed = serve(rename);

    assertThat(hear(read, answer(404, ""))).isEqualTo(Heard.RIGHT);
    hear(rename, renamed);

    assertThat(ask().cookie()).isEqualTo("JSESSIONID=" + id);
    assertThat(judged().violations()).isEmpty();
  }

  /** Answers all that the user asks until something like this, which is under way then. */
  private Question answerUntil(Predicate<Question> wanted) {
    for (int i = 0; i < 2_000; i++) {
      Question question = ask();
      if (!question.knocking() && !question.sentId().isEmpty() && wanted.test(question)) {
        return question;
      }
      hear(question, serve(question));
    }
    throw new AssertionError("never asked");
  }

  private Question ask() {
    now += 10 * MILLI;
    user.next(now);
    return user.ask();
  }

  private Heard hear(Question question, HttpAnswer answer) {
    long sent = now;
    now += MILLI;
    Optional<SessionCookie> set =
        answer.status() == 200 && !id.isEmpty() ? cookie() : Optional.empty();
    return user.hear(question, answer, set, sent, now, "n");
  }

  private Optional<SessionCookie> cookie() {
    return Optional.of(new SessionCookie("JSESSIONID", id, ""));
  }

  private Findings judged() {
    return HistoryChecker.check(user.history(), HistoryRules.everyAnswer());
  }

  /** Does what is asked for, as {@code MixedServlet} does. */
  private HttpAnswer serve(Question question) {
    Map<String, String> parameters = new HashMap<>();
    for (String pair : question.target().substring("/mixed?".length()).split("&")) {
      String[] parts = pair.split("=");
      parameters.put(parts[0], parts[1]);
      asked.add(parts[0].equals("act") ? pair : parts[0]);
    }
    boolean creates = parameters.get("act").equals("create");
    if (creates) {
      id = "id" + ++ids;
      attributes.clear();
    } else if (!question.cookie().equals("JSESSIONID=" + id)) {
      return answer(404, "");
    }
    for (String list : List.of("do", "then")) {
      for (String change : parameters.getOrDefault(list, "").split(",")) {
        change(change, parameters.get("token"));
      }
    }
    if (parameters.get("act").equals("rename")) {
      id = "id" + ++ids;
    }
    String line =
        "counter=1 session=" + cookie().orElseThrow().fingerprint() + " node=n new=" + creates;
    String shared = attributes.getOrDefault("shared", "-");
    String contents =
        "text="
            + attributes.getOrDefault("text", "-")
            + " map="
            + attributes.getOrDefault("map", "-")
            + " shared="
            + shared
            + "|"
            + shared;
    if (parameters.get("act").equals("invalidate")) {
      id = "";
    }
    return answer(200, "...\n" + line + "\n" + contents + "\n   ");
  }

  private void change(String change, String token) {
    asked.add(change);
    String[] parts = change.split("-");
    switch (parts[0]) {
      case "set" -> attributes.put(parts[1], token);
      case "add" -> attributes.merge(parts[1], token, (old, added) -> old + "," + added);
      case "remove" -> attributes.remove(parts[1]);
      default -> {}
    }
  }

  private static HttpAnswer answer(int status, String body) {
    return new HttpAnswer(status, List.of(), "true", "", "", true, body);
  }

  private static LoadSettings settings() {
    return new LoadSettings(
            1,
            MixedConversation.PATH,
            new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(1)),
            Duration.ofSeconds(1),
            Duration.ofMillis(1),
            1,
            0,
            5)
        .withParallel(2);
  }
}
