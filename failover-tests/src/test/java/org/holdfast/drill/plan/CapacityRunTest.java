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

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.plan.report.CapacityReport.Capacity;
import org.holdfast.drill.plan.report.CapacityReport.ContenderReport;
import org.holdfast.drill.plan.report.CapacityReport.Ratio;
import org.holdfast.drill.plan.report.CapacityReport.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The planner against simulated nodes of one core, of which all is known. */
@Timeout(60)
class CapacityRunTest {

  @Test
  void findsTheUsersAtTheCap_confirmsThem_andNamesTheCpu() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 0, 19_000), nodes);

    // 450 requests/s of 1 ms are 45 % of each node; a user makes one in 1.01 s.
    Capacity found = report.contenders().get(0).capacity();
    assertThat(report.verdict()).isEqualTo("valid");
    assertThat(found.users()).isBetween(430, 454);
    assertThat(found.failing()).isGreaterThan(454);
    assertThat(found.line()).contains("p90 0.010 s", "(cap 45 %)", "2 nodes x 1 core", "3 runs");
    assertThat(report.contenders().get(0).limit().findings().get(0).kind()).isEqualTo("cpu");
    assertThat(report.contenders().get(0).limit().demands().get(0).cpuMicrosPerRequest())
        .isCloseTo(1_000, within(1.0));
    assertThat(nodes.closed).isTrue();
    assertThat(nodes.sessionsEnded).isEqualTo(nodes.stages);
  }

  @Test
  void beginsNearTheCapacity_asTheDiscardedStageSuggests() throws Exception {
    CapacityReport report =
        Simulations.report(Simulations.plan(0.45, 0, 19_000), new SimulatedNodes(2, 0.001));

    List<Stage> stages = report.contenders().get(0).stages();
    assertThat(stages.get(0).users()).isBetween(250, 350);
    assertThat(stages).hasSizeLessThan(12);
  }

  @Test
  void killsANodeAtTheCapacity_andComparesTheCaps() throws Exception {
    ContenderReport safe =
        Simulations.report(Simulations.plan(0.45, 1, 19_000), new SimulatedNodes(2, 0.001))
            .contenders()
            .get(0);

    assertThat(safe.verdict()).isEqualTo("valid");
    assertThat(safe.loss().killed()).containsExactly("node-2");
    assertThat(safe.loss().survived()).isTrue();
    assertThat(safe.loss().safeCap()).isCloseTo(0.45, within(1e-9));
    assertThat(safe.loss().measuredCap()).isCloseTo(0.45, within(0.01));
    assertThat(safe.loss().settled()).startsWith("the survivors had settled ");
  }

  @Test
  void fails_whenTheSurvivorsCannotCarryTheLoad() throws Exception {
    CapacityReport report =
        Simulations.report(Simulations.plan(0.6, 1, 19_000), new SimulatedNodes(2, 0.001));

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.reasons().get(0))
        .startsWith("the loss of nodes was not survived: the cap of 60 % is too high");
    assertThat(report.contenders().get(0).loss().survived()).isFalse();
  }

  @Test
  void saysAtLeast_whenTheMostUsersPass() throws Exception {
    CapacityReport report =
        Simulations.report(Simulations.plan(0.45, 0, 200), new SimulatedNodes(2, 0.001));

    assertThat(report.verdict()).isEqualTo("valid");
    assertThat(report.contenders().get(0).capacity().atLeast()).isTrue();
    assertThat(report.contenders().get(0).capacity().line()).startsWith("at least 200 users, ");
    assertThat(report.contenders().get(0).closerLook()).isNull();
  }

  @Test
  void fails_whenUpdatesAreLostWithAnyNumberOfUsers() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.losesFrom = 1;

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 0, 19_000), nodes);

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.reasons()).containsExactly("not even 1 user is sustained");
    assertThat(report.contenders().get(0).capacity().line()).isEmpty();
  }

  @Test
  void staysBelowTheUsersWithWhomRequestsFail() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.failsFrom = 300;

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 0, 19_000), nodes);

    assertThat(report.contenders().get(0).capacity().users()).isBetween(280, 299);
    assertThat(report.contenders().get(0).capacity().limits()).containsExactly("7 requests failed");
  }

  @Test
  void isInvalid_whenTheDriverDoubtsItselfBelowTheCap() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.doubtsFrom = 1;

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 0, 19_000), nodes);

    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.reasons().get(0)).contains("invalid 3 times in a row", "the driver is busy");
  }

  @Test
  void takesANodeOverItsCapForFailed_howeverBadlyTheDriverMeasured() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.doubtsFrom = 470;

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 0, 19_000), nodes);

    assertThat(report.verdict()).isEqualTo("valid");
    assertThat(report.contenders().get(0).capacity().users()).isBetween(430, 454);
  }

  @Test
  void searchesSeveralInTurn_andComparesThemWithTheFirst() throws Exception {
    SimulatedNodes cheap = new SimulatedNodes(2, 0.001);
    SimulatedNodes dear = new SimulatedNodes(2, 0.002, 2_000);
    List<String> said = new ArrayList<>();
    CapacityPlan plan = Simulations.plan(0.45, 0, 19_000);

    CapacityReport report =
        CapacityReports.of(
            plan,
            Simulations.run(
                plan,
                List.of(Simulations.contender("holdfast", 2), Simulations.contender("none", 2)),
                List.of(cheap, dear),
                said),
            "holdfast capacity --compare holdfast,none",
            Simulations.SOMEWHERE);

    assertThat(report.verdict()).isEqualTo("valid");
    Ratio ratio = report.ratios().get(0);
    assertThat(ratio.contender()).isEqualTo("none");
    assertThat(ratio.to()).isEqualTo("holdfast");
    assertThat(ratio.users()).isCloseTo(0.5, within(0.03));
    assertThat(ratio.low()).isLessThan(0.5);
    assertThat(ratio.high()).isGreaterThan(0.5);
    List<String> stages = said.stream().filter(line -> line.contains(": stage ")).toList();
    assertThat(stages.get(0)).startsWith("holdfast: stage 1 (grow), ").contains(" left, at most ");
    assertThat(stages.get(1)).startsWith("none: stage 1 (grow), ");
    assertThat(stages.get(2)).startsWith("holdfast: stage 2 ");
  }

  @Test
  void stopsWhatItStarted_whenTheSecondContenderDoesNotStart() {
    SimulatedNodes first = new SimulatedNodes(2, 0.001);
    CapacityPlan plan = Simulations.plan(0.45, 0, 19_000);

    assertThat(
            catchThrowable(
                () ->
                    Simulations.run(
                        plan,
                        List.of(
                            Simulations.contender("holdfast", 2), Simulations.contender("none", 2)),
                        List.of(first),
                        new ArrayList<>())))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(first.closed).isTrue();
  }
}
