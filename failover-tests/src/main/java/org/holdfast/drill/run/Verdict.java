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

package org.holdfast.drill.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.DrillSetup;
import org.holdfast.drill.report.IncidentReport;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.PromiseReport;
import org.holdfast.drill.report.TruthReport;
import org.holdfast.drill.scenario.Expectations;
import org.holdfast.drill.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a cluster kept its word. Every promise that was broken gives a reason in words; a
 * drill that proved nothing is broken too.
 */
final class Verdict {
  /** What happens to whichever node's turn it is, used or not. */
  private static final Set<String> PLANNED =
      Set.of("grow", "shrink", "rolling-restart", "rolling-upgrade", "rolling-downgrade");

  /** A p99 of fewer requests is a maximum. */
  private static final long FEW = 200;

  /** Below it response times are the machine's. */
  private static final double FLOOR_MILLIS = 20;

  private final DrillSetup setup;
  private final Expectations expected;
  private final TruthReport truth;
  private final List<PhaseReport> phases;
  private final List<String> reasons = new ArrayList<>();
  private final List<PromiseReport> promises = new ArrayList<>();

  private Verdict(
      DrillSetup setup, Expectations expected, TruthReport truth, List<PhaseReport> phases) {
    this.setup = setup;
    this.expected = expected;
    this.truth = truth;
    this.phases = phases;
  }

  /**
   * Judges a drill.
   *
   * @param troubles further reasons
   */
  static Verdict of(
      DrillSetup setup,
      Scenario scenario,
      List<IncidentReport> incidents,
      TruthReport truth,
      List<PhaseReport> phases,
      List<String> troubles) {
    Verdict verdict = new Verdict(setup, scenario.expectations(), truth, phases);
    verdict.judgeTruth();
    incidents.forEach(verdict::judge);
    verdict.judgeUsers();
    verdict.judgeErrors();
    verdict.judgeResponseTimes();
    verdict.reasons.addAll(troubles);
    return verdict;
  }

  /** Why the drill is broken, the worst first; empty when the verdict holds. */
  List<String> reasons() {
    return List.copyOf(reasons);
  }

  /** All that was promised, kept or not. */
  List<PromiseReport> promises() {
    return List.copyOf(promises);
  }

  private boolean isSync() {
    return setup.ack().equals(AckMode.SYNC.toString());
  }

  private void judgeTruth() {
    judgeResets();
    if (setup.counted()) {
      judgeUpdates();
    }
    count(
        "no session comes back after its end",
        truth.resurrectedAnswers(),
        "answers came from a session that had ended");
    count(
        "no answer rests on an older state than one before it",
        truth.regressedAnswers(),
        "answers rested on an older state than answers before them");
  }

  private void judgeResets() {
    long allowed = truth.resetSessionsAllowed();
    long reset = truth.resetSessions() - allowed;
    promise(
        isSync()
            ? "no session is reset"
            : "only sessions begun in the last "
                + setup.asyncWindowMillis()
                + " ms of a node are reset",
        reset > 0
            ? reset + " sessions were reset"
            : allowed > 0 ? format("kept; %,d that may be", allowed) : "kept",
        reset > 0 ? reset + " sessions were reset" : null);
  }

  private void judgeUpdates() {
    long lost = truth.lostUpdates() - truth.lostUpdatesAllowed();
    promise(
        isSync()
            ? expected.losses() == Expectations.Losses.NONE
                ? "no answered update is lost"
                : "no protected answered update is lost"
            : "only answers of the last " + setup.asyncWindowMillis() + " ms of a node are lost",
        String.format(
            Locale.ROOT,
            "%,d of %,d lost%s",
            truth.lostUpdates(),
            truth.answeredUpdates(),
            truth.lostUpdatesAllowed() > 0
                ? String.format(Locale.ROOT, ", of them %,d allowed", truth.lostUpdatesAllowed())
                : ""),
        lost > 0 ? lost + (isSync() ? lostWhenSync() : lostWhenAsync()) : null);
    count("no answer is stale", truth.staleAnswers(), "answers were stale");
    if (isSync()) {
      // In ASYNC a lost update shows as a repeated value: the rule on lost ones judges it.
      count("no value is answered twice", truth.duplicatedAnswers(), "answers repeated a value");
    }
    count(
        "no answer holds a value that nobody made",
        truth.contradictedAnswers(),
        "answers held a value that nobody made");
  }

  private String lostWhenSync() {
    return " answered updates were lost"
        + (truth.protectedUpdatesLost() == 0
            ? ", none of them answered as protected: more than one failure at a time"
            : "");
  }

  private String lostWhenAsync() {
    return " answered updates were lost that async may not lose (not answered by a node within "
        + setup.asyncWindowMillis()
        + " ms before its end)";
  }

