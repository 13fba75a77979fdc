// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Comparator;
import java.util.List;

/**
 * The findings in the log of one session.
 *
 * @param session name of the log
 * @param answers successful answers, right or wrong
 * @param unprotectedAnswers of those, the ones that said that they were not protected
 * @param unanswered requests without an answer
 * @param lostUpdates answered updates that a later answer has no room for, the oldest first; which
 *     of several it is cannot always be told, their number can
 * @param violations answers that contradict earlier ones, in the order in which they came
 */
public record Findings(
    String session,
    long answers,
    long unprotectedAnswers,
    long unanswered,
    List<Exchange> lostUpdates,
    List<Violation> violations) {

  public Findings {
    lostUpdates = List.copyOf(lostUpdates);
    violations = List.copyOf(violations);
  }

  /**
   * Sums up the findings of a checker.
   *
   * @param exchanges all of {@code log}
   */
  static Findings of(
      SessionLog log,
      List<Exchange> exchanges,
      List<Exchange> lostUpdates,
      List<Violation> violations) {
    List<Reply.Served> served =
        exchanges.stream()
            .filter(exchange -> exchange.reply() instanceof Reply.Served)
            .map(exchange -> (Reply.Served) exchange.reply())
            .toList();
    return new Findings(
        log.name(),
        served.size(),
        served.stream().filter(s -> s.protection() == Reply.Protection.UNPROTECTED).count(),
        exchanges.stream().filter(e -> e.reply() instanceof Reply.Unanswered).count(),
        lostUpdates.stream().sorted(Comparator.comparingLong(Exchange::doneNanos)).toList(),
        violations.stream()
            .sorted(Comparator.comparingLong(found -> found.exchange().doneNanos()))
            .toList());
  }

  /** Counts the violations of one kind. */
  public long count(Violation.Kind kind) {
    return violations.stream().filter(violation -> violation.kind() == kind).count();
  }

  /** Tells whether the client was never contradicted. */
  public boolean clean() {
    return lostUpdates.isEmpty() && violations.isEmpty();
  }
}
