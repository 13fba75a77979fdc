// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.loadrun.JsonSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsReportTest {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-drill-runs-1.schema.json");

  @Test
  void sumsUpAnswersAndTakesMedianAndLongestOfTimes() {
    assertThat(lines(run(9, 20), run(30, 50), run(10, 90)))
        .contains(
            "3 runs of kill: 2 held, 1 broken",
            "view changed, all         median 901 ms, longest 901 ms (3)",
            "all in one view again     -",
            "first right, median       median 12 ms, longest 12 ms (3)",
            "first right, p99          median 90 ms, longest 90 ms (3)",
            "response p99, before      median 10 ms, longest 30 ms (3)",
            "response p99, during      median 50 ms, longest 90 ms (3)",
            "failed attempts           6 while something went on, 3 else")
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("answers                   24,000; lost 0, stale 0, reset 0"));
  }

  @Test
  void tellsApartWhatMayBeLost() throws Exception {
    DrillReport sample = run(9, 20);

    assertThat(lines(sample, sample)).noneMatch(line -> line.startsWith("lost as allowed"));
    RunsReport.Answers allowed =
        RunsReport.of(List.of(allowing(sample), allowing(sample))).answers();
    assertThat(allowed.lost()).isZero();
    assertThat(allowed.lostAllowed()).isEqualTo(14);
    assertThat(allowed.reset()).isZero();
    assertThat(allowed.resetAllowed()).isEqualTo(4);
    assertThat(lines(allowing(sample), allowing(sample)))
        .contains("lost as allowed           14 updates, 4 sessions reset");
  }

  @Test
  void leavesOutThePercentilesOfAPhaseWithoutAnswers() {
    DrillReport run = with(List.of(phase("before", 8, 10), phase("during", 0, 0)), List.of());

    assertThat(lines(run))
        .contains(
            "response p99, before      median 10 ms, longest 10 ms (1)",
            "response p99, during      -");
  }

  @Test
  void fitsItsSchema_andIsReadBack(@TempDir Path directory) throws Exception {
    JsonSchema schema = new JsonSchema(SCHEMA);
    Path file = directory.resolve("runs.json");
    DrillReport quiet = with(List.of(phase("before", 0, 0)), List.of());

    for (List<DrillReport> runs : List.of(List.of(run(9, 20), run(30, 50)), List.of(quiet))) {
      RunsReport report = RunsReport.of(runs);
      JsonReport.write(report, file);
      JsonNode json = new ObjectMapper().readTree(file.toFile());

      assertThat(schema.problems(json)).isEmpty();
      assertThat(new ObjectMapper().treeToValue(json, RunsReport.class)).isEqualTo(report);
    }
  }

  @Test
  void namesTheReasonsOfEachRun_andTheLeastOfTimes() {
    RunsReport report = RunsReport.of(List.of(run(9, 20), run(30, 50)));

    assertThat(report.held()).isEqualTo(1);
    assertThat(report.each())
        .containsExactly(
            new RunsReport.Run("holds", List.of()),
            new RunsReport.Run("broken", List.of("too slow")));
    assertThat(report.times().responseP99During())
        .isEqualTo(new RunsReport.Spread(2, 20.0, 35.0, 50.0));
    assertThat(report.times().rejoined()).isEqualTo(new RunsReport.Spread(0, null, null, null));
  }

  private static List<String> lines(DrillReport... runs) {
    return RunsText.lines(RunsReport.of(List.of(runs)));
  }

  private static DrillReport run(double before, double during) {
    return with(
        List.of(
            phase("before", 100, before),
            new PhaseReport("during", 2, 700, 350, Map.of("refused", 2L), times(100, during)),
            new PhaseReport("after", 10, 700, 70, Map.of("refused", 1L), times(100, 7))),
        before > 20 ? List.of("too slow") : List.of());
  }

  private static DrillReport with(List<PhaseReport> phases, List<String> reasons) {
    DrillReport sample = Reports.report(reasons);
    return new DrillReport(
        sample.format(),
        reasons.isEmpty() ? "holds" : "broken",
        reasons,
        sample.scenario(),
        sample.setup(),
        sample.incidents(),
        sample.promises(),
        sample.truth(),
        sample.affected(),
        sample.errors(),
        phases,
        sample.driver(),
        sample.counters(),
        sample.growth(),
        sample.timeline());
  }

  /** The same, where 7 updates and 2 sessions were lost that may be. */
  private static DrillReport allowing(DrillReport run) throws Exception {
    ObjectNode json = new ObjectMapper().valueToTree(run);
    ((ObjectNode) json.path("truth"))
        .put("lostUpdates", 7)
        .put("lostUpdatesAllowed", 7)
        .put("resetSessions", 2)
        .put("resetSessionsAllowed", 2);
    return new ObjectMapper().treeToValue(json, DrillReport.class);
  }

  private static PhaseReport phase(String name, long count, double p99) {
    return new PhaseReport(name, 8, count, count / 8.0, Map.of(), times(count, p99));
  }

  private static Quantiles times(long count, double p99) {
    return new Quantiles(count, 1, 2, p99, p99);
  }
}
