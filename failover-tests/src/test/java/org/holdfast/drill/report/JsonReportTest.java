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

package org.holdfast.drill.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonReportTest {

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
            "errors",
            "phases",
            "driver",
            "timeline");
    assertThat(json.path("truth").fieldNames())
        .toIterable()
        .containsExactly(
            "usersVerified",
            "usersUnverified",
            "usersSilentBefore",
            "answeredUpdates",
            "unprotectedAnswers",
            "lostUpdates",
            "lostUpdatesAllowed",
            "staleAnswers",
            "resetSessions",
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
  void saysWhichFile_whenItCannotBeWritten(@TempDir Path directory) {
    assertThatThrownBy(() -> JsonReport.write(Reports.report(List.of()), directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory.toString());
  }

  private static JsonNode written(Path directory, List<String> reasons) throws IOException {
    Path file = directory.resolve("drill.json");
    JsonReport.write(Reports.report(reasons), file);
    return new ObjectMapper().readTree(file.toFile());
  }
}