  private void judge(IncidentReport incident) {
    String what = incident.what();
    promise(
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
    if (incident.usersOverBound() > 0) {
      reasons.add(
          incident.usersOverBound()
              + " users waited longer than "
              + setup.recoveryBoundMillis()
              + " ms for a right answer after: "
              + what);
    }
    judgeViews(incident);
    if (incident.awayExpected() && incident.turnedAtOnce().count() > 0) {
      judgeRecovery(incident);
    }
    judgeThatSomethingWasProved(incident);
  }

  private void judgeRecovery(IncidentReport incident) {
    String what = incident.what();
    within(
        "first right answer at the median after: " + what,
        expected.recoveryMedian(),
        incident.turnedAtOnce().p50());
    within(
        "first right answer at p99 after: " + what,
        expected.recoveryP99(),
        incident.turnedAtOnce().p99());
  }

  private void judgeViews(IncidentReport incident) {
    if (incident.viewChangeExpected()) {
      promise(
          "all others drop the node from their view after: " + incident.what(),
          millis(incident.viewChangeAllMillis()),
          incident.viewChangeAllMillis() == null
              ? "not every other node showed a view without "
                  + String.join(" and ", incident.nodes())
              : null);
      if (incident.viewChangeAllMillis() != null) {
        within(
            "view change after: " + incident.what(),
            expected.viewChange(),
            incident.viewChangeAllMillis());
      }
      judgeProtection(incident);
      within(
          "protected again after: " + incident.what(),
          expected.protectedAgain(),
          incident.protectedMillis());
    }
    if (incident.healedSeconds() != null && incident.rejoinExpected()) {
      promise(
          "all nodes are in one settled view after the end of: " + incident.what(),
          millis(incident.rejoinedMillis()),
          incident.rejoinedMillis() == null
              ? "the nodes were not in one settled view again after: " + incident.what()
              : null);
    }
  }

  /** After the nodes' return, all in one settled view with nothing degraded says as much. */
  private void judgeProtection(IncidentReport incident) {
    if (incident.protectionExpected() && incident.viewChangeAllMillis() != null) {
      boolean seen = incident.protectedMillis() != null || incident.rejoinedMillis() != null;
      promise(
          "every session is protected again after: " + incident.what(),
          millis(incident.protectedMillis()),
          seen ? null : "not every session was protected again after: " + incident.what());
    }
  }

  private void judgeThatSomethingWasProved(IncidentReport incident) {
    if (PLANNED.contains(incident.kind())) {
      return;
    }
    if (incident.viewChangeExpected() && incident.usersOnNodes() == 0) {
      reasons.add(incident.what() + " proves nothing: it had no users");
    } else if (incident.awayExpected() && incident.movedSessions() == 0) {
      reasons.add("no session went on elsewhere after: " + incident.what());
    }
  }

  private void judgeUsers() {
    count(
        "every user's last request is answered",
        truth.usersUnverified(),
        "users had no answer to their last request");
    if (truth.usersSilentBefore() > 0) {
      reasons.add(
          truth.usersSilentBefore()
              + " users had no answered update before the first fault, so nothing was proved for"
              + " them");
    }
  }

  private void judgeErrors() {
    Map<String, Long> errors = DrillReport.errorsOf(measured());
    long all = sum(errors);
    if (all > setup.maxErrors()) {
      reasons.add(
          all + " attempts failed, more than the " + setup.maxErrors() + " allowed: " + errors);
    }
    if (expected.errors() == Expectations.Errors.NONE) {
      count("no attempt of a user fails", all, "attempts failed: " + errors);
    } else if (expected.errors() == Expectations.Errors.DURING) {
      Map<String, Long> outside =
          DrillReport.errorsOf(
              phases.stream()
                  .filter(phase -> phase.phase().equals("after") || phase.phase().equals("final"))
                  .toList());
      count(
          "attempts fail only until users and views are over a fault",
          sum(outside),
          "attempts failed when everybody was over it: " + outside);
    }
  }

  private void judgeResponseTimes() {
    if (expected.p99Growth().isEmpty()) {
      return;
    }
    double allowed = expected.p99Growth().getAsDouble();
    Optional<PhaseReport> before = phase("before");
    double most =
        measured().stream()
            .filter(phase -> !phase.phase().equals("before") && phase.requests() >= FEW)
            .mapToDouble(phase -> phase.responseMillis().p99())
            .max()
            .orElse(0);
    double usual =
        Math.max(FLOOR_MILLIS, before.map(phase -> phase.responseMillis().p99()).orElse(0.0));
    promise(
        format("p99 stays within %.1f times of before", allowed),
        format("%.1f ms, before %.1f ms", most, usual),
        most > allowed * usual
            ? format(
                "p99 rose to %.1f ms, more than %.1f times the %.1f ms of before",
                most, allowed, usual)
            : null);
  }

  /** Leaves out what happened before the cluster was warm: no fault has a part in it. */
  private List<PhaseReport> measured() {
    return phases.stream()
        .filter(phase -> !phase.phase().equals("ramp-up") && !phase.phase().equals("warm-up"))
        .toList();
  }

  private Optional<PhaseReport> phase(String name) {
    return phases.stream().filter(phase -> phase.phase().equals(name)).findFirst();
  }

  private void within(String promised, Optional<Duration> bound, @Nullable Double seenMillis) {
    bound.ifPresent(
        most -> {
          boolean kept = seenMillis != null && seenMillis <= most.toMillis();
          promise(
              promised + " within " + most.toMillis() + " ms",
              millis(seenMillis),
              kept
                  ? null
                  : promised + ": " + millis(seenMillis) + ", bound " + most.toMillis() + " ms");
        });
  }

  private void count(String promised, long broken, String what) {
    promise(
        promised,
        broken == 0 ? "kept" : broken + " " + what,
        broken > 0 ? broken + " " + what : null);
  }

  private void promise(String promised, String seen, @Nullable String reason) {
    promises.add(new PromiseReport(promised, seen, reason == null));
    if (reason != null) {
      reasons.add(reason);
    }
  }

  private static String millis(@Nullable Double millis) {
    return millis == null ? "never seen" : format("%.0f ms", millis);
  }

  private static long sum(Map<String, Long> errors) {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
