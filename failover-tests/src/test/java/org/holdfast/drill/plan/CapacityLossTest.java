// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.plan.report.CapacityReport.ContenderReport;
import org.holdfast.drill.plan.report.CapacityReport.Loss;
import org.holdfast.drill.plan.report.CapacityText;
import org.holdfast.drill.run.AckMode;
import org.holdfast.drill.run.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The loss of nodes at the capacity found, with simulated nodes of one core. */
@Timeout(60)
class CapacityLossTest {

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
  void doesNotKnow_whenTheSurvivorsHadNotSettledBeforeTheStageWasOver() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.settles = false;

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 1, 19_000), nodes);

    Loss loss = report.contenders().get(0).loss();
    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.reasons().get(0))
        .startsWith("whether the loss of nodes is survived is not known: ");
    assertThat(loss.survived()).isNull();
    assertThat(loss.stage().verdict()).isEqualTo("invalid");
    assertThat(loss.stage().words()).containsExactly("CPU of the survivors could not be measured");
    assertThat(loss.settled()).startsWith("the survivors had not settled ").contains("--stages");
  }

  @Test
  void isAFindingOfAComparisonAlone_thatNobodyKnowsOfALoss() throws Exception {
    SimulatedNodes first = new SimulatedNodes(2, 0.001);
    SimulatedNodes second = new SimulatedNodes(2, 0.001, 2_000);
    first.settles = false;
    second.settles = false;
    CapacityPlan plan = Simulations.plan(0.45, 1, 19_000);

    CapacityReport report =
        CapacityReports.of(
            plan,
            Simulations.run(
                plan,
                List.of(
                    Simulations.contender("holdfast", 2),
                    new Contender("session", 2, Manager.HOLDFAST, Scope.SESSION, AckMode.SYNC)),
                List.of(first, second),
                new ArrayList<>()),
            "holdfast capacity --compare modified-attribute,session",
            Simulations.SOMEWHERE);

    assertThat(report.contenders())
        .allSatisfy(
            contender -> {
              assertThat(contender.verdict()).isEqualTo("invalid");
              assertThat(contender.capacity().line()).isNotEmpty();
            });
    assertThat(report.verdict()).isEqualTo("valid");
    assertThat(report.reasons()).isEmpty();
  }

  @Test
  void failsForLostUpdates_thoughTheSurvivorsCouldNotBeMeasured() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.settles = false;
    nodes.afterLoss.add("updates");

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 1, 19_000), nodes);

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.contenders().get(0).loss().stage().words())
        .containsExactly("3 answered updates were lost");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "answers         | nothing was answered",
        "bound           | the bound was missed (2.00 s)",
        "open-at-the-end | 40 are open",
        "requests        | 440 requests failed, of which the kill explains 220"
      })
  void doesNotSurviveALoss_ofMoreThanTheKillExplains(String wrong, String words) throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.afterLoss.add(wrong);

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 1, 19_000), nodes);

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.contenders().get(0).loss().survived()).isFalse();
    assertThat(report.contenders().get(0).loss().stage().words()).containsExactly(words);
  }

  @Test
  void countsWhatTheLivingRefused_butNotWhatTheDeadDid() throws Exception {
    SimulatedNodes dead = new SimulatedNodes(2, 0.001);
    dead.errorsAfterLoss.putAll(Map.of("refused", 220L, "lost-in-flight", 5L));
    SimulatedNodes living = new SimulatedNodes(2, 0.001);
    living.errorsAfterLoss.putAll(
        Map.of("unavailable", 180L, "timed-out", 21L, "answer-too-long", 20L));

    assertThat(Simulations.report(Simulations.plan(0.45, 1, 19_000), dead).verdict())
        .isEqualTo("valid");
    assertThat(Simulations.report(Simulations.plan(0.45, 1, 19_000), living).reasons().get(0))
        .endsWith("not survived: 221 requests failed, of which the kill explains 220");
  }

  @Test
  void doesNotBelieveADriverThatWasOverloadedInTheLoss() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.afterLoss.addAll(List.of("driver-cpu", "bound"));

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 1, 19_000), nodes);

    assertThat(report.verdict()).isEqualTo("invalid");
    assertThat(report.contenders().get(0).loss().misses())
        .containsExactly("the bound was missed (2.00 s)", "the driver is busy");
  }

  @Test
  void tellsThatUpdatesWereNotFollowed_whereNoAnswerShowsThem() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    nodes.showsUpdates = false;

    CapacityReport report = Simulations.report(Simulations.plan(0.45, 1, 19_000), nodes);

    assertThat(report.verdict()).isEqualTo("valid");
    assertThat(report.contenders().get(0).stages().get(0).countersChecked()).isZero();
    assertThat(report.contenders().get(0).loss().words()).endsWith("and updates were not followed");
    assertThat(CapacityText.lines(report))
        .contains("updates   not followed: no answer of the search shows what was updated");
  }
}
