// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.List;
import java.util.regex.Pattern;
import org.holdfast.drill.load.Credentials;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.HttpAnswer;

/**
 * An answer that may not be what its page asks for, and how to tell of it without what gives access
 * to a session: whoever reads a report is not its user.
 */
record WrongAnswer(Page page, HttpAnswer answer) {
  private static final int MOST_CHARACTERS = 80;

  /** More is not looked at: what is said of it would be left out anyway. */
  private static final int LOOKED_AT = 4_000;

  /** Values of cookies that are shorter are no credentials, and would blot out words. */
  private static final int SHORTEST_SECRET = 6;

  private static final Pattern QUERY = Pattern.compile("[?#].*", Pattern.DOTALL);
  private static final Pattern PATH_PARAMETER = Pattern.compile(";[^/]*");
  private static final Pattern USER_INFO = Pattern.compile("//[^/]*@");
  private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}]+");

  /** What is told of an answer to {@code page} that was not read to its end. */
  static String tooLong(Page page) {
    return HttpAnswer.TOO_LONG + ", for " + shortened(page.target());
  }

  boolean isWrong() {
    return answer.status() / 100 != 2 || !answer.body().contains(page.expected());
  }

  FailureKind kind() {
    return answer.status() == 503 ? FailureKind.UNAVAILABLE : FailureKind.WRONG_ANSWER;
  }

  /**
   * Status, and where to or what else it says: the first characters.
   *
   * @param secrets what must not be told, such as the values of the user's cookies
   */
  String words(List<String> secrets) {
    String said = answer.location().isEmpty() ? body(secrets) : " to " + location(secrets);
    String lacks =
        answer.status() / 100 == 2 ? " without \"" + shortened(page.expected()) + "\"" : "";
    return "status " + answer.status() + lacks + " for " + shortened(page.target()) + said;
  }

  private String location(List<String> secrets) {
    String path = QUERY.matcher(answer.location()).replaceAll("");
    path = USER_INFO.matcher(PATH_PARAMETER.matcher(path).replaceAll("")).replaceAll("//");
    return shortened(Credentials.leftOut(without(secrets, path)));
  }

  private String body(List<String> secrets) {
    String start = answer.body().substring(0, Math.min(LOOKED_AT, answer.body().length()));
    String first = shortened(Credentials.leftOut(without(secrets, start)));
    return first.isEmpty() ? ", with an empty body" : ", beginning with \"" + first + "\"";
  }

  private static String without(List<String> secrets, String text) {
    String told = text;
    for (String secret : secrets) {
      int dot = secret.lastIndexOf('.');
      String id = dot < SHORTEST_SECRET ? secret : secret.substring(0, dot);
      told = id.length() < SHORTEST_SECRET ? told : told.replace(id, "...");
    }
    return told;
  }

  private static String shortened(String text) {
    String line = BLANK.matcher(text).replaceAll(" ").strip();
    return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "...";
  }
}
