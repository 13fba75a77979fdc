// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.CrowdTally;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.crowd.UserTally;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.stage.Bound;
import org.holdfast.drill.stage.StageFigures.ServerCount;
import org.holdfast.drill.stage.StageFigures.Servers;
import org.holdfast.drill.workers.DriverFigures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadReportTest {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-load-1.schema.json");

  @Test
  void isValid_andSaysItInOneLineThatIsNeverABareNumber() {
    LoadReport report = report(0, 0);

    assertThat(report.reasons()).isEmpty();
    assertThat(LoadText.lines(report)).last().isEqualTo("VERDICT: valid");
    assertThat(LoadText.markdown(report))
        .matches(
            "200 users, 200\\.0 requests/s, p90 0\\.100 s \\(bound 0\\.800 s\\), driver CPU 5 % \\(cap"
                + " 50 %\\), think 0\\.90 of 0\\.90 s, Little's law error 0\\.0 %, errors 0 of"
                + " 20,000, 1 node, JDK \\S+, 1 run, valid");
  }

  @Test
  void tellsWhyItFailed() {
    assertThat(LoadText.lines(report(0, 3)))
        .last()
        .asString()
        .startsWith("VERDICT: failed: 3 attempts failed in 20003 requests, 0.015 %")
        .endsWith("{refused=3}");
  }

  @Test
  void tellsTheRateInsteadOfUsers_whenTheModelIsOpen() {
    List<String> lines = LoadText.lines(report(200, 0));

    assertThat(lines.get(0)).startsWith("200.0 requests/s (exponential), at most 200 in flight");
    assertThat(String.join("\n", lines))
        .contains("200.0 of 200.0 requests/s, p90 0.100 s")
        .doesNotContain("Little");
  }

  @Test
  void fitsItsSchema(@TempDir Path directory) throws Exception {
    JsonSchema schema = new JsonSchema(SCHEMA);
    for (LoadReport report :
        List.of(report(0, 0), report(0, 3), report(200, 0), report(0, 0, 0, 0.4))) {
      assertThat(schema.problems(written(report, directory))).isEmpty();
    }
  }

  @Test
  void doesNotFitItsSchema_whenAFieldIsMissingOrNew(@TempDir Path directory) throws Exception {
    JsonSchema schema = new JsonSchema(SCHEMA);
    ObjectNode json = (ObjectNode) written(report(0, 0), directory);
    json.put("novel", 1);
    json.put("verdict", "perhaps");
    ((ObjectNode) json.path("result")).remove("jain");

    assertThat(schema.problems(json))
        .containsExactlyInAnyOrder(
            "/novel is not in the schema", "/verdict is \"perhaps\"", "/result/jain is missing");
  }

  @Test
  void holdsWholeHistograms_thatAddUpWithoutLoss(@TempDir Path directory) throws Exception {
    JsonNode json = written(report(0, 0), directory);
    Histogram merged = new Histogram(3);
    for (int worker = 0; worker < 2; worker++) {
      byte[] bytes = Base64.getDecoder().decode(json.at("/fromDueMillis/hdr").asText());
      merged.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0));
    }

    assertThat(merged.getTotalCount()).isEqualTo(40_000);
    assertThat(merged.getCountAtValue(100_000)).isEqualTo(40_000);
  }

  @Test
  void fails_whenAnUpdateWasLostThatNoPhaseSaw() {
    LoadReport report = report(0, 0, 1);

    assertThat(report.verdict()).isEqualTo("failed");
    assertThat(report.result().countersWrong()).isEqualTo(1);
    assertThat(report.reasons()).singleElement().asString().startsWith("1 answers of the run did");
  }

  @Test
  void tellsPartsOfACore_whereTheDriverHasNoMore() {
    LoadReport report = report(0, 0, 0, 0.4);

    assertThat(report.environment().cores()).isEqualTo(0.4);
    assertThat(report.driver().workers().get(0).cores()).isEqualTo(0.4);
    assertThat(LoadText.lines(report))
        .anyMatch(line -> line.matches("driver +25\\.0 % of 0\\.4 cores, its busiest thread.*"))
        .anyMatch(line -> line.matches("  driver .* 25\\.0 % of 0\\.4 cores, .*"))
        .anyMatch(line -> line.startsWith("ok   driver-cpu         the driver used 25.0 % of 0.4"));
  }

  @Test
  void tellsAnyPercentile() {
    ResponseTimes times = report(0, 0).fromSendMillis();

    assertThat(times.atPercentile(95)).isEqualTo(times.p90());
    assertThat(ResponseTimes.ofMicros(new Histogram(3)).atPercentile(95)).isZero();
  }

  @Test
  void hasThePercentileThatIsBoundedInTheTableOfSteps() {
    LoadReport usual = report(0, 0);
    LoadReport other = report(0, 0, 0, 2, new Bound(99.9, 800, 0));

    assertThat(StepsText.lines(List.of(usual)))
        .containsExactly(
            "| users | requests/s | p50 ms | p90 ms | p99 ms | max ms | errors | verdict |",
            "|---|---|---|---|---|---|---|---|",
            "| 200 | 200.0 | 100.0 | 100.0 | 100.0 | 100.0 | 0 | valid |");
    assertThat(StepsText.lines(List.of(other)))
        .containsExactly(
            "| users | requests/s | p50 ms | p90 ms | p99 ms | p99.9 ms | max ms | errors | verdict |",
            "|---|---|---|---|---|---|---|---|---|",
            "| 200 | 200.0 | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 0 | valid |");
  }

  private static JsonNode written(LoadReport report, Path directory) throws Exception {
    Path file = directory.resolve("load.json");
    LoadJson.write(report, file);
    return new ObjectMapper().readTree(file.toFile());
  }

  /** 200 users with 0.9 s of think time and 0.1 s of response, for 100 s. */
  private static LoadReport report(double rate, long refused) {
    return report(rate, refused, 0);
  }

  private static LoadReport report(double rate, long refused, long countersWrong) {
    return report(rate, refused, countersWrong, 2);
  }

  private static LoadReport report(double rate, long refused, long countersWrong, double cores) {
    return report(rate, refused, countersWrong, cores, new Bound(90, 800, 0));
  }

  private static LoadReport report(
      double rate, long refused, long countersWrong, double cores, Bound bound) {
    Histogram responses = new Histogram(3);
    responses.recordValueWithCount(100_000, 20_000);
    Histogram lateness = new Histogram(2);
    lateness.recordValueWithCount(1_000, 20_000);
    CrowdFigures steady =
        new CrowdFigures(
            "steady",
            0,
            100_000_000_000L,
            responses,
            responses,
            lateness,
            2_000,
            0,
            20_000,
            18_000,
            18_000,
            0,
            19_800,
            0.1,
            refused == 0 ? Map.of() : Map.of(FailureKind.REFUSED, refused),
            refused,
            4,
            new CrowdFigures.Sessions(0, 0, 20_000, 0, ""),
            "",
            "");
    List<UserTally> tallies =
        Collections.nCopies(200, new UserTally(100, 10_000_000_000L, 100_000_000L, -1, 0, 0));
    LoadPlan plan =
        new LoadPlan(
            new CrowdPlan(
                200,
                List.of(new Page("/counter", RequestBody.NONE, 1)),
                new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofMillis(900)),
                ThinkFrom.RESPONSE,
                rate,
                Duration.ofSeconds(5),
                Duration.ofMillis(500),
                "JSESSIONID",
                1),
            List.of(new Target("node-1", new java.net.InetSocketAddress("127.0.0.1", 80))),
            StageTimes.parse("-r", "10/100/5"),
            Duration.ofSeconds(60),
            bound,
            List.of(),
            1);
    CrowdTally tally = CrowdTally.of(tallies);
    DriverFigures driver =
        new DriverFigures(
            "driver", "here", cores, steady, tally, 10_000_000_000L, 9, 1, 1, 0, 30_000, 0, 0);
    LoadRun.Measured measured =
        new LoadRun.Measured(
            1,
            List.of(driver),
            List.of(),
            steady,
            CrowdFigures.none(),
            true,
            3.5,
            700,
            countersWrong,
            1,
            tally,
            tally,
            tally,
            rate > 0 ? Servers.NOT_ASKED : new Servers(new ServerCount(30_000, 30_000, 0), ""));
    return LoadReports.of(plan, measured, null);
  }
}
