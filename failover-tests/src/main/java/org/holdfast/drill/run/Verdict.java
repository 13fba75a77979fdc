// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.holdfast.drill.run.Promises.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.holdfast.drill.report.DrillReport;
import org.holdfast.drill.report.DrillSetup;
import org.holdfast.drill.report.IncidentReport;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.PromiseReport;
import org.holdfast.drill.report.TruthReport;
import org.holdfast.drill.scenario.Expectations;
import org.holdfast.drill.scenario.Scenario;

/**
 * Decides whether a cluster kept its word. Every promise that was broken gives a reason in words; a
 * drill that proved nothing is broken too.
 */
final class Verdict {
  /** Nothing has been done yet, or everybody is over it. */
  private static final Set<String> UNDISTURBED = Set.of("before", "after", "final");

  private static final String UNPROTECTED =
      "not protected, from a fault until all nodes are in one view again";

  private static final String ORPHANED = "all of whose holders ended at once";

  private final DrillSetup setup;
  private final Expectations expected;

  /** Whether any step cuts nodes off: for a while these do not know. */
  private final boolean cuts;

  private final TruthReport truth;
  private final List<PhaseReport> phases;
  private final Promises promises = new Promises();

  private Verdict(
      DrillSetup setup, Scenario scenario, TruthReport truth, List<PhaseReport> phases) {
    this.setup = setup;
    this.expected = scenario.expectations();
    this.cuts = scenario.cuts();
    this.truth = truth;
    this.phases = phases;
  }

  /**
   * Judges a drill.
   *
   * @param viewsAreSeen whether nodes tell of their views at all
   * @param troubles further reasons
   */
  static Verdict of(
      DrillSetup setup,
      Scenario scenario,
      List<IncidentReport> incidents,
      TruthReport truth,
      List<PhaseReport> phases,
      boolean viewsAreSeen,
      List<String> troubles) {
    Verdict verdict = new Verdict(setup, scenario, truth, phases);
    verdict.judgeTruth();
    new IncidentRules(setup, scenario.expectations(), verdict.promises)
        .judge(incidents, viewsAreSeen);
    verdict.judgeUsers();
    verdict.judgeErrors();
    new ResponseRules(scenario.expectations(), verdict.measured(), verdict.promises).judge();
    verdict.promises.addAll(
        "each step is played, acts and is taken back, and no node ends by itself", troubles);
    return verdict;
  }

  /** Why the drill is broken, the worst first; empty when the verdict holds. */
  List<String> reasons() {
    return promises.reasons();
  }

  /** All that was promised, kept or not. */
  List<PromiseReport> promises() {
    return promises.all();
  }

  private boolean isSync() {
    return setup.ack().equals(AckMode.SYNC.toString());
  }

  private void judgeTruth() {
    judgeResets();
    if (setup.counted()) {
      judgeUpdates();
    }
    promises.count(
        isSync()
            ? "no session comes back after its end"
            : "no session comes back after its end, but for one in " + lastMoments(),
        truth.resurrectedAnswers(),
        "answers came from a session that had ended");
    promises.count(
        "no answer rests on an older state than one before it",
        truth.regressedAnswers(),
        "answers rested on an older state than answers before them");
  }

  private void judgeResets() {
    if (truth.usersWithSession() == 0) {
      // A page without any may be meant to be drilled; one that counts in a session is not.
      if (setup.counted()) {
        promises.add(
            "users have sessions",
            "no session was seen",
            "no user had a session, so nothing was shown of any");
      } else {
        promises.addUnchecked("no session is reset", "no session was seen");
      }
      return;
    }
    long allowed = truth.resetSessionsAllowed();
    long reset = truth.resetSessions() - allowed;
    promises.add(
        isSync()
            ? "no session is reset" + resetExceptions()
            : "only sessions begun, or given another id, in " + lastMoments() + " are reset",
        reset > 0
            ? reset + " sessions were reset"
            : allowed > 0 ? format("kept; %,d that may be", allowed) : "kept",
        reset > 0 ? reset + " sessions were reset" : null);
  }

  private String resetExceptions() {
    return switch (expected.losses()) {
      case NONE -> "";
      case UNPROTECTED -> ", but for those " + unprotected();
      case ALL_HOLDERS -> ", but for those " + unprotected() + ", or " + ORPHANED;
    };
  }

