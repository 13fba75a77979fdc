// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.history.Position;
import org.holdfast.history.Reply;

/**
 * Reads the line that the demo application answers, and what the headers say of it: {@code
 * X-Holdfast-Protected} whether it was protected, {@code X-Holdfast-State} on which state it rests.
 */
final class AnswerLine {
  private static final Pattern LINE =
      Pattern.compile("counter=(\\d{1,18}) session=(\\S+) node=(\\S+) new=(true|false)\\s*");

  private AnswerLine() {}

  /**
   * Reads {@code answer}; empty if it is not the demo application's line.
   *
   * @param known fingerprint of the id that the answer has if it did not change: histories of long
   *     drills hold it once then, not once an answer
   */
  static Optional<Reply.Served> parse(HttpAnswer answer, String known) {
    return parse(answer, answer.body(), known);
  }

  /** The same where the line is only {@code text} of the body. */
  static Optional<Reply.Served> parse(HttpAnswer answer, String text, String known) {
    Matcher line = LINE.matcher(text);
    if (!line.matches()) {
      return Optional.empty();
    }
    String id = line.group(2);
    return Optional.of(
        new Reply.Served(
            Long.parseLong(line.group(1)),
            id.equals(known) ? known : id,
            Boolean.parseBoolean(line.group(4)),
            protection(answer),
            Position.parse(answer.labelHeader())));
  }

  /** What the headers of {@code answer} say of its copies. */
  static Reply.Protection protection(HttpAnswer answer) {
    return switch (answer.protectedHeader()) {
      case "true" -> Reply.Protection.PROTECTED;
      case "false" -> Reply.Protection.UNPROTECTED;
      default -> Reply.Protection.UNSTATED;
    };
  }
}
