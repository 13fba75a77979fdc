// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.holdfast.history.Exchange;
import org.holdfast.history.Reply;
import org.holdfast.history.SessionLog;
import org.holdfast.history.Violation;

/**
 * What {@link AckMode#ASYNC} may lose: what a node answered in the last moments before it ended or
 * hung; of a cut, what the side that loses answered in the last moments before it and in the first
 * of it.
 */
final class AsyncAllowance {
  private final DrillPlan plan;
  private final List<Incident> incidents;

  AsyncAllowance(DrillPlan plan, List<Incident> incidents) {
    this.plan = plan;
    this.incidents = List.copyOf(incidents);
  }

  /** Whether anything may be lost for this reason. */
  boolean applies() {
    return plan.ack() == AckMode.ASYNC
        && incidents.stream().anyMatch(incident -> !incident.what().mayLose().isEmpty());
  }

  /** Whether what was answered may be lost. */
  boolean covers(Exchange answered) {
    return plan.ack() == AckMode.ASYNC
        && incidents.stream().anyMatch(incident -> isOfItsLastMoments(answered, incident));
  }

  private boolean isOfItsLastMoments(Exchange answered, Incident incident) {
    long window = plan.asyncWindow().toNanos();
    // Who is cut off answers ahead of its secondaries until it misses their word.
    long after = incident.what().answersGoOn() ? window : 0;
    return incident.what().mayLose().stream().anyMatch(node -> node.name().equals(answered.node()))
        && answered.doneNanos() - incident.startNanos() >= -window
        && answered.sentNanos() - incident.doneNanos() <= after;
  }

  /** Whether the session that a new one took the place of may be lost: all of it is so young. */
  boolean covers(Violation reset, SessionLog history) {
    return begin(reset.exchange(), history).filter(this::covers).isPresent();
  }

  /** The answer that began the session which {@code after} found replaced. */
  static Optional<Exchange> begin(Exchange after, SessionLog history) {
    return history.exchanges().stream()
        .filter(exchange -> exchange.doneNanos() - after.doneNanos() < 0)
        .filter(exchange -> exchange.reply() instanceof Reply.Served served && served.created())
        .max(Comparator.comparingLong(Exchange::doneNanos));
  }
}
