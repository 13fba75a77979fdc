// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One attribute of one session, as the answers of the mixed workload show it. Not thread-safe;
 * takes the answers in the order in which they came.
 *
 * <p>A change has certainly run once an answer that binds tells of it: its own answer, or another
 * one that shows its token. An answer must show each change that had certainly run before its
 * request was sent, unless a change that can have run later replaced or removed the attribute. It
 * must show no token that such a change has overwritten.
 */
final class AttributeHistory {

  /** A change that has run or may run. */
  private static final class Operation {
    private final Exchange exchange;
    private final Change change;

    /** The time by which it had certainly run; the largest number while that is unknown. */
    private long ranBy = Long.MAX_VALUE;

    /** A flag set by an answer that had no room for the change, until a later one shows it. */
    private boolean missing;

    Operation(Exchange exchange, Change change) {
      this.exchange = exchange;
      this.change = change;
    }

    long sent() {
      return exchange.sentNanos();
    }

    long token() {
      return exchange.mixed().token();
    }

    boolean ranBefore(Operation other) {
      return ranBy < other.sent();
    }
  }

  /** An answer that had no room for a change. */
  private record Loss(Operation operation, Exchange shownBy, String words) {}

  private static final String IMPOSSIBLE = "a value that no order of its requests leads to";

  private final String session;
  private final String attribute;
  private final HistoryRules rules;
  private final OperationTimes times;
  private final Map<Long, Operation> operations = new HashMap<>();

  /** The changes that have certainly run and that a later answer may have to show. */
  private final List<Operation> certain = new ArrayList<>();

  private final List<Loss> losses = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();

  AttributeHistory(String session, String attribute, HistoryRules rules, OperationTimes times) {
    this.session = session;
    this.attribute = attribute;
    this.rules = rules;
    this.times = times;
  }

  /** Adds a change that has run or may run; all of them before the first answer. */
  void expect(Exchange exchange, Change change) {
    operations.put(exchange.mixed().token(), new Operation(exchange, change));
  }

  /** Judges an answer that binds and shows the attribute, and binds what follows. */
  void accept(Exchange exchange) {
    Contents shown = exchange.mixed().contents();
    Operation own = operations.get(exchange.mixed().token());
    if (own != null) {
      ran(own, exchange);
    }
    List<Long> tokens = shown.tokens(attribute);
    if (!isMade(tokens, exchange) || !isInOrder(tokens)) {
      contradict(exchange, IMPOSSIBLE);
      return;
    }
    if (shown.isTorn(attribute) && !mayBeHalfDone(exchange)) {
      contradict(exchange, "two values for attributes that share one object");
    }
    takeBack(tokens, exchange);
    List<Operation> due =
        certain.stream()
            .filter(one -> !one.missing)
            .filter(one -> one == own || one.ranBy < rules.mustShowBefore(exchange))
            .toList();
    judge(tokens, due, exchange);
    tokens.forEach(token -> ran(operation(token), exchange));
  }

  /** Judges an answer that does not bind, and so binds nothing that follows. */
  void verifyMade(Exchange exchange) {
    if (!isMade(exchange.mixed().contents().tokens(attribute), exchange)) {
      contradict(exchange, IMPOSSIBLE);
    }
  }

  /** Forgets changes that nothing after {@code nanos} can have to show. */
  void prune(long nanos) {
    newestOverwrite(certain.stream().filter(one -> !one.missing && one.ranBy < nanos).toList())
        .ifPresent(newest -> certain.removeIf(one -> one.ranBefore(newest)));
  }

  List<Violation> violations() {
    List<Violation> all = new ArrayList<>(violations);
    for (Loss loss : losses) {
      Violation.Kind kind = loss.operation().missing ? Violation.Kind.LOST : Violation.Kind.STALE;
      all.add(new Violation(kind, session, loss.shownBy(), loss.words()));
    }
    return all;
  }

  List<Exchange> lost() {
    return losses.stream()
        .map(Loss::operation)
        .filter(operation -> operation.missing)
        .map(operation -> operation.exchange)
        .distinct()
        .toList();
  }

  private void judge(List<Long> tokens, List<Operation> due, Exchange exchange) {
    boolean complete = true;
    for (Operation one : due) {
      if (one.change.kind() != Change.Kind.REMOVE
          && !tokens.contains(one.token())
          && !mayBeOverwritten(one, tokens, exchange)) {
        miss(one, exchange);
        complete = false;
      }
    }
    Optional<Operation> newest = newestOverwrite(due);
    if (complete && newest.isPresent() && showsOlder(tokens, newest.get())) {
      miss(newest.get(), exchange);
    }
  }

