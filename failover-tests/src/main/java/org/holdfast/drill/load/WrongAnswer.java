// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

/**
 * What an answer that could not be believed was like, in a few words for people. Ids of sessions
 * are left out: they are credentials.
 */
final class WrongAnswer {
  private static final int MOST = 100;

  /** More is not looked at: what is said of it would be left out anyway. */
  private static final int LOOKED_AT = 4_000;

  private WrongAnswer() {}

  /** Such as {@code status 404 "Not Found"}. */
  static String words(HttpAnswer answer) {
    String body = answer.body().substring(0, Math.min(LOOKED_AT, answer.body().length())).strip();
    if (body.isEmpty()) {
      return "status " + answer.status() + " and an empty body";
    }
    String text = Credentials.leftOut(body).replaceAll("[\\s\\p{Cntrl}]+", " ");
    return "status "
        + answer.status()
        + " \""
        + (text.length() <= MOST ? text : text.substring(0, MOST) + Credentials.LEFT_OUT)
        + "\"";
  }
}
