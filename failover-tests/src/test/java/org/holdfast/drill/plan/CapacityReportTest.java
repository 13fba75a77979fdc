// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.holdfast.drill.capacity.CapacityGoal;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.drill.loadrun.JsonSchema;
import org.holdfast.drill.page.Markup;
import org.holdfast.drill.plan.report.CapacityHtml;
import org.holdfast.drill.plan.report.CapacityJson;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.plan.report.CapacityText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a simulated run, the same each time, is told. */
class CapacityReportTest {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-capacity-1.schema.json");
  private static final Path GOLDEN =
      Path.of("src/test/resources/org/holdfast/drill/plan/capacity.txt");
  private static final Pattern SETTLED = Pattern.compile("had settled [\\d.]+ s");

  @TempDir private Path directory;

  @Test
  void tellsItToPeople_asTheGoldenTextHasIt() throws Exception {
    String text =
        SETTLED
            .matcher(String.join("\n", CapacityText.lines(report())) + "\n")
            .replaceAll("had settled 0.1 s");

    assertThat(text).isEqualTo(Files.readString(GOLDEN, StandardCharsets.UTF_8));
  }

  @Test
  void tellsItToPrograms_asTheSchemaHasIt() throws Exception {
    JsonNode json = json();

    assertThat(new JsonSchema(SCHEMA).problems(json)).isEmpty();
    assertThat(json.at("/contenders/0/stages")).hasSizeGreaterThan(5);
    assertThat(json.at("/contenders/0/loss/stage/purpose").asText()).isEqualTo("loss of nodes");
  }

  @Test
  void theSchemaKnowsEveryField_andMissesEveryMissingOne() throws Exception {
    ObjectNode json = (ObjectNode) json();
    json.put("colour", "red");
    json.remove("reasons");
    ((ObjectNode) json.at("/contenders/0/capacity")).put("users", "many");

    assertThat(new JsonSchema(SCHEMA).problems(json))
        .hasSize(3)
        .anyMatch(problem -> problem.contains("/colour"))
        .anyMatch(problem -> problem.contains("/reasons is missing"))
        .anyMatch(problem -> problem.contains("/users is no integer"));
  }

  @Test
  void needsNothingElse_asAPage() throws Exception {
    Path page = directory.resolve("capacity.html");
    CapacityHtml.write(report(), page);

    String html = Files.readString(page, StandardCharsets.UTF_8);
    assertThat(html)
        .startsWith("<!DOCTYPE html>")
        .doesNotContain("http://", "https://", "<script", "<link", "@import", "url(", "src=")
        .contains("bound of p90", "holdfast capacity --nodes 2", "abc1234", "littles-law");
    assertThat(html.split("<svg ", -1)).hasSize(5);
  }

  @Test
  void takesNoTextForHtml_whicheverItIs() throws Exception {
    ObjectNode json = (ObjectNode) json();
    json.withArray("reasons").add("a reason");
    ((ArrayNode) json.at("/contenders/0/limit/threads")).add("a thread");
    Markup.poison(json, Set.of("verdict", "format", "hdr"));
    Path page = directory.resolve("capacity.html");

    CapacityHtml.write(new ObjectMapper().treeToValue(json, CapacityReport.class), page);

    String html = Files.readString(page, StandardCharsets.UTF_8);
    assertThat(html).doesNotContain("<script");
    assertThat(html.split("&lt;script&gt;", -1)).hasSizeGreaterThan(100);
  }

  @Test
  void showsThePercentileThatDecides_inTablesAndCurves() throws Exception {
    CapacityPlan plan =
        Simulations.plan(
            new CapacityGoal(Duration.ofMillis(800), 95, 0.45),
            0,
            200,
            1,
            new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofSeconds(1)));
    CapacityReport report = Simulations.report(plan, new SimulatedNodes(2, 0.001));
    Path page = directory.resolve("capacity.html");
    CapacityHtml.write(report, page);

