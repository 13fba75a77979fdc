// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.holdfast.drill.report.DrillSetup;
import org.holdfast.drill.report.IncidentReport;
import org.holdfast.drill.report.PhaseReport;
import org.holdfast.drill.report.PromiseReport;
import org.holdfast.drill.report.Quantiles;
import org.holdfast.drill.report.Reports;
import org.holdfast.drill.report.TruthReport;
import org.holdfast.drill.scenario.Expectations;
import org.holdfast.drill.scenario.Scenario;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
  @Test
  void holds_whenEveryRuleDoes() {
    assertThat(reasons("sync", Reports.kill(), Reports.truth(), Map.of("refused", 600L))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "5, 0, 0, 0, 0, 0, 0, 5 answered updates were lost",
    "0, 1, 0, 0, 0, 0, 0, 1 answers were stale",
    "0, 0, 1, 0, 0, 0, 0, 1 sessions were reset",
    "0, 0, 0, 2, 0, 0, 0, 2 answers repeated a value",
    "0, 0, 0, 0, 4, 0, 0, 4 answers came from a session that had ended",
    "0, 0, 0, 0, 0, 3, 0, 3 answers held a value that nobody made",
    "0, 0, 0, 0, 0, 0, 6, 6 answers rested on an older state than answers before them"
  })
  void isBroken_whenAnyUserWasContradicted(
      long lost,
      long stale,
      long reset,
      long repeated,
      long resurrected,
      long contradicted,
      long regressed,
      String reason) {
    TruthReport truth =
        Reports.truth(
            200,
            0,
            0,
            200,
            8_000,
            0,
            lost,
            0,
            lost,
            stale,
            reset,
            0,
            0,
            repeated,
            resurrected,
            contradicted,
            regressed,
            8_000);

    assertThat(reasons("sync", Reports.kill(), truth, Map.of())).containsExactly(reason);
  }

  @Test
  void allowsLossWithinTheWindow_whenAsync() {
    TruthReport allowed =
        Reports.truth(200, 0, 0, 200, 8_000, 0, 4, 4, 0, 0, 2, 2, 0, 4, 0, 0, 0, 0);
    TruthReport tooMuch =
        Reports.truth(200, 0, 0, 200, 8_000, 0, 5, 4, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0);

    assertThat(reasons("async", Reports.kill(), allowed, Map.of())).isEmpty();
    assertThat(reasons("async", Reports.kill(), tooMuch, Map.of()))
        .singleElement()
        .asString()
        .startsWith("1 answered updates were lost that async may not lose");
  }

  @Test
  void isBroken_whenASessionWasResetThatAsyncMayNotLose() {
    TruthReport truth = Reports.truth(200, 0, 0, 200, 8_000, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 0, 0);

    assertThat(reasons("async", Reports.kill(), truth, Map.of()))
        .containsExactly("1 sessions were reset");
  }

  @Test
  void tellsThatNothingProtectedWasLost_whenTheAnswersHadSaidSo() {
    TruthReport truth = Reports.truth(200, 0, 0, 200, 8_000, 9, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    assertThat(reasons("sync", Reports.kill(), truth, Map.of()))
        .containsExactly(
            "2 answered updates were lost, none of them answered as protected: more than one"
                + " failure at a time");
    assertThat(
            Verdict.of(
                    Reports.setup("sync"),
                    ScenarioLibrary.read("link-cut-coordinator"),
                    List.of(Reports.kill()),
                    truth,
                    Reports.phases(),
                    true,
                    List.of())
                .reasons())
        .contains(
            "2 answered updates were lost, none of them answered as protected: at a time at which"
                + " such answers bind");
  }

  @Test
  void promisesOnlyWhatTheScenarioDoesNotLetGo() {
    assertThat(promised("sync", "kill")).contains("no answered update is lost");
    assertThat(promised("async", "kill"))
        .contains("no answered update is lost, but for those of the last 1000 ms of a node");
    assertThat(promised("async", "partition"))
        .contains(
            "no answered update is lost, but for those of the last 1000 ms of a node or the first"
                + " of a cut");
    assertThat(promised("sync", "packet-loss"))
        .contains(
            "no answered update is lost, but for those not protected, from a fault until all nodes"
                + " are in one view again",
            "no session is reset, but for those not protected, from a fault until all nodes are in"
                + " one view again");
    assertThat(promised("sync", "link-cut-coordinator"))
        .contains(
            "no answered update is lost, but for those not protected, from a fault until all nodes"
                + " are in one view again (at most 12000 ms)");
    assertThat(promised("sync", "double-kill"))
        .contains(
            "no answered update is lost, but for those not protected, from a fault until all nodes"
                + " are in one view again, or of sessions all of whose holders ended at once",
            "no session is reset, but for those not protected, from a fault until all nodes are in"
                + " one view again, or all of whose holders ended at once",
            "no more than 600 attempts fail");
  }

  @Test
  void allowsAnyNumberOfFailures_whereThereIsNoLimit() {
    Verdict verdict =
        verdict(Reports.setup("sync", true, null), ScenarioLibrary.read("double-kill"));

    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.promises())
        .contains(new PromiseReport("any number of attempts may fail", "63 failed", true));
  }

  private static List<String> promised(String ack, String scenario) {
    return verdict(Reports.setup(ack), ScenarioLibrary.read(scenario)).promises().stream()
        .map(PromiseReport::promised)
        .toList();
  }

  private static Verdict verdict(DrillSetup setup, Scenario scenario) {
    return Verdict.of(
        setup,
        scenario,
        List.of(Reports.kill()),
        Reports.truth(),
        Reports.phases(),
        true,
        List.of());
  }

  @Test
  void promisesNothingOfSessions_whenNoneWasSeen() {
    TruthReport truth = Reports.truth(200, 0, 0, 0, 8_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    assertThat(reasons("sync", Reports.kill(), truth, Map.of()))
        .as("of a workload that counts in a session")
        .containsExactly("no user had a session, so nothing was shown of any");
    Verdict verdict =
        Verdict.of(
            Reports.setup("sync", false),
            kill(Expectations.NONE),
            List.of(Reports.kill()),
            truth,
            Reports.phases().subList(0, 2),
            true,
            List.of());
    assertThat(verdict.reasons()).isEmpty();
    assertThat(verdict.promises())
        .contains(PromiseReport.unchecked("no session is reset", "no session was seen"));
  }

  @Test
  void isBroken_whenSomeoneWaitedTooLongOrForEver() {
    IncidentReport kill = Reports.kill(67, 60, 7, 2);

    assertThat(reasons("sync", kill, Reports.truth(), Map.of()))
        .containsExactly(
            "7 of 200 users never had a right answer after: killed node-1",
            "2 users waited longer than 2000 ms for a right answer after: killed node-1");
  }

  @Test
  void isBroken_whenNoUserWasOnTheVictim() {
    IncidentReport kill = Reports.kill(0, 0, 0, 0);

    assertThat(reasons("sync", kill, Reports.truth(), Map.of()))
        .containsExactly("killed node-1 proves nothing: it had no users");
  }

  @Test
  void isBroken_whenNothingMovedOrNothingWasAsked() {
    IncidentReport kill = Reports.kill(67, 0, 0, 0);
    TruthReport truth = Reports.truth(199, 1, 4, 200, 8_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    assertThat(reasons("sync", kill, truth, Map.of()))
        .containsExactly(
            "no session went on elsewhere after: killed node-1",
            "1 users had no answer to their last request",
            "4 users had no answered update before the first fault, so nothing was proved for"
                + " them");
  }

  @Test
  void isBroken_whenTooManyAttemptsFailed() {
    assertThat(
            reasons(
                "sync", Reports.kill(), Reports.truth(), Map.of("refused", 600L, "timed-out", 1L)))
        .singleElement()
        .asString()
        .startsWith("601 attempts failed, more than the 600 allowed");
  }

  @Test
  void isBroken_whenTheScenarioForbidsErrorsAndThereAreSome() {
    assertThat(
            verdict(
                    "sync",
                    Reports.kill(),
                    Reports.truth(),
                    Map.of("refused", 2L),
                    expecting(Expectations.Errors.NONE, OptionalDouble.empty()))
                .reasons())
        .containsExactly("2 attempts failed: {refused=2}");
  }

  @Test
  void isBroken_whenSomethingElseWentWrong() {
    Verdict verdict =
        Verdict.of(
            Reports.setup("sync"),
            ScenarioLibrary.read("kill"),
            List.of(Reports.kill()),
            Reports.truth(),
            Reports.phases().subList(0, 2),
            true,
            List.of("node-2 ended by itself"));

    assertThat(verdict.reasons()).containsExactly("node-2 ended by itself");
    assertThat(verdict.promises())
        .filteredOn(promise -> !promise.kept())
        .singleElement()
        .satisfies(
            promise -> {
              assertThat(promise.promised()).endsWith("no node ends by itself");
              assertThat(promise.seen()).isEqualTo("node-2 ended by itself");
            });
  }

  @Test
  void namesEachPromiseWithWhatWasSeen() {
    assertThat(
            verdict("sync", Reports.kill(), Reports.truth(), Map.of(), Expectations.NONE)
                .promises())
        .contains(
            new PromiseReport("no answered update is lost", "0 of 8,000 lost", true),
            new PromiseReport(
                "every session is protected again after: killed node-1", "1200 ms", true))
        .allMatch(PromiseReport::kept);
  }

  @Test
  void isBroken_whenAttemptsFailBeforeAnythingWasDone() {
    assertThat(
            Verdict.of(
                    Reports.setup("sync"),
                    ScenarioLibrary.read("kill"),
                    List.of(Reports.kill()),
                    Reports.truth(),
                    List.of(
                        new PhaseReport("before", 8, 3_000, 375, Map.of("refused", 3L), times(10)),
                        new PhaseReport("during", 2, 700, 350, Map.of("refused", 9L), times(21)),
                        new PhaseReport("rejoin", 2, 700, 350, Map.of("refused", 9L), times(21))),
                    true,
                    List.of())
                .reasons())
        .containsExactly(
            "3 attempts failed before anything was done, or when everybody was over it:"
                + " {refused=3}");
  }

  static Scenario kill(Expectations expected) {
    Scenario kill = ScenarioLibrary.read("kill");
    return new Scenario(
        kill.name(),
        kill.summary(),
        kill.nodes(),
        kill.secondaries(),
        kill.consistent(),
        kill.users(),
        kill.routing(),
        kill.slow(),
        kill.settings(),
        kill.length(),
        kill.steps(),
        expected);
  }

  static Expectations expecting(Expectations.Errors errors, OptionalDouble growth) {
    return new Expectations(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        errors,
        growth,
        Expectations.Losses.NONE,
        Optional.empty(),
        false);
  }

  private static List<String> reasons(
      String ack, IncidentReport kill, TruthReport truth, Map<String, Long> errors) {
    return verdict(ack, kill, truth, errors, Expectations.NONE).reasons();
  }

  static Verdict verdict(
      String ack,
      IncidentReport incident,
      TruthReport truth,
      Map<String, Long> errors,
      Expectations expected) {
    return Verdict.of(
        Reports.setup(ack),
        kill(expected),
        List.of(incident),
        truth,
        List.of(
            new PhaseReport("before", 8, 3_000, 375, Map.of(), times(10)),
            new PhaseReport("during", 2, 700, 350, errors, times(21)),
            new PhaseReport("after", 10, 3_900, 390, Map.of(), times(12))),
        true,
        List.of());
  }

  static Quantiles times(double p99) {
    return new Quantiles(100, 1, 2, p99, p99);
  }
}
