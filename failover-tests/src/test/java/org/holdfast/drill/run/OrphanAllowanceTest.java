// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.holdfast.history.Exchange;
import org.holdfast.history.Violation;
import org.junit.jupiter.api.Test;

/** Both holders of a session, node-1 and node-2, are killed at second 10; node-3 lives. */
class OrphanAllowanceTest {
  private static final int ORPHAN = 7;

  private final FakeCluster cluster = new FakeCluster(3, Honesty.SHARES);
  private final UserHistory user = new UserHistory();

  @Test
  void letsWhatWasAnsweredBeforeGo() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(9_700, "node-1", 2, false);
    user.answered(10_900, "node-3", 1, true);

    assertThat(allowed(ORPHAN, "double-kill")).containsExactly(true, true);
    assertThat(resetsAllowed(ORPHAN, "double-kill")).containsExactly(true);
  }

  @Test
  void letsNothingGo_whenTheScenarioDoesNotSaySo() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(10_900, "node-3", 1, true);

    assertThat(allowed(ORPHAN, "kill")).containsExactly(false);
    assertThat(resetsAllowed(ORPHAN, "kill")).containsExactly(false);
  }

  @Test
  void letsNothingGoOfAUserWhoseSessionHadAnotherHolder() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(10_900, "node-3", 1, true);

    assertThat(allowed(ORPHAN + 1, "double-kill")).containsExactly(false);
    assertThat(resetsAllowed(ORPHAN + 1, "double-kill")).containsExactly(false);
  }

  @Test
  void letsNothingGoOfTheSessionThatCameAfter() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(10_900, "node-3", 1, true);
    user.answered(11_500, "node-3", 2, false);
    user.answered(12_000, "node-3", 1, true);

    assertThat(allowed(ORPHAN, "double-kill")).containsExactly(true, false, false);
    assertThat(resetsAllowed(ORPHAN, "double-kill")).containsExactly(true, false);
  }

  @Test
  void letsGoWhatTheSecondOfTheNodesAnsweredWhenTheFirstWasDead() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(10_010, "node-2", 2, false);
    user.answered(10_900, "node-3", 1, true);

    assertThat(allowed(ORPHAN, "double-kill")).containsExactly(true, true);
  }

  @Test
  void letsNothingGoOfASessionThatANodeBeganWhenItWasBack() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(12_000, "node-1", 1, true);
    user.answered(12_500, "node-3", 1, true);

    assertThat(allowed(ORPHAN, "double-kill")).containsExactly(true, false);
    assertThat(resetsAllowed(ORPHAN, "double-kill")).containsExactly(true, false);
  }

  @Test
  void letsNothingGoThatWasLostBefore() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(6_000, "node-2", 1, true);
    user.answered(10_900, "node-3", 1, true);

    assertThat(resetsAllowed(ORPHAN, "double-kill")).containsExactly(false, true);
  }

  @Test
  void letsNothingGoThatANodeAnsweredWhichLives_thoughItWasAskedBefore() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(10_002, "node-3", 1, true);
    user.answered(12_000, "node-3", 1, true);

    assertThat(resetsAllowed(ORPHAN, "double-kill")).containsExactly(true, false);
  }

  @Test
  void letsAnOlderStateBeServed_whenAllThatItLacksWasAnsweredBefore() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(3_000, "node-1", 2, false);
    user.answered(9_700, "node-1", 3, false);
    user.answered(10_900, "node-3", 2, false);

    assertThat(allowed(Violation.Kind.LOST, ORPHAN)).containsExactly(true);
    assertThat(allowed(Violation.Kind.LOST, ORPHAN + 1)).containsExactly(false);
  }

  @Test
  void letsNoOlderStateBeServed_whenItLacksWhatWasAnsweredAfter() {
    user.answered(2_000, "node-1", 1, true);
    user.answered(10_900, "node-3", 2, false);
    user.answered(11_500, "node-3", 3, false);
    user.answered(12_000, "node-3", 2, false);

    assertThat(allowed(Violation.Kind.LOST, ORPHAN)).containsExactly(false);
  }

  /** Of each update that was lost, the oldest first. */
  private List<Boolean> allowed(int number, String scenario) {
    List<Exchange> lost = user.findings().lostUpdates();
    try (Incident kill = kill()) {
      OrphanAllowance allowance = allowance(scenario, kill);
      return lost.stream().map(answered -> allowance.covers(number, answered)).toList();
    }
  }

  private List<Boolean> allowed(Violation.Kind kind, int number) {
    try (Incident kill = kill()) {
      OrphanAllowance allowance = allowance("double-kill", kill);
      return user.findings().violations().stream()
          .filter(found -> found.kind() == kind)
          .map(found -> allowance.covers(number, found, user.findings(), user.log()))
          .toList();
    }
  }

  private List<Boolean> resetsAllowed(int number, String scenario) {
    List<Violation> resets = user.resets();
    try (Incident kill = kill()) {
      OrphanAllowance allowance = allowance(scenario, kill);
      return resets.stream()
          .map(reset -> allowance.covers(number, reset, user.findings(), user.log()))
          .toList();
    }
  }

  private static OrphanAllowance allowance(String scenario, Incident kill) {
    return new OrphanAllowance(
        FakeCluster.plan(ScenarioLibrary.read(scenario), AckMode.SYNC, 0), List.of(kill));
  }

  private Incident kill() {
    return new Incident(
        UserHistory.killed(Set.of(ORPHAN), cluster.nodes().get(0), cluster.nodes().get(1)),
        UserHistory.at(10_000),
        List.of());
  }
}