    assertThat(String.join("\n", CapacityText.lines(report))).contains(" p99 ms    p95 ms  CPU %");
    assertThat(Files.readString(page, StandardCharsets.UTF_8))
        .contains("<th>p99<th>p95<th>CPU %", ">p95</text>");
    CapacityHtml.write(report(), page);
    assertThat(Files.readString(page, StandardCharsets.UTF_8)).contains("<th>p99<th>CPU %");
  }

  @Test
  void showsWhichCapWouldBeSafe_thoughNoNodeIsKilled() throws Exception {
    Path page = directory.resolve("capacity.html");

    CapacityHtml.write(report(0.6, 2), page);
    assertThat(Files.readString(page, StandardCharsets.UTF_8))
        .contains(">safe for a loss, not tried</text>", ">cap</text>")
        .contains("<b>Loss of nodes</b>: not tried: no node was to be killed.");
    assertThat(CapacityText.lines(report(0.6, 2)))
        .contains("loss      not tried: no node was to be killed");

    CapacityHtml.write(report(0.45, 2), page);
    assertThat(Files.readString(page, StandardCharsets.UTF_8))
        .contains(">cap, safe for a loss, not tried</text>");

    CapacityHtml.write(report(0.6, 1), page);
    assertThat(Files.readString(page, StandardCharsets.UTF_8))
        .contains(">cap</text>")
        .doesNotContain("safe for a loss");

    CapacityHtml.write(report(), page);
    assertThat(Files.readString(page, StandardCharsets.UTF_8))
        .contains(">cap, safe for a loss</text>");
  }

  private static CapacityReport report(double cpuCap, int nodes) throws Exception {
    return Simulations.report(Simulations.plan(cpuCap, 0, 200), new SimulatedNodes(nodes, 0.001));
  }

  @Test
  void showsPercentiles_ofWhatPassedAtTheCapacity_orOfTheLastStage() throws Exception {
    Path page = directory.resolve("capacity.html");
    ObjectNode json = (ObjectNode) json();
    int users = json.at("/contenders/0/capacity/users").asInt();
    String passed = percentiles(json, page);
    String slow = SimulatedNodes.times(5).hdr();
    for (JsonNode stage : json.at("/contenders/0/stages")) {
      if (stage.path("users").asInt() != users) {
        ((ObjectNode) stage).put("users", users).put("verdict", "failed").put("hdr", slow);
      }
    }
    assertThat(percentiles(json, page)).isEqualTo(passed).contains("at the capacity");

    ((ObjectNode) json.at("/contenders/0/capacity")).put("users", 0);
    ArrayNode stages = (ArrayNode) json.at("/contenders/0/stages");
    ((ObjectNode) stages.get(stages.size() - 1)).put("hdr", slow);
    assertThat(percentiles(json, page))
        .contains("Responses of the last stage, by percentile")
        .contains("class=\"curve")
        .isNotEqualTo(passed);
  }

  /** The last picture of the page. */
  private static String percentiles(ObjectNode json, Path page) throws Exception {
    CapacityHtml.write(new ObjectMapper().treeToValue(json, CapacityReport.class), page);
    String html = Files.readString(page, StandardCharsets.UTF_8);
    int start = html.lastIndexOf("<svg ");
    return html.substring(start, html.indexOf("</svg>", start));
  }

  @Test
  void showsDoubtsThatDecidedNothing() throws Exception {
    SimulatedNodes nodes = new SimulatedNodes(2, 0.001);
    // The cap of 45 % is reached by 454 users: a node at its cap is one, whoever doubts.
    nodes.doubtsFrom = 455;
    CapacityReport report = Simulations.report(Simulations.plan(0.45, 0, 19_000), nodes);
    Path page = directory.resolve("capacity.html");
    CapacityHtml.write(report, page);

    assertThat(CapacityText.lines(report))
        .filteredOn(line -> line.startsWith("recheck "))
        .allMatch(line -> line.endsWith(" of 45 % (in doubt: the driver is busy)"))
        .isNotEmpty();
    assertThat(Files.readString(page, StandardCharsets.UTF_8))
        .contains(" of 45 % (in doubt: the driver is busy)");
  }

  private JsonNode json() throws Exception {
    Path file = directory.resolve("capacity.json");
    CapacityJson.write(report(), file);
    return new ObjectMapper().readTree(file.toFile());
  }

  static CapacityReport report() throws Exception {
    return Simulations.report(Simulations.plan(0.45, 1, 19_000), new SimulatedNodes(2, 0.001));
  }
}
