// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.Optional;
import java.util.OptionalLong;
import org.holdfast.history.Position;
import org.holdfast.history.Reply;

/**
 * Reads the answers of the user's own application to one user. The counter of its first session is
 * taken to begin where the first answer says, and is counted from 1 here. Without a counter all
 * that is known of a session is its id: a value of 1 stands for one, 0 for none. Not thread-safe.
 */
final class PatternReader {
  private final AnswerPattern pattern;
  private boolean hasFirst;
  private long first;

  PatternReader(AnswerPattern pattern) {
    this.pattern = pattern;
  }

  boolean hasCounter() {
    return pattern.hasCounter();
  }

  /**
   * Reads {@code answer} to {@code question}; empty if it is not right.
   *
   * @param id fingerprint of the user's session after it, empty for none
   */
  Optional<Reply.Served> read(HttpAnswer answer, Question question, String id) {
    if (answer.status() != 200) {
      return Optional.empty();
    }
    Optional<OptionalLong> counter = pattern.find(answer.body());
    if (counter.isEmpty()) {
      return Optional.empty();
    }
    long value = id.isEmpty() ? 0 : 1;
    boolean created = !id.isEmpty() && !id.equals(question.session());
    if (counter.get().isPresent()) {
      value = fromOne(counter.get().getAsLong());
      // Some applications change the id and keep what is in the session: the counter tells.
      created &= question.session().isEmpty();
    }
    return Optional.of(
        new Reply.Served(
            value,
            id,
            created,
            AnswerLine.protection(answer),
            Position.parse(answer.labelHeader())));
  }

  private long fromOne(long counter) {
    if (!hasFirst) {
      hasFirst = true;
      first = counter;
    }
    return counter - first + 1;
  }
}
