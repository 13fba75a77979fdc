// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The times by which a session may have ended and certainly had, and the same of ids that it gave
 * up. Immutable; costs a look at each such request of the log.
 *
 * <p>An end is certain when the request for it was answered; where every answer binds, also when
 * the answer to a repeated request for it is that there is no such session.
 */
final class Endings {
  private final HistoryRules rules;
  private final List<Exchange> ends;
  private final List<Exchange> certainEnds;
  private final List<Exchange> renames;

  /** The time at which an answer that binds came first, by the id of its session. */
  private final Map<String, Long> boundSince = new HashMap<>();

  Endings(List<Exchange> exchanges, HistoryRules rules) {
    this.rules = rules;
    this.ends =
        exchanges.stream()
            .filter(exchange -> exchange.request() == Request.INVALIDATE && exchange.mayHaveRun())
            .toList();
    this.certainEnds =
        exchanges.stream()
            .filter(exchange -> exchange.request() == Request.INVALIDATE)
            .filter(exchange -> isAnswered(exchange) || isConfirmation(exchange))
            .toList();
    this.renames =
        exchanges.stream()
            .filter(
                exchange ->
                    exchange.request() == Request.RENAME
                        && !exchange.sentId().isEmpty()
                        && exchange.mayHaveRun()
                        && !(exchange.reply() instanceof Reply.Served served
                            && served.id().equals(exchange.sentId())))
            .toList();
    for (Exchange exchange : exchanges) {
      if (exchange.reply() instanceof Reply.Served served && rules.binds(served)) {
        boundSince.merge(served.id(), exchange.doneNanos(), Math::min);
      }
    }
  }

  /**
   * Returns whether the session that began with a request at {@code lifeSentNanos} may have ended.
   */
  boolean mayHaveEnded(Exchange exchange, long lifeSentNanos) {
    return ends.stream()
        .anyMatch(
            end -> end.doneNanos() > lifeSentNanos && end.sentNanos() <= exchange.doneNanos());
  }

  /** Returns whether its end had been answered when {@code exchange} was sent. */
  boolean hadEnded(Exchange exchange, long lifeSentNanos) {
    return certainEnds.stream()
        .anyMatch(
            end ->
                end.doneNanos() > lifeSentNanos
                    && end.doneNanos() < rules.mustShowBefore(exchange));
  }

  /** Returns whether the id that {@code exchange} carried may be of a session that had ended. */
  boolean mayCarryEndedId(Exchange exchange) {
    return ends.stream()
        .anyMatch(end -> isSameId(end, exchange) && end.sentNanos() <= exchange.doneNanos());
  }

  /** Returns whether the end of the session with that id was answered before {@code exchange}. */
  boolean carriesEndedId(Exchange exchange) {
    return certainEnds.stream()
        .anyMatch(
            end -> isSameId(end, exchange) && end.doneNanos() < rules.mustShowBefore(exchange));
  }

  /** Returns whether the id that {@code exchange} carried may have been given up. */
  boolean mayHaveGivenUp(Exchange exchange) {
    return renames.stream()
        .anyMatch(
            rename ->
                rename.sentId().equals(exchange.sentId())
                    && rename.sentNanos() <= exchange.doneNanos());
  }

  /** Returns whether the answer that gave that id up came before {@code exchange} was sent. */
  boolean hadGivenUp(Exchange exchange) {
    return renames.stream()
        .anyMatch(
            rename ->
                rename.sentId().equals(exchange.sentId())
                    && isAnswered(rename)
                    && rename.doneNanos() < rules.mustShowBefore(exchange));
  }

  /**
   * Returns whether only answers that bind nothing had given the id that {@code exchange} carried:
   * the change to it may be lost as any update of theirs, and then no node knows the id.
   */
  boolean mayBeUnknown(Exchange exchange) {
    Long bound = boundSince.get(exchange.sentId());
    return !exchange.sentId().isEmpty()
        && (bound == null || bound >= rules.mustShowBefore(exchange))
        && renames.stream()
            .anyMatch(
                rename ->
                    rename.reply() instanceof Reply.Served served
                        && !rules.binds(served)
                        && served.id().equals(exchange.sentId()));
  }

  private static boolean isSameId(Exchange end, Exchange later) {
    return !end.sentId().isEmpty() && end.sentId().equals(later.sentId());
  }

  private boolean isConfirmation(Exchange exchange) {
    return exchange.reply() instanceof Reply.NotFound
        && rules.binding() == HistoryRules.Binding.EVERY_ANSWER
        && mayCarryEndedId(exchange);
  }

  private boolean isAnswered(Exchange exchange) {
    return exchange.reply() instanceof Reply.Served served && rules.binds(served);
  }
}
