// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.holdfast.history.Findings;
import org.holdfast.history.Violation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Something is done to node-1 at second 10; the window of ASYNC is a second. */
class BindingAnswersTest {
  private final FakeCluster cluster = new FakeCluster(2, Honesty.SHARES);
  private final UserHistory user = new UserHistory();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void letsALoginGo_whenItsNodeEndedJustAfterIt() {
    user.answered(2_000, "node-1", 1, true);
    user.renamed(9_700, "node-1", 1);
    user.answered(9_800, "node-1", 2, false);
    user.answered(10_900, "node-2", 1, true); // nobody knows the new id

    assertThat(killed(AckMode.ASYNC).clean()).isTrue();
    assertThat(kinds(killed(AckMode.SYNC))).containsExactly(Violation.Kind.RESET);
  }

  @Test
  void letsNoLoginGo_thatIsOlderOrOfANodeThatLives() {
    user.answered(2_000, "node-1", 1, true);
    user.renamed(8_000, "node-1", 1);
    user.answered(10_900, "node-2", 1, true);
    assertThat(kinds(killed(AckMode.ASYNC))).containsExactly(Violation.Kind.RESET);

    UserHistory other = new UserHistory();
    other.answered(2_000, "node-2", 1, true);
    other.renamed(9_700, "node-2", 1);
    other.answered(10_900, "node-2", 1, true);
    assertThat(kinds(killed(AckMode.ASYNC, other))).containsExactly(Violation.Kind.RESET);
  }

  @Test
  void letsNoLoginGo_thatAnotherNodeHasServedSince() {
    user.answered(2_000, "node-1", 1, true);
    user.renamed(9_700, "node-1", 1);
    user.answered(9_900, "node-2", 2, false);
    user.answered(10_900, "node-2", 1, true);

    assertThat(kinds(killed(AckMode.ASYNC))).containsExactly(Violation.Kind.RESET);
  }

  @Test
  void letsALogoutGo_onlyWhenItsNodeEndedJustAfterIt() {
    assertThat(killed(AckMode.ASYNC, backAfterLogout(9_700)).clean()).isTrue();
    assertThat(kinds(killed(AckMode.SYNC, backAfterLogout(9_700))))
        .containsExactly(Violation.Kind.RESURRECTED);
    assertThat(kinds(killed(AckMode.ASYNC, backAfterLogout(8_000))))
        .containsExactly(Violation.Kind.RESURRECTED);
  }

  @Test
  void letsUnprotectedAnswersGo_fromTheFaultOnOnly() {
    user.answered(2_000, "node-1", 1, true);
    user.answeredUnprotected(5_000, "node-1", 2);
    user.answered(10_900, "node-2", 2, false);
    assertThat(apart(user, false).lostUpdates())
        .as("lost though nothing was done by then")
        .hasSize(1);

    UserHistory since = new UserHistory();
    since.answered(2_000, "node-1", 1, true);
    since.answeredUnprotected(10_500, "node-1", 2);
    since.answered(10_900, "node-2", 2, false);
    assertThat(apart(since, false).clean()).isTrue();
  }

  @Test
  void letsNoUnprotectedAnswersGo_onceAllAreTogetherAgain() {
    user.answered(2_000, "node-1", 1, true);
    user.answeredUnprotected(11_500, "node-1", 2);
    long later = TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) + 3_600_000; // nodes tell now
    user.answeredUnprotected(later, "node-1", 3);
    user.answered(later + 1_000, "node-2", 2, false);

    assertThat(apart(user, true).lostUpdates()).as("of the two, the later").hasSize(1);
    assertThat(apart(user, false).clean()).as("while nobody knows that they are").isTrue();
  }

  @Test
  void letsNoUnprotectedAnswersGo_onceTheScenarioHasThemBind() {
    assertThat(cutFromTheCoordinator(lostAt(21_900)).clean()).isTrue();
    assertThat(cutFromTheCoordinator(lostAt(22_100)).lostUpdates())
        .as("12 s after the begin, though not all are together again")
        .hasSize(1);
  }

  private static UserHistory lostAt(long millis) {
    UserHistory lost = new UserHistory();
    lost.answered(2_000, "node-1", 1, true);
    lost.answeredUnprotected(millis, "node-1", 2);
    lost.answered(30_000, "node-2", 2, false);
    return lost;
  }

  private static UserHistory backAfterLogout(long millis) {
    UserHistory back = new UserHistory();
    back.answered(2_000, "node-1", 1, true);
    String former = back.id();
    back.ended(millis, "node-1", 1);
    back.isBackAt(former);
    back.answered(10_900, "node-2", 2, false);
    return back;
  }

  private static List<Violation.Kind> kinds(Findings found) {
    return found.violations().stream().map(Violation::kind).toList();
  }

  private Findings killed(AckMode ack) {
    return killed(ack, user);
  }

  private Findings killed(AckMode ack, UserHistory one) {
    return check("kill", ack, one, false);
  }

  private Findings apart(UserHistory one, boolean together) {
    return check("packet-loss", AckMode.SYNC, one, together);
  }

  private Findings cutFromTheCoordinator(UserHistory one) {
    return check("link-cut-coordinator", AckMode.SYNC, one, false);
  }

  private Findings check(String scenario, AckMode ack, UserHistory one, boolean together) {
    DrillPlan plan = FakeCluster.plan(ScenarioLibrary.read(scenario), ack, 0);
    try (Incident incident = new Incident(rejoining(), UserHistory.at(10_000), List.of())) {
      if (together) {
        incident.healed(UserHistory.at(11_000), cluster.nodes());
        await().atMost(Duration.ofSeconds(20)).until(() -> incident.rejoinedAfter().isPresent());
      }
      AsyncAllowance allowance = new AsyncAllowance(plan, List.of(incident));
      return new BindingAnswers(plan, List.of(incident), allowance).check(one.log());
    }
  }

  private Incident.What rejoining() {
    Incident.What killed = UserHistory.killed(Set.of(), cluster.nodes().get(0));
    return new Incident.What(
        killed.words(),
        killed.kind(),
        killed.nodes(),
        killed.awayFrom(),
        1,
        Set.of(),
        killed.mayLose(),
        true,
        FaultEffects.ViewChange.NONE,
        true,
        Duration.ZERO);
  }
}
