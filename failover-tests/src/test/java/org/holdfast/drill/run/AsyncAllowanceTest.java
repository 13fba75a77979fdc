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

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.holdfast.replication.history.Exchange;
import org.holdfast.replication.history.HistoryChecker;
import org.holdfast.replication.history.HistoryRules;
import org.holdfast.replication.history.Reply;
import org.holdfast.replication.history.Request;
import org.holdfast.replication.history.SessionLog;
import org.holdfast.replication.history.Violation;
import org.junit.jupiter.api.Test;

/** A node is killed at second 10; the window is a second. */
class AsyncAllowanceTest {
  private final FakeCluster cluster = new FakeCluster(2, FakeCluster.Honesty.SHARES);
  private final SessionLog history = new SessionLog("user 7");
  private String id = "";

  @Test
  void letsASessionGo_whenItBeganInTheLastMomentsOfItsNode() {
    answered(9_500, "node-1", 1, true);
    answered(9_700, "node-1", 2, false);
    answered(10_900, "node-2", 1, true);

    assertThat(allows(AckMode.ASYNC)).isTrue();
    assertThat(allows(AckMode.SYNC)).as("of what waits for its copies").isFalse();
  }

  @Test
  void letsNoOlderSessionGo_howeverLateItsLastUpdateCame() {
    answered(8_900, "node-1", 1, true);
    answered(9_700, "node-1", 2, false);
    answered(10_900, "node-2", 1, true);

    assertThat(allows(AckMode.ASYNC)).isFalse();
  }

  @Test
  void letsNoSessionGoThatBeganOnANodeWhichLives() {
    answered(9_500, "node-2", 1, true);
    answered(10_900, "node-2", 1, true);

    assertThat(allows(AckMode.ASYNC)).isFalse();
  }

  @Test
  void judgesTheSessionThatWasReplaced_notOneBeforeIt() {
    answered(2_000, "node-1", 1, true);
    ended(3_000, "node-1");
    answered(9_500, "node-1", 1, true);
    answered(10_900, "node-2", 1, true);

    assertThat(allows(AckMode.ASYNC)).isTrue();
  }

  private boolean allows(AckMode ack) {
    DrillPlan plan = FakeCluster.plan(ScenarioLibrary.read("kill"), ack, 0);
    Violation reset =
        HistoryChecker.check(history, HistoryRules.everyAnswer()).violations().stream()
            .filter(found -> found.kind() == Violation.Kind.RESET)
            .reduce(
                (one, other) -> {
                  throw new AssertionError("two resets: " + one + " and " + other);
                })
            .orElseThrow();
    try (Incident kill = new Incident(killed(cluster.nodes().get(0)), at(10_000), List.of())) {
      return new AsyncAllowance(plan, List.of(kill)).covers(reset, history);
    }
  }

  private void answered(long millis, String node, long value, boolean created) {
    String sent = id;
    id = created ? "session-" + millis : id;
    add(
        Request.INCREMENT,
        millis,
        node,
        sent,
        new Reply.Served(value, id, created, Reply.Protection.PROTECTED));
  }

  private void ended(long millis, String node) {
    add(
        Request.INVALIDATE,
        millis,
        node,
        id,
        new Reply.Served(0, "", false, Reply.Protection.PROTECTED));
    id = "";
  }

  private void add(Request request, long millis, String node, String sent, Reply reply) {
    history.add(new Exchange(request, at(millis - 5), at(millis), node, sent, reply));
  }

  private static long at(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static Incident.What killed(ClusterNode node) {
    return new Incident.What(
        "killed " + node.name(),
        "kill",
        List.of(node),
        new BitSet(),
        1,
        Set.of(),
        true,
        true,
        false,
        false,
        Duration.ZERO);
  }
}
