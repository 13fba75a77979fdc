// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import org.holdfast.drill.load.HttpAnswer;

/**
 * The session of one user, as answers tell of it: its cookies and the counters that must not fall
 * behind. Not thread-safe.
 */
final class UserSession {
  private final Crowd.Surroundings around;
  private final CookieJar cookies;
  private final CounterChecks counters;

  UserSession(Crowd.Surroundings around) {
    this.around = around;
    this.cookies = new CookieJar(around.plan().sessionCookie());
    this.counters = new CounterChecks(around.plan());
  }

  /** Value of the Cookie header to send, empty for none. */
  String cookieHeader() {
    return cookies.header();
  }

  /** Node that holds the session; {@code otherwise} where it does not say. */
  int nodeOr(int otherwise) {
    return around.nodeOf(cookies.route(), otherwise);
  }

  /** Takes in the cookies that an answer sets, be it right or not. */
  void take(HttpAnswer answer) {
    boolean hadSession = answer.setCookies().isEmpty() || cookies.hasSession();
    if (cookies.accept(answer.setCookies())) {
      around.recorder().sessionReplaced();
    } else if (!hadSession && cookies.hasSession()) {
      around.recorder().sessionBegun();
    }
    if (!answer.setCookies().isEmpty()) {
      around.recorder().otherCookie(cookies::otherName);
    }
  }

  /** Whether {@code answer} is what was asked for; one that is not is told to the recorder. */
  boolean isRight(Page page, HttpAnswer answer) {
    WrongAnswer wrong = new WrongAnswer(page, answer);
    if (!wrong.isWrong()) {
      return true;
    }
    around.recorder().attemptFailed(wrong.kind(), false);
    around.recorder().wrongAnswer(() -> wrong.words(cookies.values()));
    counters.unanswered(page);
    return false;
  }

  /** The answer to {@code page} was not read to its end, so that nothing of it is known. */
  void tooLong(Page page) {
    around.recorder().wrongAnswer(() -> WrongAnswer.tooLong(page));
  }

  /** A request for {@code page} may have been applied, though it was not answered. */
  void unanswered(Page page) {
    counters.unanswered(page);
  }

  /** Looks at the counter of a right answer. */
  void check(Page page, HttpAnswer answer) {
    CounterCheck.Seen seen = counters.accept(page, answer.body());
    if (seen != CounterCheck.Seen.NOTHING) {
      around.recorder().counterSeen(seen == CounterCheck.Seen.RIGHT);
    }
  }
}
