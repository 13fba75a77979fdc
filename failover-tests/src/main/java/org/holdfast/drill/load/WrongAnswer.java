/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
