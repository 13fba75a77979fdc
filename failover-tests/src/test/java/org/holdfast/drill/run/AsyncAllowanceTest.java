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

import java.util.List;
import java.util.Set;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;

/** A node is killed at second 10; the window is a second. */
class AsyncAllowanceTest {
  private final FakeCluster cluster = new FakeCluster(2, FakeCluster.Honesty.SHARES);
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
