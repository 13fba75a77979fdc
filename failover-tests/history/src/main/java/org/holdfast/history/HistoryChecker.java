// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides from the log of a session which answered updates were lost and which answers were wrong,
 * for clients that send in parallel too.
 *
 * <p>What may be: increments that overlap are numbered in any order; a request without an answer
 * ran, or did not, or runs later; a read misses what was answered within {@link
 * HistoryRules#readWindow} before it was sent; nobody knows an id that only unprotected answers
 * have given, where such answers do not bind. What may not be: a later answer that has no room for
 * an earlier one (lost, or stale if it is there again later), a new session in the place of one
 * that did not end (reset), one number for two increments (duplicated), an answer of a session
 * after its answered end or under an id that it had given up (resurrected), a state older than one
 * that was answered before (regressed), a value that no order of the requests leads to
 * (contradicted).
 *
 * <p>A log of the mixed workload holds no counter but attributes: {@code MixedHistory} judges it,
 * by the same kinds of violations.
 *
 * <p>The last answer of a log is contradicted by none, so a check worth its name ends with one more
 * request for each session. An old id means one that the log itself saw given up by a {@link
 * Request#RENAME}, or one of a session that it saw ended. A client that sends no id wants a new
 * session and resets none. Pure; takes n log n steps, and a look at all earlier answers for each
 * wrong one.
 */
public final class HistoryChecker {
  private final SessionLog log;
  private final HistoryRules rules;
  private final List<Exchange> exchanges;
  private final Additions additions;
  private final Endings endings;
  private final List<Violation> violations = new ArrayList<>();
  private final List<Exchange> lost = new ArrayList<>();
  private CounterHistory life;
  private Progress progress;
  private long lifeSentNanos = Long.MIN_VALUE;

  /** The ids of the session that the client has now. */
  private final Set<String> ids = new HashSet<>();

  /** The ids of sessions that the client cannot reach any more; requests with them are ignored. */
  private final Set<String> unreachable = new HashSet<>();

  private HistoryChecker(SessionLog log, HistoryRules rules) {
    this.log = log;
    this.rules = rules;
    this.exchanges =
        log.exchanges().stream()
            .sorted(
                Comparator.comparingLong(Exchange::doneNanos)
                    .thenComparingLong(Exchange::sentNanos))
            .toList();
    this.additions = new Additions(exchanges);
    this.endings = new Endings(exchanges, rules);
    this.life = new CounterHistory(log.name(), additions, rules);
    this.progress = new Progress(rules);
  }

  /** Judges the whole of {@code log}, which begins before the session does. */
  public static Findings check(SessionLog log, HistoryRules rules) {
    HistoryChecker checker = new HistoryChecker(log, rules);
    if (checker.exchanges.stream().anyMatch(exchange -> !exchange.mixed().equals(Mixed.NONE))) {
      return new MixedHistory(log, checker.exchanges, rules).check();
    }
    checker.exchanges.forEach(checker::accept);
    return checker.findings();
  }

  private void accept(Exchange exchange) {
    if (unreachable.contains(exchange.sentId())) {
      return;
    }
    if (exchange.reply() instanceof Reply.Served served) {
      if (served.created() || isRestarted(exchange, served)) {
        acceptNew(exchange, served);
      } else {
        acceptServed(exchange, served);
      }
    } else if (exchange.reply() instanceof Reply.NotFound
        && !endings.mayHaveEnded(exchange, lifeSentNanos)
        && !endings.mayHaveGivenUp(exchange)
        && !endings.mayCarryEndedId(exchange)
        && !endings.mayBeUnknown(exchange)
        && life.isBound(exchange)) {
      life.accept(exchange, 0);
    }
  }

  /**
   * Returns whether the answer is of a new session: under another id, and its counter does not go
   * on. Some containers change the id and keep the content.
   */
  private boolean isRestarted(Exchange exchange, Reply.Served served) {
    return exchange.request() == Request.INCREMENT
        && !served.id().isEmpty()
        && !exchange.sentId().isEmpty()
        && !served.id().equals(exchange.sentId())
        && !endings.mayHaveGivenUp(exchange)
        && served.value() < life.lowest(exchange);
  }

  private void acceptNew(Exchange exchange, Reply.Served served) {
    if (!exchange.sentId().isEmpty() && endings.mayHaveGivenUp(exchange)
        || concernsAnEarlierLife(exchange)) {
      return; // the old id leads nowhere: what was begun for it is another session
    }
    if (endings.mayBeUnknown(exchange)) {
      unreachable.addAll(ids);
    } else if (life.isBound(exchange)
        && !exchange.sentId().isEmpty()
        && !endings.mayHaveEnded(exchange, lifeSentNanos)) {
      life.reset(exchange);
    }
    settle();
    ids.clear();
    know(served);
    life = new CounterHistory(log.name(), additions, rules);
    progress = new Progress(rules);
    lifeSentNanos = exchange.sentNanos();
    life.begin(exchange, served.value(), rules.binds(served));
    if (rules.binds(served)) {
      Optional<Position> unused = progress.contradicted(exchange, served); // of a new session
    }
  }

  /** Returns whether the id sent was of a session that ended before the client's present one. */
  private boolean concernsAnEarlierLife(Exchange exchange) {
    return endings.mayCarryEndedId(exchange) && !endings.mayHaveEnded(exchange, lifeSentNanos);
  }

  private void acceptServed(Exchange exchange, Reply.Served served) {
    know(served);
    if (!rules.binds(served)) {
      life.acceptUnbound(exchange, served.value());
    } else if (endings.hadEnded(exchange, lifeSentNanos)
        || endings.carriesEndedId(exchange)
        || endings.hadGivenUp(exchange)) {
      life.add(Violation.Kind.RESURRECTED, exchange);
    } else if (!concernsAnEarlierLife(exchange)) {
      life.accept(exchange, served.value());
      if (progress.contradicted(exchange, served).isPresent()) {
        life.add(Violation.Kind.REGRESSED, exchange);
      }
    }
  }

  private void know(Reply.Served served) {
    if (!served.id().isEmpty()) {
      ids.add(served.id());
    }
  }

  private void settle() {
    violations.addAll(life.violations());
    lost.addAll(life.missing());
  }

  private Findings findings() {
    settle();
    return Findings.of(log, exchanges, lost, violations);
  }
}
