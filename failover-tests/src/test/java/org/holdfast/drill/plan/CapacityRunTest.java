// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
import org.holdfast.drill.plan.report.CapacityText;
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
    assertThat(report.contenders().get(0).stages())
        .filteredOn(stage -> stage.verdict().equals("failed"))
        .isNotEmpty()
        .allSatisfy(stage -> assertThat(stage.words()).contains("7 attempts failed"));
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

    CapacityReport report = Simulations.compared(plan, cheap, dear, said);

    assertThat(report.verdict()).isEqualTo("valid");
    Ratio ratio = report.ratios().get(0);
    assertThat(ratio.contender()).isEqualTo("none");
    assertThat(ratio.to()).isEqualTo("holdfast");
    assertThat(ratio.users()).isCloseTo(0.5, within(0.03));
    assertThat(ratio.low()).isLessThan(0.5);
    assertThat(ratio.high()).isGreaterThan(0.5);
    List<String> stages = said.stream().filter(line -> line.contains(": stage ")).toList();
    assertThat(stages.get(0)).startsWith("holdfast: stage 1 (grow), ").contains(" left, about ");
    assertThat(stages.get(1)).startsWith("none: stage 1 (grow), ");
    // Neither is always the first of a round.
    assertThat(stages.get(2)).startsWith("none: stage 2 ");
    assertThat(stages.get(3)).startsWith("holdfast: stage 2 ");
    assertThat(stages.get(4)).startsWith("holdfast: stage 3 ");
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

  @Test
  void endsTheSearchOfAContenderWhoseNodeEnds_andGoesOnWithTheOther() throws Exception {
    SimulatedNodes dying = new SimulatedNodes(2, 0.001);
    dying.endsFrom = 400;
    SimulatedNodes other = new SimulatedNodes(2, 0.001, 2_000);
    List<String> said = new ArrayList<>();
    CapacityPlan plan = Simulations.plan(0.45, 0, 19_000);

    CapacityReport report =
        CapacityReports.of(
            plan,
            Simulations.run(
                plan,
                List.of(Simulations.contender("holdfast", 2), Simulations.contender("none", 2)),
                List.of(dying, other),
                said),
            "holdfast capacity --compare holdfast,none",
            Simulations.SOMEWHERE);

    ContenderReport ended = report.contenders().get(0);
    assertThat(ended.verdict()).isEqualTo("failed");
    assertThat(ended.capacity().outcome()).isEqualTo("node-ended");
    assertThat(ended.capacity().words())
        .isEqualTo("node-2 ended in the stage with 480 users, after 320 had passed");
    assertThat(ended.limit().findings().get(0).kind()).isEqualTo("node-ended");
    assertThat(ended.stages()).hasSize(1);
    assertThat(said).contains("  failed: " + ended.capacity().words());
    assertThat(report.contenders().get(1).verdict()).isEqualTo("valid");
    assertThat(report.verdict()).isEqualTo("failed");
  }

  @Test
  void fails_whenANodeDoesNotLiveThroughTheDiscardedStage() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.endsFrom = 1;

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 0, 19_000), nodes);

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.reasons()).containsExactly("node-2 ended in the stage that is discarded");
  }

  @Test
  void doesNotTryALoss_whenANodeEndedInTheCloserLook() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    CapacityPlan plan = Simulations.plan(0.45, 1, 19_000);
    List<String> said = new ArrayList<>();
    CapacityRun run =
        Simulations.prepared(
            plan,
            List.of(Simulations.contender("holdfast", 2)),
            List.of(nodes),
            new ArrayList<>() {
              @Override
              public boolean add(String line) {
                if (line.contains("closer look")) {
                  nodes.endsFrom = 1;
                }
                return said.add(line);
              }
            });

    CapacityReport report =
        CapacityReports.of(plan, run.run(), "holdfast capacity", Simulations.SOMEWHERE);

    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.contenders().get(0).loss().words()).endsWith(". Not tried: node-2 ended");
    assertThat(report.contenders().get(0).loss().stage()).isNull();
  }

  @Test
  void keepsTheStagesOfARunThatCannotGoOn_butConfirmsNothing() throws Exception {
    SimulatedNodes first = new SimulatedNodes(2, 0.001);
    SimulatedNodes second = new SimulatedNodes(2, 0.001, 2_000);
    second.brokenStage = 4;
    CapacityPlan plan = Simulations.plan(0.45, 1, 19_000);
    CapacityRun run =
        Simulations.prepared(
            plan,
            List.of(Simulations.contender("holdfast", 2), Simulations.contender("none", 2)),
            List.of(first, second),
            new ArrayList<>());

    assertThat(catchThrowable(run::run)).hasMessage("too many open files");
    CapacityReport report =
        CapacityReports.of(
            plan,
            run.soFar("could not go on"),
            "holdfast capacity",
            Simulations.SOMEWHERE,
            "could not go on");

    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.reasons()).startsWith("could not go on");
    assertThat(report.contenders().get(0).stages()).hasSize(3);
    assertThat(report.contenders().get(1).stages()).hasSize(2);
    assertThat(report.contenders().get(0).capacity().outcome()).isEqualTo("stopped");
    assertThat(report.contenders().get(0).capacity().line()).isEmpty();
    assertThat(report.contenders().get(1).capacity().words())
        .isEqualTo("could not go on in the search, after 2 stages");
    assertThat(CapacityText.lines(report))
        .contains("loss      not tried: the run did not come to it");
  }

  @Test
  void endsWithFewestUsersThatTheWorkersCanShare() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.losesFrom = 1;

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 0, 19_000, 64), nodes);

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.reasons())
        .containsExactly("not even 64 users, the fewest allowed, are sustained");
  }

  @Test
  void fitsTheLaw_andFailsForALossThatOneSizeDoesNotSurvive() throws Exception {
    CapacityPlan plan = Simulations.plan(0.6, 1, 19_000);
    List<SimulatedNodes> nodes = new ArrayList<>();
    List<Contender> contenders = new ArrayList<>();
    for (int size = 2; size <= 4; size++) {
      nodes.add(new SimulatedNodes(size, 0.001, 1_000 * size));
      Contender one = Simulations.contender("holdfast", size);
      contenders.add(
          new Contender("holdfast-" + size, size, one.manager(), one.scope(), one.ack()));
    }

    CapacityReport report =
        CapacityReports.of(
            plan,
            Simulations.run(plan, contenders, nodes, new ArrayList<>()),
            "holdfast capacity --node-counts 2,3,4",
            Simulations.SOMEWHERE);

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.reasons()).singleElement().asString().startsWith("holdfast-2: the loss of");
    assertThat(report.scalability().predictions().get(0).nodes()).isEqualTo(8);
    assertThat(String.join("\n", CapacityText.lines(report))).contains("scalability law: ");
  }

  @Test
  void passesOverWhatARivalDoesNotSurvive() throws Exception {
    CapacityPlan plan = Simulations.plan(0.6, 1, 19_000);

    CapacityReport report =
        CapacityReports.of(
            plan,
            Simulations.run(
                plan,
                List.of(Simulations.contender("holdfast", 3), Simulations.contender("none", 2)),
                List.of(new SimulatedNodes(3, 0.001), new SimulatedNodes(2, 0.001, 2_000)),
                new ArrayList<>()),
            "holdfast capacity --compare holdfast,none",
            Simulations.SOMEWHERE);

    assertThat(report.contenders().get(1).verdict()).isEqualTo("failed");
  }

  @Test
  void tellsHowLongItTakes_alsoInWhatComesBeforeAndAfterTheSearch() throws Exception {
    List<String> said = new ArrayList<>();
    CapacityPlan plan = Simulations.plan(0.45, 1, 19_000);

    List<Outcome> unused =
        Simulations.run(
            plan,
            List.of(Simulations.contender("holdfast", 2)),
            List.of(new SimulatedNodes(2, 0.001)),
            said);

    // 25 s a stage by the plan, 20 s as measured; 5 stages from the first on, closer look and loss.
    List<String> timed = said.stream().filter(line -> line.contains(" left")).toList();
    assertThat(timed.get(0)).startsWith("warm-up of holdfast, discarded; about ");
    assertThat(timed.get(1)).startsWith("stage 1 (grow), 320 users; about ");
    assertThat(timed)
        .filteredOn(line -> line.contains("recheck"))
        .singleElement()
        .asString()
        .contains("; about 60 s left, ");
    assertThat(timed.get(timed.size() - 2)).endsWith("a closer look at 460 users; about 40 s left");
    assertThat(timed.get(timed.size() - 1)).endsWith("at 440 users; about 20 s left");
  }

  @Test
  void doesNotOverloadNodesAgain_whenTheirThreadsCannotBeSeen() throws Exception {
    List<String> said = new ArrayList<>();
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.hasProcesses = false;
    CapacityPlan plan = Simulations.plan(0.45, 0, 19_000);

    List<Outcome> outcomes =
        Simulations.run(plan, List.of(Simulations.contender("holdfast", 2)), List.of(nodes), said);

    assertThat(said).noneMatch(line -> line.contains("closer look"));
    assertThat(said)
        .filteredOn(line -> line.contains("recheck"))
        .singleElement()
        .asString()
        .contains("; about 20 s left, ");
    assertThat(outcomes.get(0).closerLook()).isNull();
    assertThat(outcomes.get(0).threads().summary()).contains("no node's process is known");
  }

  @Test
  void countsNoStageForALossThatNobodyWants() throws Exception {
    List<String> said = new ArrayList<>();
    CapacityPlan plan = Simulations.plan(0.45, 0, 19_000);

    List<Outcome> unused =
        Simulations.run(
            plan,
            List.of(Simulations.contender("holdfast", 2)),
            List.of(new SimulatedNodes(2, 0.001)),
            said);

    assertThat(said)
        .filteredOn(line -> line.contains("recheck"))
        .singleElement()
        .asString()
        .contains("; about 40 s left, ");
  }
}
