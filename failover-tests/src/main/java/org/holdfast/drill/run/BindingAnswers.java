// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.holdfast.drill.scenario.Expectations;
import org.holdfast.history.Exchange;
import org.holdfast.history.Findings;
import org.holdfast.history.HistoryChecker;
import org.holdfast.history.HistoryRules;
import org.holdfast.history.Reply;
import org.holdfast.history.Reply.Protection;
import org.holdfast.history.Request;
import org.holdfast.history.SessionLog;

/**
 * Checks what users were answered, by the answers that bind in this drill. Those that said that
 * they were not protected need not, where the scenario says so, from what was done until all nodes
 * are together again, or for as long as the scenario says. In {@link AckMode#ASYNC} neither need a
 * login or logout that its node answered in the last moments before its end, nor what was answered
 * under the id of such a login.
 */
final class BindingAnswers {
  private final boolean unprotectedMayGo;
  private final Optional<Duration> unprotectedBindAfter;
  private final List<Incident> incidents;
  private final AsyncAllowance allowance;

  BindingAnswers(DrillPlan plan, List<Incident> incidents, AsyncAllowance allowance) {
    Expectations expected = plan.scenario().expectations();
    this.unprotectedMayGo = expected.losses() != Expectations.Losses.NONE;
    this.unprotectedBindAfter = expected.unprotectedBindAfter();
    this.incidents = List.copyOf(incidents);
    this.allowance = allowance;
  }

  /** Judges a user's log as the scenario asks for it. */
  Findings check(SessionLog history) {
    Set<Exchange> unsent = mayNeverHaveBeenSent(history);
    if (!unprotectedMayGo && unsent.isEmpty()) {
      return checkEverything(history);
    }
    SessionLog told = new SessionLog(history.name());
    for (Exchange exchange : history.exchanges()) {
      boolean binds =
          !unsent.contains(exchange)
              && !(unprotectedMayGo && claimsNothing(exchange) && isOfATimeApart(exchange));
      told.add(binds ? bound(exchange) : labelled(exchange, Protection.UNPROTECTED));
    }
    return HistoryChecker.check(told, HistoryRules.promise());
  }

  /** Returns the exchange as one that binds; it must not be reported as answered as protected. */
  private static Exchange bound(Exchange exchange) {
    return isUnprotected(exchange) ? labelled(exchange, Protection.UNSTATED) : exchange;
  }

  /** Judges it by all answers: what its user saw, whatever may be lost in this drill. */
  static Findings checkEverything(SessionLog history) {
    return HistoryChecker.check(history, HistoryRules.everyAnswer());
  }

  /** Judges it by the answers that did not say of themselves that they were not protected. */
  Findings checkPromise(SessionLog history) {
    Set<Exchange> unsent = mayNeverHaveBeenSent(history);
    SessionLog told = new SessionLog(history.name());
    for (Exchange exchange : history.exchanges()) {
      boolean binds = !unsent.contains(exchange) && !claimsNothing(exchange);
      told.add(binds ? exchange : labelled(exchange, Protection.UNPROTECTED));
    }
    return HistoryChecker.check(told, HistoryRules.promise());
  }

  /** Whether an answer said that it was not protected. */
  static boolean isUnprotected(Exchange exchange) {
    return exchange.reply() instanceof Reply.Served served
        && served.protection() == Protection.UNPROTECTED;
  }

  /**
   * Whether it may be lost where an unprotected answer may: one whose first piece went out before
   * its last change could not say what became of that.
   */
  private static boolean claimsNothing(Exchange exchange) {
    return isUnprotected(exchange)
        || (exchange.mixed().inPieces()
            && exchange.reply() instanceof Reply.Served served
            && served.protection() == Protection.UNSTATED);
  }

  /**
   * Logins and logouts that may have gone with their node, and what was answered in the same time
   * under an id that only such a login gave.
   */
  private Set<Exchange> mayNeverHaveBeenSent(SessionLog history) {
    Set<Exchange> unsent = new HashSet<>();
    if (!allowance.applies()) {
      return unsent;
    }
    List<Exchange> covered =
        history.exchanges().stream()
            .filter(each -> each.reply() instanceof Reply.Served && allowance.covers(each))
            .toList();
    // A request with the former id may be answered under the new id before the renaming request.
    Set<String> ids = new HashSet<>();
    for (Exchange exchange : covered) {
      if (changesId(exchange)) {
        ids.add(servedId(exchange));
      }
    }
    for (Exchange exchange : covered) {
      if (changesId(exchange)
          || exchange.request() == Request.INVALIDATE
          || ids.contains(exchange.sentId())
          || ids.contains(servedId(exchange))) {
        unsent.add(exchange);
      }
    }
    return unsent;
  }

  private static boolean changesId(Exchange exchange) {
    return exchange.request() == Request.RENAME && !servedId(exchange).equals(exchange.sentId());
  }

  private static String servedId(Exchange exchange) {
    return exchange.reply() instanceof Reply.Served served ? served.id() : "";
  }

  private boolean isOfATimeApart(Exchange exchange) {
    return incidents.stream()
        .anyMatch(incident -> incident.spans(exchange) && !isTooLate(exchange, incident));
  }

  /** Whether the request was sent when an unprotected answer was to bind in spite of the fault. */
  private boolean isTooLate(Exchange exchange, Incident incident) {
    long sinceNanos = exchange.sentNanos() - incident.doneNanos();
    return unprotectedBindAfter.filter(bound -> sinceNanos > bound.toNanos()).isPresent();
  }

  private static Exchange labelled(Exchange exchange, Protection protection) {
    if (!(exchange.reply() instanceof Reply.Served served) || served.protection() == protection) {
      return exchange;
    }
    return exchange.withReply(
        new Reply.Served(
            served.value(), served.id(), served.created(), protection, served.position()));
  }
}