  private String unprotected() {
    return UNPROTECTED
        + expected
            .unprotectedBindAfter()
            .map(bound -> " (at most " + bound.toMillis() + " ms)")
            .orElse("");
  }

  private void judgeUpdates() {
    long lost = truth.lostUpdates() - truth.lostUpdatesAllowed();
    promises.add(
        "no answered update is lost" + exceptions(),
        String.format(
            Locale.ROOT,
            "%,d of %,d lost%s",
            truth.lostUpdates(),
            truth.answeredUpdates(),
            truth.lostUpdatesAllowed() > 0
                ? String.format(Locale.ROOT, ", of them %,d allowed", truth.lostUpdatesAllowed())
                : ""),
        lost > 0 ? lost + (isSync() ? lostWhenSync() : lostWhenAsync()) : null);
    promises.count("no answer is stale", truth.staleAnswers(), "answers were stale");
    if (isSync()) {
      // In ASYNC a lost update shows as a repeated value: the rule on lost ones judges it.
      promises.count(
          "no value is answered twice", truth.duplicatedAnswers(), "answers repeated a value");
    }
    promises.count(
        "no answer holds a value that nobody made",
        truth.contradictedAnswers(),
        "answers held a value that nobody made");
  }

  /** What of answered updates may be lost all the same. */
  private String exceptions() {
    List<String> may = new ArrayList<>();
    if (!isSync()) {
      may.add("of " + lastMoments());
    }
    if (expected.losses() != Expectations.Losses.NONE) {
      may.add(unprotected());
    }
    if (expected.losses() == Expectations.Losses.ALL_HOLDERS) {
      may.add("of sessions " + ORPHANED);
    }
    return may.isEmpty() ? "" : ", but for those " + String.join(", or ", may);
  }

  private String lostWhenSync() {
    if (truth.protectedUpdatesLost() > 0) {
      return " answered updates were lost";
    }
    return " answered updates were lost, none of them answered as protected: "
        + (expected.unprotectedBindAfter().isPresent()
            ? "at a time at which such answers bind"
            : "more than one failure at a time");
  }

  private String lostWhenAsync() {
    return " answered updates were lost that async may not lose (not answered by a node within "
        + setup.asyncWindowMillis()
        + " ms before its end"
        + (cuts ? " or after a cut)" : ")");
  }

  /** From when ASYNC may lose what was answered. */
  private String lastMoments() {
    return "the last "
        + setup.asyncWindowMillis()
        + " ms of a node"
        + (cuts ? " or the first of a cut" : "");
  }

  private void judgeUsers() {
    promises.count(
        "every user's last request is answered",
        truth.usersUnverified(),
        "users had no answer to their last request");
    promises.count(
        "every user has an answered update before the first fault",
        truth.usersSilentBefore(),
        "users had no answered update before the first fault, so nothing was proved for them");
  }

  private void judgeErrors() {
    Map<String, Long> errors = DrillReport.errorsOf(measured());
    long all = sum(errors);
    Long most = setup.maxErrors();
    promises.add(
        most == null
            ? "any number of attempts may fail"
            : format("no more than %,d attempts fail", most),
        format("%,d failed", all),
        most != null && all > most
            ? all + " attempts failed, more than the " + most + " allowed: " + errors
            : null);
    if (expected.errors() == Expectations.Errors.NONE) {
      promises.count("no attempt of a user fails", all, "attempts failed: " + errors);
    } else if (expected.errors() == Expectations.Errors.DURING) {
      Map<String, Long> outside =
          DrillReport.errorsOf(
              phases.stream().filter(phase -> UNDISTURBED.contains(phase.phase())).toList());
      promises.count(
          "attempts fail only from a fault until users and views are over it",
          sum(outside),
          "attempts failed before anything was done, or when everybody was over it: " + outside);
    }
  }

  /** Leaves out what happened before the cluster was warm: no fault has a part in it. */
  private List<PhaseReport> measured() {
    return phases.stream()
        .filter(phase -> !phase.phase().equals("ramp-up") && !phase.phase().equals("warm-up"))
        .toList();
  }

  private static long sum(Map<String, Long> errors) {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
