// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.holdfast.drill.run.Promises.format;
import static org.holdfast.drill.run.Promises.millis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.drill.report.Counted;
import org.holdfast.drill.report.DrillSetup;
import org.holdfast.drill.report.IncidentReport;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.scenario.Expectations;

/** Judges what things that were done to a cluster did to its users and views. */
final class IncidentRules {
  /** What happens to whichever node's turn it is, used or not. */
  private static final Set<String> PLANNED =
      Set.of("grow", "shrink", "rolling-restart", "rolling-upgrade", "rolling-downgrade");

  private final DrillSetup setup;
  private final Expectations expected;
  private final Promises promises;

  IncidentRules(DrillSetup setup, Expectations expected, Promises promises) {
    this.setup = setup;
    this.expected = expected;
    this.promises = promises;
  }

  /**
   * @param viewsAreSeen whether nodes tell of their views at all
   */
  void judge(List<IncidentReport> incidents, boolean viewsAreSeen) {
    incidents.forEach(this::judge);
    if (!incidents.isEmpty() && !viewsAreSeen) {
      promises.addUnchecked(
          "nodes drop a dead one from their views, protect its sessions again, and are in one view"
              + " after its return",
          "no node tells of its view");
    }
    judgeThatBoundsWereJudged(incidents, viewsAreSeen);
  }

  private void judge(IncidentReport incident) {
    String what = incident.what();
    promises.add(
        "every user who asks has a right answer after: " + what,
        format(
            "%d of %d; slowest %.0f ms after asking",
            setup.users() - incident.usersWithoutRightAnswer(),
            setup.users(),
            incident.waited().max()),
        incident.usersWithoutRightAnswer() > 0
            ? incident.usersWithoutRightAnswer()
                + " of "
                + setup.users()
                + " users never had a right answer after: "
                + what
            : null);
    promises.count(
        "nobody waits longer than "
            + setup.recoveryBoundMillis()
            + " ms for a right answer after: "
            + what,
        incident.usersOverBound(),
        "users waited longer than "
            + setup.recoveryBoundMillis()
            + " ms for a right answer after: "
            + what);
    judgeViews(incident);
    if (hasRecoveries(incident)) {
      judgeRecovery(incident);
    }
    judgeThatSomethingWasProved(incident);
  }

  private static boolean hasRecoveries(IncidentReport incident) {
    return incident.awayExpected() && incident.firstRightAnswer().count() > 0;
  }

  /**
   * By those who turned at once, as think time is no recovery. Of a node that hangs or is cut off
   * only who had a request in flight there can: where nobody had, think time counts, too.
   */
  private void judgeRecovery(IncidentReport incident) {
    boolean thinking = incident.turnedAtOnce().count() == 0;
    Quantiles times = thinking ? incident.firstRightAnswer() : incident.turnedAtOnce();
    String of =
        (thinking ? ", think time included, as nobody turned at once, after: " : " after: ")
            + incident.what();
    promises.within(
        "first right answer at the median" + of, expected.recoveryMedian(), times.p50());
    promises.within("first right answer at p99" + of, expected.recoveryP99(), times.p99());
  }

  private void judgeViews(IncidentReport incident) {
    if (incident.viewChangeExpected()) {
      promises.add(
          "all others drop the node from their view after: " + incident.what(),
          millis(incident.viewChangeAllMillis()),
          incident.viewChangeAllMillis() == null
              ? "not every other node showed a view without "
                  + String.join(" and ", incident.nodes())
              : null);
    }
    if (incident.viewChangeAllMillis() != null) {
      promises.within(
          "view change after: " + incident.what(),
          expected.viewChange(),
          incident.viewChangeAllMillis());
    }
    if (hasViewChange(incident)) {
      judgeProtection(incident);
      promises.within(
          "protected again after: " + incident.what(),
          expected.protectedAgain(),
          incident.protectedMillis());
    }
    if (incident.healedSeconds() != null && incident.rejoinExpected()) {
      promises.add(
          "all nodes are in one settled view after the end of: " + incident.what(),
          millis(incident.rejoinedMillis()),
          incident.rejoinedMillis() == null
              ? "the nodes were not in one settled view again after: " + incident.what()
              : null);
      if (incident.rejoinedMillis() != null) {
        promises.within(
            "all nodes in one settled view, every session protected, after the end of: "
                + incident.what(),
            expected.rejoin(),
            incident.rejoinedMillis());
      }
    }
  }

  /** Whether one had to come, or came though it had not. */
  private static boolean hasViewChange(IncidentReport incident) {
    return incident.viewChangeExpected() || incident.viewChangeAllMillis() != null;
  }

  /** After the nodes' return, all in one settled view with nothing degraded says as much. */
  private void judgeProtection(IncidentReport incident) {
    if (incident.protectionExpected() && incident.viewChangeAllMillis() != null) {
      boolean seen = incident.protectedMillis() != null || incident.rejoinedMillis() != null;
      promises.add(
          "every session is protected again after: " + incident.what(),
          millis(incident.protectedMillis()),
          seen ? null : "not every session was protected again after: " + incident.what());
    }
  }

  private void judgeThatSomethingWasProved(IncidentReport incident) {
    if (PLANNED.contains(incident.kind())) {
      return;
    }
    if (incident.viewChangeExpected()) {
      promises.add(
          "it has users: " + incident.what(),
          Counted.of(incident.usersOnNodes(), "user"),
          incident.usersOnNodes() == 0
              ? incident.what() + " proves nothing: it had no users"
              : null);
    }
    if (incident.awayExpected() && incident.usersOnNodes() > 0) {
      promises.add(
          "sessions go on elsewhere after: " + incident.what(),
          Counted.of(incident.movedSessions(), "session"),
          incident.movedSessions() == 0
              ? "no session went on elsewhere after: " + incident.what()
              : null);
    }
  }

  /** A bound that was asked for and never held against anything proves nothing. */
  private void judgeThatBoundsWereJudged(List<IncidentReport> incidents, boolean viewsAreSeen) {
    String nobodyTurned = "no user of a node that was taken away had a right answer elsewhere";
    requireJudged(
        "recovery-median",
        expected.recoveryMedian(),
        incidents,
        IncidentRules::hasRecoveries,
        nobodyTurned);
    requireJudged(
        "recovery-p99",
        expected.recoveryP99(),
        incidents,
        IncidentRules::hasRecoveries,
        nobodyTurned);
    String why =
        viewsAreSeen ? "nothing was done that views must show" : "no node tells of its view";
    requireJudged(
        "view-change", expected.viewChange(), incidents, IncidentRules::hasViewChange, why);
    requireJudged(
        "protected-again", expected.protectedAgain(), incidents, IncidentRules::hasViewChange, why);
    requireJudged(
        "rejoin",
        expected.rejoin(),
        incidents,
        incident -> incident.healedSeconds() != null && incident.rejoinExpected(),
        viewsAreSeen ? "nothing was done that ends" : "no node tells of its view");
  }

  private void requireJudged(
      String bound,
      Optional<Duration> asked,
      List<IncidentReport> incidents,
      Predicate<IncidentReport> isJudged,
      String why) {
    if (asked.isPresent() && incidents.stream().noneMatch(isJudged)) {
      promises.add(
          bound + " is held against something",
          "never",
          bound + " was asked for and could not be judged: " + why);
    }
  }
}
