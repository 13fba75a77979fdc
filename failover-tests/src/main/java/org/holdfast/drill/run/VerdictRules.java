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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.report.DrillSetup;
import org.holdfast.drill.report.KillReport;
import org.holdfast.drill.report.TruthReport;

/**
 * Decides whether a cluster kept its word. Every rule that fails gives a reason in words; a drill
 * that proved nothing fails too.
 */
final class VerdictRules {
  private final DrillSetup setup;
  private final KillReport kill;
  private final TruthReport truth;
  private final Map<String, Long> errors;
  private final List<String> reasons = new ArrayList<>();

  private VerdictRules(
      DrillSetup setup, KillReport kill, TruthReport truth, Map<String, Long> errors) {
    this.setup = setup;
    this.kill = kill;
    this.truth = truth;
    this.errors = errors;
  }

  /** Returns why the drill is broken, the worst first; empty when the verdict holds. */
  static List<String> reasons(
      DrillSetup setup, KillReport kill, TruthReport truth, Map<String, Long> errors) {
    VerdictRules rules = new VerdictRules(setup, kill, truth, errors);
    rules.checkTruth();
    rules.checkRecovery();
    rules.checkThatSomethingWasProved();
    return rules.reasons;
  }

  private void checkTruth() {
    breaks(truth.resetSessions(), "sessions were reset");
    long lost = truth.lostUpdates() - truth.lostUpdatesAllowed();
    breaks(
        lost,
        setup.ack().equals(AckMode.SYNC.toString())
            ? "answered updates were lost"
            : "answered updates were lost that async may not lose (not answered by "
                + kill.victim()
                + " within "
                + setup.asyncWindowMillis()
                + " ms before the kill)");
    breaks(truth.staleAnswers(), "answers were stale");
    if (setup.ack().equals(AckMode.SYNC.toString())) {
      // In ASYNC a lost update shows as a repeated value: the rule on lost ones judges it.
      breaks(truth.duplicatedAnswers(), "answers repeated a value");
    }
    breaks(truth.resurrectedAnswers(), "answers came from a session that had ended");
    breaks(truth.contradictedAnswers(), "answers held a value that nobody made");
    breaks(truth.regressedAnswers(), "answers rested on an older state than answers before them");
  }

  private void checkRecovery() {
    breaks(
        kill.usersWithoutRightAnswer(),
        "of " + setup.users() + " users never had a right answer after the kill");
    breaks(
        kill.usersOverBound(),
        "users waited longer than "
            + setup.recoveryBoundMillis()
            + " ms for a right answer after the kill");
    breaks(truth.usersUnverified(), "users had no answer to their last request");
    if (setup.replication() && kill.viewChangeAllMillis() == null) {
      reasons.add("not every survivor showed a view without " + kill.victim());
    }
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    if (failed > setup.maxErrors()) {
      reasons.add(
          failed + " attempts failed, more than the " + setup.maxErrors() + " allowed: " + errors);
    }
  }

  private void checkThatSomethingWasProved() {
    breaks(
        truth.usersSilentBeforeKill(),
        "users had no answered update before the kill, so nothing was proved for them");
    if (kill.usersOnVictim() == 0) {
      reasons.add("the killed node " + kill.victim() + " had no users");
    } else if (kill.movedSessions() == 0) {
      reasons.add("no session of the killed node " + kill.victim() + " went on elsewhere");
    }
  }

  private void breaks(long count, String what) {
    if (count > 0) {
      reasons.add(count + " " + what);
    }
  }
}