  /** Returns whether each token is of a change sent by then that leaves a token, each one once. */
  private boolean isMade(List<Long> tokens, Exchange exchange) {
    Set<Long> met = new HashSet<>();
    for (int i = 0; i < tokens.size(); i++) {
      Operation one = operations.get(tokens.get(i));
      if (one == null
          || !met.add(tokens.get(i))
          || one.sent() > exchange.doneNanos()
          || one.change.kind() == Change.Kind.REMOVE
          || (one.change.kind() == Change.Kind.SET && i > 0)) {
        return false;
      }
    }
    return true;
  }

  private boolean isInOrder(List<Long> tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      for (int earlier = 0; earlier < i; earlier++) {
        if (operation(tokens.get(i)).ranBefore(operation(tokens.get(earlier)))) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Returns whether the tokens shown can be the result of a change that ran after {@code one}: the
   * one that set the first token, or else a removal.
   */
  private boolean mayBeOverwritten(Operation one, List<Long> tokens, Exchange exchange) {
    if (!tokens.isEmpty()) {
      Operation first = operation(tokens.get(0));
      if (first.change.kind() == Change.Kind.SET) {
        return !first.ranBefore(one);
      }
    }
    return operations.values().stream()
        .filter(other -> other.change.kind() == Change.Kind.REMOVE && !other.missing)
        .filter(other -> other.sent() <= exchange.doneNanos() && !other.ranBefore(one))
        .anyMatch(other -> allMayFollow(tokens, one, other));
  }

  /** Returns whether a removal that took {@code one} can have left all that is shown. */
  private boolean allMayFollow(List<Long> tokens, Operation one, Operation removal) {
    return tokens.stream()
        .map(this::operation)
        .noneMatch(shown -> shown.ranBefore(removal) || shown.ranBefore(one));
  }

  /**
   * Returns whether a request without an answer may have done one half of a change when its node
   * ended. An ADD that finds no list sets both halves, too.
   */
  private boolean mayBeHalfDone(Exchange exchange) {
    return operations.values().stream()
        .anyMatch(
            one ->
                one.sent() <= exchange.doneNanos()
                    && !(one.exchange.reply() instanceof Reply.Served));
  }

  /** Takes back the losses whose changes are there again. */
  private void takeBack(List<Long> tokens, Exchange exchange) {
    for (Loss loss : losses) {
      Operation one = loss.operation();
      boolean later = exchange.sentNanos() > loss.shownBy().doneNanos();
      boolean removedAgain =
          one.change.kind() == Change.Kind.REMOVE
              && later
              && !showsOlder(tokens, one)
              && certain.stream()
                  .noneMatch(
                      other ->
                          other != one
                              && other.change.overwrites()
                              && other.ranBy > loss.shownBy().sentNanos());
      if (one.missing && (tokens.contains(one.token()) || removedAgain)) {
        one.missing = false;
      }
    }
  }

  private boolean showsOlder(List<Long> tokens, Operation overwrite) {
    return tokens.stream()
        .map(this::operation)
        .anyMatch(one -> one != overwrite && one.ranBefore(overwrite));
  }

  private static Optional<Operation> newestOverwrite(List<Operation> among) {
    return among.stream()
        .filter(one -> one.change.overwrites())
        .max((one, other) -> Long.compare(one.sent(), other.sent()));
  }

  private void ran(Operation one, Exchange toldBy) {
    if (one.ranBy == Long.MAX_VALUE) {
      one.ranBy = toldBy.doneNanos();
      certain.add(one);
    }
  }

  private void miss(Operation one, Exchange exchange) {
    one.missing = true;
    String words =
        "was shown "
            + shown(exchange)
            + " by "
            + times.of(exchange)
            + " without "
            + one.change
            + " "
            + one.token()
            + (one.exchange.equals(exchange) ? " of its own" : " of " + times.of(one.exchange));
    losses.add(new Loss(one, exchange, words));
  }

  private void contradict(Exchange exchange, String what) {
    String words = "was shown " + shown(exchange) + " by " + times.of(exchange) + ", " + what;
    violations.add(new Violation(Violation.Kind.CONTRADICTED, session, exchange, words));
  }

  private String shown(Exchange exchange) {
    return attribute + "=" + exchange.mixed().contents().value(attribute);
  }

  private Operation operation(long token) {
    Operation found = operations.get(token);
    if (found == null) {
      throw new IllegalArgumentException("no request of this session has token " + token);
    }
    return found;
  }
}
