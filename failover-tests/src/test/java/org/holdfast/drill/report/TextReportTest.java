// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {

  @Test
  void endsWithTheVerdictAndItsReasons_whenBroken() {
    List<String> lines = TextReport.lines(Reports.report(List.of("3 sessions were reset", "and")));

    assertThat(lines).last().isEqualTo("VERDICT: broken: 3 sessions were reset; and");
    assertThat(lines.get(lines.size() - 2)).contains("slowest recovery 96 ms");
  }

  @Test
  void endsWithWhatWasKept_whenItHolds() {
    List<String> lines = TextReport.lines(Reports.report(List.of()));

    assertThat(lines)
        .last()
        .isEqualTo(
            "VERDICT: holds: 200 of 200 users kept every answered update; slowest recovery 96 ms;"
                + " unprotected for 1.2 s");
  }

  @Test
  void tellsWhatNodesCountedAndWhetherAnythingGrew() {
    assertThat(TextReport.lines(Reports.report(List.of())))
        .containsSubsequence(
            "counters   of 2 nodes contradict what users saw; of 1 of them not everything is known",
            "  node-2 contradicts itself",
            "growth     1 of 3 series of what nodes hold grew",
            "  grew: node-2: threads 40, 52, 64, 75 from 60 s to 180 s",
            "  node-2: live heap 21.0 MiB to 21.0 MiB, threads 40 to 75",
            "  not judged: node-1: 2 of 3 lives were shorter than 120 s");
  }

  @Test
  void tellsByWhichRuleUpdatesMayBeLost() {
    TruthReport lost = Reports.truth(200, 0, 0, 200, 8_000, 0, 9, 9, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0);
    TruthReport orphaned =
        Reports.truth(200, 0, 0, 200, 8_000, 0, 9, 9, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0);
    String ofOrphans = "9 of them of sessions all of whose holders ended at once";

    assertThat(lines("async", lost))
        .contains(
            "answered updates lost     9 of 8000 (9 of them within the 1000 ms that async may"
                + " lose)",
            "  resets that may be      2: of sessions that began within the 1000 ms that async may"
                + " lose");
    assertThat(lines("sync", orphaned))
        .contains("answered updates lost     9 of 8000 (" + ofOrphans + ")");
    assertThat(lines("async", orphaned))
        .contains(
            "answered updates lost     9 of 8000 ("
                + ofOrphans
                + ", or within the 1000 ms that async may lose)");
  }

  @Test
  void tellsThatUnprotectedAnswersMayLoseThem() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode truth = mapper.valueToTree(Reports.truth());
    truth.put("lostUpdates", 9).put("lostUpdatesAllowed", 9).put("lostUpdatesUnbound", 9);
    truth.put("resetSessions", 1).put("resetSessionsAllowed", 1);

    assertThat(lines("sync", mapper.treeToValue(truth, TruthReport.class)))
        .contains(
            "answered updates lost     9 of 8000 (9 of them that unprotected answers may lose, as"
                + " the scenario allows)",
            "  resets that may be      1: that unprotected answers may lose, as the scenario"
                + " allows");
  }

  private static List<String> lines(String ack, TruthReport truth) {
    return TextReport.lines(Reports.report(Reports.setup(ack), truth));
  }

  @Test
  void doubtsTheMachine_whenTheDriverWasLate() {
    assertThat(driver(50).doubt()).isEmpty();
    assertThat(driver(51).doubt())
        .hasValueSatisfying(
            words -> assertThat(words).startsWith("The driver was late by 51 ms at p99: this"));
    assertThat(TextReport.lines(Reports.report(List.of())))
        .anyMatch(line -> line.startsWith("The driver was late by 90 ms"));
  }

  private static DriverReport driver(double lateMillis) {
    return new DriverReport(new Quantiles(9, 1, 2, lateMillis, 600), 0);
  }

  @Test
  void tellsTheFiguresOfTheKillAndOfEachPhase() {
    List<String> lines = TextReport.lines(Reports.report(List.of()));

    assertThat(lines)
        .contains(
            "answered updates lost     0 of 8000",
            "errors seen by users      61 refused, 2 timed-out",
            "ids given up              90 at login, 80 at logout; 160 of them tried again; 1 login"
                + " without an answer, made anew",
            "answers on older states   0 of 7000",
            "scenario kill on engine process, integration tomcat: A node is killed.",
            "killed node-1 with 67 users at 8.0 s; 67 of their sessions went on elsewhere",
            "until the view changed    first other node 850 ms, all 901 ms, settled and protected"
                + " again 1200 ms",
            "  who turned at once      median 12 ms, p90 40 ms, max 96 ms (67 users)")
        .anyMatch(line -> line.matches("during +2\\.0 +700 .* 60 refused, 2 timed-out"));
  }
}
