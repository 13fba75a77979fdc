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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.loadrun.JsonSchema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The verb with real nodes and real load, a little of both. Whether the machine was quiet enough to
 * believe it is not asserted: the verdict may be invalid, but must say so.
 */
@Timeout(240)
class CapacityCommandIT {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-capacity-1.schema.json");

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void measuresTwoNodesAndTheLossOfOne_andReportsItInEveryForm() throws Exception {
    JsonNode report =
        capacity(
            "--users 40 --most-users 40 --cpu-cap 90 --survive 1 --think 200ms -r 0/1/0 --warm 2"
                + " --html "
                + directory.resolve("capacity.html"));

    JsonNode contender = report.at("/contenders/0");
    JsonNode stage = contender.at("/stages/0");
    assertThat(stage.path("users").asInt()).isEqualTo(40);
    assertThat(stage.path("answers").asLong()).isPositive();
    assertThat(stage.path("lostUpdates").asLong()).isZero();
    assertThat(stage.path("replicationBytesPerRequest").asDouble()).isBetween(20.0, 2_000.0);
    assertThat(stage.path("ackWaitMillis").asDouble()).isPositive();
    assertThat(stage.path("nodes")).hasSize(2);
    for (JsonNode node : stage.path("nodes")) {
      assertThat(node.path("cpuShare").asDouble()).isBetween(0.001, 1.2);
      assertThat(node.path("contextSwitchesPerSecond").asDouble()).isPositive();
    }
    if (report.path("verdict").asText().equals("valid")) {
      assertThat(contender.at("/capacity/line").asText()).startsWith("at least 40 users, p90 ");
      assertThat(contender.at("/loss/killed/0").asText()).isEqualTo("node-2");
      assertThat(contender.at("/loss/stage/lostUpdates").asLong()).isZero();
    }
    assertThat(Files.readString(directory.resolve("capacity.html"))).contains("<svg ");
    assertThat(out.toString()).contains("stage 1 (grow), 40 users; about ", "VERDICT: ");
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"tomcat-backup", "tomcat-delta"})
  void keepsUpdatesOfUsersWhoseNodeIsKilled_withTomcatsOwnManagersToo(String manager)
      throws Exception {
    JsonNode report =
        capacity(
            "--manager "
                + manager
                + " --users 20 --most-users 20 --cpu-cap 100 --survive 1 --think 200ms -r 0/1/0"
                + " --warm 2");

    JsonNode contender = report.at("/contenders/0");
    assertThat(contender.path("manager").asText()).isEqualTo(manager);
    assertThat(contender.at("/stages/0/answers").asLong()).isPositive();
    assertThat(contender.at("/stages/0/replicationBytesPerRequest").isNull()).isTrue();
    if (contender.at("/loss/stage").isObject()) {
      assertThat(contender.at("/loss/stage/lostUpdates").asLong()).isZero();
    }
  }

  private JsonNode capacity(String line) throws Exception {
    Path json = directory.resolve("capacity.json");
    CommandLine command = Holdfast.commandLine(new ProcessLauncher());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    int code =
        command.execute(
            ("capacity --json " + json + " --work-dir " + directory + " " + line).split(" "));
    assertThat(err.toString()).isEmpty();
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(new JsonSchema(SCHEMA).problems(report)).isEmpty();
    assertThat(code)
        .as(out.toString())
        .isEqualTo(
            Map.of("valid", 0, "failed", 1, "invalid", 4).get(report.path("verdict").asText()));
    return report;
  }
}
