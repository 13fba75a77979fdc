// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.drill.scenario.Expectations;
import org.holdfast.history.Exchange;
import org.holdfast.history.Findings;
import org.holdfast.history.SessionLog;
import org.holdfast.history.Violation;

/**
 * What a scenario with {@code losses: all-holders} may lose: what was answered of a session until
 * all of its holders ended at once. What its user was answered later binds as everybody's.
 */
final class OrphanAllowance {
  /**
   * The nodes end one after the other, and one may answer meanwhile; none that is started again
   * serves so soon.
   */
  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<Incident> incidents;

  OrphanAllowance(DrillPlan plan, List<Incident> incidents) {
    boolean applies = plan.scenario().expectations().losses() == Expectations.Losses.ALL_HOLDERS;
    this.incidents = applies ? List.copyOf(incidents) : List.of();
  }

  /** Users whose session lost all of its holders, by their numbers. */
  Set<Integer> users() {
    return incidents.stream()
        .flatMap(incident -> incident.what().orphans().stream())
        .collect(Collectors.toSet());
  }

  /** Whether what {@code user} was answered may be lost. */
  boolean covers(int user, Exchange answered) {
    return orphaning(user).anyMatch(incident -> isBefore(answered, incident));
  }

  private Stream<Incident> orphaning(int user) {
    return incidents.stream().filter(incident -> incident.what().orphans().contains(user));
  }

  /** What a node that lives has answered since, it holds itself. */
  private static boolean isBefore(Exchange answered, Incident incident) {
    boolean ended =
        incident.what().nodes().stream().anyMatch(node -> node.name().equals(answered.node()));
    return ended
        ? answered.sentNanos() - incident.startNanos() <= ENDING_NANOS
        : answered.doneNanos() - incident.startNanos() <= 0;
  }

  /** Whether what was found is only that {@code user} has lost what may be lost. */
  boolean covers(int user, Violation found, Findings all, SessionLog history) {
    return switch (found.kind()) {
      case RESET ->
          AsyncAllowance.begin(found.exchange(), history)
              .filter(began -> mayBeReset(user, began, found.exchange()))
              .isPresent();
      case LOST -> all.lostUpdates().stream().allMatch(lost -> covers(user, lost));
      default -> false;
    };
  }

  private boolean mayBeReset(int user, Exchange began, Exchange after) {
    return orphaning(user)
        .filter(incident -> after.doneNanos() - incident.startNanos() > 0)
        .anyMatch(incident -> isBefore(began, incident));
  }
}
