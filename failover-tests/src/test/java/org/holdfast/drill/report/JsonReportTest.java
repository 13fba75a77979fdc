// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.holdfast.drill.loadrun.JsonSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonReportTest {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-drill-2.schema.json");

  @Test
  void writesEveryFigureUnderItsDocumentedName(@TempDir Path directory) throws Exception {
    JsonNode json = written(directory, List.of("1 sessions were reset"));

    assertThat(json.path("format").asText()).isEqualTo("holdfast-drill/2");
    assertThat(json.path("verdict").asText()).isEqualTo("broken");
    assertThat(json.at("/reasons/0").asText()).isEqualTo("1 sessions were reset");
    assertThat(json.at("/setup/users").asInt()).isEqualTo(200);
    assertThat(json.at("/incidents/0/viewChangeAllMillis").asDouble()).isEqualTo(900.5);
    assertThat(json.at("/incidents/0/turnedAtOnce/p50").asDouble()).isEqualTo(12);
    assertThat(json.at("/incidents/0/firstRightAnswer/max").asDouble()).isEqualTo(95.5);
    assertThat(json.at("/truth/lostUpdates").isIntegralNumber()).isTrue();
    assertThat(json.at("/errors/refused").asInt()).isEqualTo(61);
    assertThat(json.at("/phases/1/phase").asText()).isEqualTo("during");
    assertThat(json.at("/phases/1/responseMillis/p99").asDouble()).isEqualTo(90);
    assertThat(json.at("/driver/idleCloses").asInt()).isEqualTo(40);
  }

  @Test
  void keepsItsFieldNames(@TempDir Path directory) throws Exception {
    JsonNode json = written(directory, List.of());

    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "format",
            "verdict",
            "reasons",
            "scenario",
            "setup",
            "incidents",
            "promises",
            "truth",
            "affected",
            "errors",
            "phases",
            "driver",
            "counters",
            "growth",
            "timeline",
            "words");
    assertThat(json.path("truth").fieldNames())
        .toIterable()
        .containsExactly(
            "usersVerified",
            "usersUnverified",
            "usersSilentBefore",
            "usersWithSession",
            "usersWithAllowedLosses",
            "answeredUpdates",
            "unprotectedAnswers",
            "lostUpdates",
            "lostUpdatesAllowed",
            "lostUpdatesUnbound",
            "protectedUpdatesLost",
            "staleAnswers",
            "resetSessions",
            "resetSessionsAllowed",
            "orphanedSessions",
            "duplicatedAnswers",
            "resurrectedAnswers",
            "contradictedAnswers",
            "regressedAnswers",
            "labelledAnswers",
            "formerIds",
            "examples");
    assertThat(json.at("/truth/formerIds").fieldNames())
        .toIterable()
        .containsExactly("logins", "loginsLost", "logouts", "tried");
    assertThat(json.at("/setup/loginPercent").asInt()).isEqualTo(2);
    assertThat(json.path("verdict").asText()).isEqualTo("holds");
  }

  @Test
  void fitsItsSchema(@TempDir Path directory) throws Exception {
    JsonSchema schema = new JsonSchema(SCHEMA);

    for (DrillReport report :
        List.of(
            Reports.report(List.of()), Reports.report(List.of("a reason")), Timelines.report())) {
      assertThat(schema.problems(written(directory, report))).isEmpty();
    }
  }

  @Test
  void tellsNoNumber_whereAnyNumberOfAttemptsMayFail(@TempDir Path directory) throws Exception {
    DrillReport report = Reports.report(Reports.setup("sync", true, null), Reports.truth());

    JsonNode json = written(directory, report);

    assertThat(json.at("/setup/maxErrors").isNull()).isTrue();
    assertThat(new JsonSchema(SCHEMA).problems(json)).isEmpty();
  }

  @Test
  void holdsAThousandOfTheUsersWhomItBefell_andSaysSo() {
    assertThat(Reports.affected(1_000).note()).isEmpty();

    AffectedReport many = Reports.affected(1_001);

    assertThat(many.users()).isEqualTo(1_001);
    assertThat(many.list()).hasSize(1_000);
    assertThat(many.note()).isEqualTo("the 1,000 with the most of it, of 1,001");
  }

  @Test
  void namesWhatNodesWereUpgradedTo(@TempDir Path directory) throws Exception {
    DrillReport report = Reports.upgrade("web application shop-8.war");

    JsonNode json = written(directory, report);

    assertThat(json.at("/scenario/upgrade").asText()).isEqualTo("web application shop-8.war");
    assertThat(new JsonSchema(SCHEMA).problems(json)).isEmpty();
    assertThat(json.at("/scenario").fieldNames())
        .toIterable()
        .containsExactly("name", "summary", "engine", "integration", "steps", "upgrade");
  }

  @Test
  void doesNotFitItsSchema_whenAFieldIsMissingOrNewOrOfAnotherKind(@TempDir Path directory)
      throws Exception {
    ObjectNode json = (ObjectNode) written(directory, Timelines.report());
    json.put("novel", 1);
    json.put("verdict", "perhaps");
    ((ObjectNode) json.path("truth")).remove("lostUpdates");
    ((ObjectNode) json.at("/incidents/0/waited")).put("p99", "long");
    ((ObjectNode) json.at("/timeline/intervals/0/nodes/0")).put("threads", "many");

    assertThat(new JsonSchema(SCHEMA).problems(json))
        .containsExactlyInAnyOrder(
            "/novel is not in the schema",
            "/verdict is \"perhaps\"",
            "/truth/lostUpdates is missing",
            "/incidents/*/waited/p99 is no number: \"long\"",
            "/timeline/intervals/*/nodes/*/threads fits none of anyOf");
  }

  @Test
  void canBeReadBack(@TempDir Path directory) throws Exception {
    DrillReport report = Timelines.report();

    assertThat(new ObjectMapper().treeToValue(written(directory, report), DrillReport.class))
        .isEqualTo(report);
  }

  @Test
  void saysWhichFile_whenItCannotBeWritten(@TempDir Path directory) {
    assertThatThrownBy(() -> JsonReport.write(Reports.report(List.of()), directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory.toString());
  }

  private static JsonNode written(Path directory, List<String> reasons) throws IOException {
    return written(directory, Reports.report(reasons));
  }

  private static JsonNode written(Path directory, DrillReport report) throws IOException {
    Path file = directory.resolve("drill.json");
    JsonReport.write(report, file);
    return new ObjectMapper().readTree(file.toFile());
  }
}
