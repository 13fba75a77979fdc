// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The counter of one session from its creation to its end, as its answers show it. Not thread-safe;
 * takes the answers in the order in which they came, a lookup or two for each.
 *
 * <p>Two bounds judge a value. From below: what had been answered when the request was sent. From
 * above: an answer A of value {@code a} leaves room for one more for each request that can have run
 * since A was sent, so a later answer lies at most at {@code a} + (possible by then) - (certain
 * when A was sent). All but the last term of that is known when A came: the smallest such headroom
 * of all answers so far bounds every later one.
 *
 * <p>An answer that is too low opens a branch: until some answer has no room on it, the branch is
 * the history and what is missing from it is lost; then the branch was stale.
 */
final class CounterHistory {
  private static final long NO_BRANCH = Long.MAX_VALUE / 2;

  private final String session;
  private final Additions additions;
  private final HistoryRules rules;

  /** The highest value answered, by the time of the answer. */
  private final TreeMap<Long, Long> shown = new TreeMap<>();

  private final List<Exchange> kept = new ArrayList<>();
  private final Set<Long> numbers = new HashSet<>();
  private final List<Exchange> missing = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();
  private final List<Violation> behind = new ArrayList<>();
  private long headroom;
  private long branchHeadroom = NO_BRANCH;

  CounterHistory(String session, Additions additions, HistoryRules rules) {
    this.session = session;
    this.additions = additions;
    this.rules = rules;
  }

  /** Returns the smallest right value of the answer to {@code exchange}. */
  long lowest(Exchange exchange) {
    return shownBefore(exchange) + (exchange.mayAdd() ? 1 : 0);
  }

  private long shownBefore(Exchange exchange) {
    Map.Entry<Long, Long> before = shown.lowerEntry(rules.mustShowBefore(exchange));
    return before == null ? 0 : before.getValue();
  }

  private long highest(Exchange exchange) {
    return headroom + additions.possibleBy(exchange.doneNanos());
  }

  /** Returns whether an answer that binds had shown a value that {@code exchange} must show. */
  boolean isBound(Exchange exchange) {
    return shownBefore(exchange) > 0;
  }

  /** Begins with the answer that created the session; {@code bound} if it must be kept. */
  void begin(Exchange exchange, long value, boolean bound) {
    headroom = headroomOf(exchange, value);
    if (bound) {
      show(exchange, value);
      keep(exchange, value);
    }
  }

  /** Judges an answer that binds and binds what follows. */
  void accept(Exchange exchange, long value) {
    takeBackIfAhead(exchange, value);
    long lowest = lowest(exchange);
    if (value > highest(exchange)) {
      violations.add(violation(Violation.Kind.CONTRADICTED, exchange));
      headroom = headroomOf(exchange, value); // what follows is judged by this
    } else if (value < lowest) {
      fallBehind(exchange, value);
    } else if (exchange.mayAdd() && numbers.contains(value)) {
      violations.add(violation(Violation.Kind.DUPLICATED, exchange));
      drop(earlier -> valueOf(earlier) == value);
    }
    if (branchHeadroom == NO_BRANCH) {
      headroom = Math.min(headroom, headroomOf(exchange, value));
    } else {
      branchHeadroom = Math.min(branchHeadroom, headroomOf(exchange, value));
    }
    if (value < lowest) {
      shown.put(exchange.doneNanos(), value);
    } else {
      show(exchange, value);
    }
    if (exchange.mayAdd()) {
      keep(exchange, value);
    }
  }

  /** Judges an answer that binds nothing: it still cannot show a value that no request made. */
  void acceptUnbound(Exchange exchange, long value) {
    long highest = additions.possibleBy(exchange.doneNanos());
    if (value > highest) {
      violations.add(
          new Violation(Violation.Kind.CONTRADICTED, session, exchange, lowest(exchange), highest));
    }
  }

  /** Notes that the session was replaced although it had not ended: nothing comes back. */
  void reset(Exchange exchange) {
    violations.add(violation(Violation.Kind.RESET, exchange));
    drop(earlier -> true);
  }

  void add(Violation.Kind kind, Exchange exchange) {
    violations.add(violation(kind, exchange));
  }

  List<Violation> violations() {
    List<Violation> all = new ArrayList<>(violations);
    all.addAll(behind);
    return all;
  }

  List<Exchange> missing() {
    return missing;
  }

  private void fallBehind(Exchange exchange, long value) {
    boolean adds = exchange.mayAdd();
    boolean repeated = adds && value == lowest(exchange) - 1 && numbers.contains(value);
    long sent = rules.mustShowBefore(exchange);
    drop(earlier -> earlier.doneNanos() < sent && valueOf(earlier) >= value + (adds ? 0 : 1));
    if (repeated) {
      violations.add(violation(Violation.Kind.DUPLICATED, exchange));
    } else if (missing.isEmpty()) {
      violations.add(violation(Violation.Kind.CONTRADICTED, exchange));
    } else {
      behind.add(violation(Violation.Kind.LOST, exchange));
    }
    branchHeadroom = Math.min(branchHeadroom, headroomOf(exchange, value));
  }

  /** Takes the losses back if the branch has no room for the value: they are there again. */
  private void takeBackIfAhead(Exchange exchange, long value) {
    long ahead = value - branchHeadroom - additions.possibleBy(exchange.doneNanos());
    if (branchHeadroom == NO_BRANCH || ahead <= 0) {
      return;
    }
    missing.sort(Comparator.comparingLong(Exchange::doneNanos));
    missing.subList(0, (int) Math.min(missing.size(), ahead)).clear();
    for (Violation found : behind) {
      violations.add(
          new Violation(
              Violation.Kind.STALE, session, found.exchange(), found.lowest(), found.highest()));
    }
    behind.clear();
    branchHeadroom = NO_BRANCH;
  }

  private void show(Exchange exchange, long value) {
    long before = shown.isEmpty() ? 0 : shown.lastEntry().getValue();
    shown.put(exchange.doneNanos(), Math.max(before, value));
  }

  private void keep(Exchange exchange, long value) {
    kept.add(exchange);
    numbers.add(value);
  }

  private void drop(Predicate<Exchange> gone) {
    for (Exchange earlier : kept) {
      if (gone.test(earlier)) {
        missing.add(earlier);
        numbers.remove(valueOf(earlier));
      }
    }
    kept.removeIf(gone);
  }

  private long headroomOf(Exchange exchange, long value) {
    return value
        - (exchange.mayAdd() ? 1 : 0)
        - additions.certainBefore(rules.mustShowBefore(exchange));
  }

  private Violation violation(Violation.Kind kind, Exchange exchange) {
    return new Violation(kind, session, exchange, lowest(exchange), highest(exchange));
  }

  private static long valueOf(Exchange exchange) {
    return exchange.reply() instanceof Reply.Served served ? served.value() : 0;
  }
}
