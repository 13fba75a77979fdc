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

package org.holdfast.drill.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Decides from a user's whole history which answered updates were lost and which answers were
 * wrong.
 *
 * <p>An answered update counts as lost when a later answer leaves no room for it and no still later
 * one takes that back. The last answer of a history is contradicted by none, so a drill ends with
 * one more request of every user. Pure; linear in the length of the history.
 */
public final class HistoryChecker {
  private final int user;
  private final CounterTruth truth = new CounterTruth();
  private final Deque<Exchange> kept = new ArrayDeque<>();
  private final List<Exchange> missing = new ArrayList<>();
  private final List<Exchange> lostWithSession = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();
  private final List<Violation> behind = new ArrayList<>();
  private long answers;
  private long unprotectedAnswers;
  private long failures;

  private HistoryChecker(int user) {
    this.user = user;
  }

  /** Judges the whole of {@code history}. */
  public static UserFindings check(UserHistory history) {
    HistoryChecker checker = new HistoryChecker(history.user());
    history.exchanges().forEach(checker::accept);
    return checker.findings();
  }

  private void accept(Exchange exchange) {
    long lowest = truth.lowestExpected();
    long highest = truth.highestExpected();
    Judgement judgement = truth.judge(exchange.outcome());
    if (!(exchange.outcome() instanceof Outcome.Answered answer)) {
      failures++;
      return;
    }
    answers++;
    if (answer.protection() == Outcome.Protection.UNPROTECTED) {
      unprotectedAnswers++;
    }
    switch (judgement) {
      case RIGHT, NO_ANSWER -> {}
      case BEHIND -> {
        behind.add(violation(Violation.Kind.LOST, exchange, lowest, highest));
        dropFrom(answer.value());
      }
      case REPEATED -> {
        violations.add(violation(Violation.Kind.DUPLICATED, exchange, lowest, highest));
        dropFrom(answer.value());
      }
      case RESET -> {
        violations.add(violation(Violation.Kind.RESET, exchange, lowest, highest));
        lostWithSession.addAll(missing);
        lostWithSession.addAll(kept);
        missing.clear();
        kept.clear();
        settleBehind(Violation.Kind.LOST);
      }
      case RETURNED -> takeBack(answer.value() - highest);
      case CONTRADICTED -> {
        violations.add(violation(Violation.Kind.CONTRADICTED, exchange, lowest, highest));
        takeBack(answer.value() - highest);
      }
    }
    kept.addLast(exchange);
  }

  /**
   * An answer {@code value} has room for {@code value - 1} earlier updates: later ones are missing.
   */
  private void dropFrom(long value) {
    while (!kept.isEmpty() && valueOf(kept.getLast()) >= value) {
      missing.add(kept.removeLast());
    }
  }

  /** {@code count} updates that had seemed lost are in an answer again, the oldest first. */
  private void takeBack(long count) {
    missing.sort(Comparator.comparingLong(Exchange::doneNanos));
    int returned = (int) Math.min(missing.size(), count);
    if (returned > 0) {
      missing.subList(0, returned).clear();
      settleBehind(Violation.Kind.STALE);
    }
  }

  private void settleBehind(Violation.Kind kind) {
    for (Violation found : behind) {
      violations.add(
          new Violation(
              kind,
              found.user(),
              found.atNanos(),
              found.node(),
              found.lowest(),
              found.highest(),
              found.value()));
    }
    behind.clear();
  }

  private UserFindings findings() {
    settleBehind(Violation.Kind.LOST);
    List<Exchange> lost = new ArrayList<>(lostWithSession);
    lost.addAll(missing);
    lost.sort(Comparator.comparingLong(Exchange::doneNanos));
    violations.sort(Comparator.comparingLong(Violation::atNanos));
    return new UserFindings(user, answers, unprotectedAnswers, failures, lost, violations);
  }

  private Violation violation(Violation.Kind kind, Exchange exchange, long lowest, long highest) {
    return new Violation(
        kind, user, exchange.doneNanos(), exchange.node(), lowest, highest, valueOf(exchange));
  }

  private static long valueOf(Exchange exchange) {
    return exchange.outcome() instanceof Outcome.Answered answer ? answer.value() : 0;
  }
}
