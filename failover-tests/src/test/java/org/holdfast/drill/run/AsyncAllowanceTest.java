// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;

/** A node is killed, or cut off, at second 10; the window is a second. */
class AsyncAllowanceTest {
  private final FakeCluster cluster = new FakeCluster(2, Honesty.SHARES);
  private final UserHistory user = new UserHistory();

  @Test
  void letsASessionGo_whenItBeganInTheLastMomentsOfItsNode() {
    user.answered(9_500, "node-1", 1, true);
    user.answered(9_700, "node-1", 2, false);
    user.answered(10_900, "node-2", 1, true);

    assertThat(allows(AckMode.ASYNC)).isTrue();
    assertThat(allows(AckMode.SYNC)).as("of what waits for its copies").isFalse();
  }

  @Test
  void letsNoOlderSessionGo_howeverLateItsLastUpdateCame() {
    user.answered(8_900, "node-1", 1, true);
    user.answered(9_700, "node-1", 2, false);
    user.answered(10_900, "node-2", 1, true);

    assertThat(allows(AckMode.ASYNC)).isFalse();
  }

  @Test
  void letsNoSessionGoThatBeganOnANodeWhichLives() {
    user.answered(9_500, "node-2", 1, true);
    user.answered(10_900, "node-2", 1, true);

    assertThat(allows(AckMode.ASYNC)).isFalse();
  }

  @Test
  void judgesTheSessionThatWasReplaced_notOneBeforeIt() {
    user.answered(2_000, "node-1", 1, true);
    user.ended(3_000, "node-1");
    user.answered(9_500, "node-1", 1, true);
    user.answered(10_900, "node-2", 1, true);

    assertThat(allows(AckMode.ASYNC)).isTrue();
  }

  @Test
  void letsNothingGoThatANodeWasAskedForAfterItsEnd() {
    assertThat(covers("kill", "node-1", 9_100)).isTrue();
    assertThat(covers("kill", "node-1", 8_900)).isFalse();
    assertThat(covers("kill", "node-1", 10_100)).as("it is another by then").isFalse();
    assertThat(covers("pause", "node-1", 10_100)).as("it knows by then").isFalse();
    assertThat(covers("kill", "node-2", 9_100)).as("who lives").isFalse();
  }

  @Test
  void letsGoWhatWasAskedOfACutOffNode_untilItMissesTheOthers() {
    assertThat(covers("cut", "node-1", 8_900)).isFalse();
    assertThat(covers("cut", "node-1", 9_100)).isTrue();
    assertThat(covers("cut", "node-1", 10_100)).isTrue();
    assertThat(covers("cut", "node-1", 11_004)).as("sent 999 ms after the cut").isTrue();
    assertThat(covers("cut", "node-1", 11_006)).as("sent 1,001 ms after it").isFalse();
    assertThat(covers("cut", "node-2", 10_100)).as("who goes on").isFalse();
  }

  @Test
  void letsWhatTheOthersAnsweredGo_whenTheMajorityWasCutOffFromThem() {
    Incident.What cut = what("cut", cluster.nodes(), cluster.nodes().subList(1, 2));

    assertThat(covers(cut, 0, "node-2", 10_100)).isTrue();
    assertThat(covers(cut, 0, "node-1", 10_100)).as("cut off, but they go on").isFalse();
  }

  @Test
  void letsGoWhatWasAskedWhileItWasBeingDone() {
    List<ClusterNode> node = cluster.nodes().subList(0, 1);

    assertThat(covers(what("kill", node, node), 400, "node-1", 10_400)).isTrue();
    assertThat(covers(what("kill", node, node), 400, "node-1", 10_500)).isFalse();
    assertThat(covers(what("cut", node, node), 400, "node-1", 11_400)).isTrue();
    assertThat(covers(what("cut", node, node), 400, "node-1", 11_500)).isFalse();
  }

  /** Whether what {@code node} answered then may be lost when that was done to node-1. */
  private boolean covers(String kind, String node, long millis) {
    List<ClusterNode> victim = cluster.nodes().subList(0, 1);
    return covers(what(kind, victim, victim), 0, node, millis);
  }

  /**
   * @param takingMillis how long it took to do it
   */
  private static boolean covers(Incident.What what, long takingMillis, String node, long millis) {
    UserHistory asked = new UserHistory();
    asked.answered(millis, node, 1, true);
    long start = UserHistory.at(10_000);
    try (Incident incident =
        new Incident(what, start, start + UserHistory.at(takingMillis), List.of())) {
      DrillPlan plan = FakeCluster.plan(ScenarioLibrary.read("partition"), AckMode.ASYNC, 0);
      return new AsyncAllowance(plan, List.of(incident)).covers(asked.log().exchanges().get(0));
    }
  }

  private static Incident.What what(
      String kind, List<ClusterNode> nodes, List<ClusterNode> mayLose) {
    return new Incident.What(
        kind,
        kind,
        nodes,
        new BitSet(),
        1,
        Set.of(),
        mayLose,
        true,
        FaultEffects.ViewChange.NONE,
        false,
        Duration.ZERO);
  }

  private boolean allows(AckMode ack) {
    DrillPlan plan = FakeCluster.plan(ScenarioLibrary.read("kill"), ack, 0);
    assertThat(user.resets()).hasSize(1);
    try (Incident kill =
        new Incident(
            UserHistory.killed(Set.of(), cluster.nodes().get(0)),
            UserHistory.at(10_000),
            List.of())) {
      return new AsyncAllowance(plan, List.of(kill)).covers(user.resets().get(0), user.log());
    }
  }
}
