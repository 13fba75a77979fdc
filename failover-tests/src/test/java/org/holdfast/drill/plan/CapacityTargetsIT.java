// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.loadrun.JsonSchema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Processes that were there before, with real load, one of which a command kills. */
@Tag("nightly")
@Timeout(300)
class CapacityTargetsIT {
  private static final Path SCHEMA = Path.of("../docs/schema/holdfast-capacity-1.schema.json");

  /** A machine that is not quiet enough makes a run invalid. */
  private static final int RUNS = 3;

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void measuresTheLossOfANodeThatACommandKills() throws Exception {
    JsonNode loss = loss();
    for (int run = 1; run < RUNS && loss.isNull(); run++) {
      loss = loss();
    }

    assertThat(loss.at("/killed")).as(out.toString()).hasSize(1);
    assertThat(loss.at("/killed/0").asText()).isEqualTo("node-2");
    assertThat(loss.path("settled").asText()).startsWith("the survivors had settled ");
    assertThat(loss.path("afterwards").asText()).startsWith("node-2 stays down, ");
    JsonNode stage = loss.path("stage");
    assertThat(stage.path("countersChecked").asLong()).isPositive();
    assertThat(stage.path("lostUpdates").asLong()).isZero();
    assertThat(stage.path("nodes").findValuesAsText("name")).containsExactly("node-1");
    assertThat(loss.path("measuredCap").asDouble()).as("from the CPU of survivors").isPositive();
    assertThat(loss.path("misses").toString()).doesNotContain("CPU of the survivors");
  }

  /** Of a cluster of its own, as a node is missing afterwards; null if nothing was confirmed. */
  private JsonNode loss() throws Exception {
    ClusterSettings settings =
        new ClusterSettings(
            2, "sync", "MODIFIED_ATTRIBUTE", 1, directory.resolve("nodes").toString());
    try (Cluster cluster = new ProcessLauncher().launch(settings, line -> {})) {
      List<ClusterNode> nodes = cluster.nodes();
      JsonNode loss = capacity(nodes);
      assertThat(nodes.stream().filter(ClusterNode::alive)).hasSize(loss.isNull() ? 2 : 1);
      return loss;
    }
  }

  private JsonNode capacity(List<ClusterNode> nodes) throws Exception {
    Path json = directory.resolve("capacity.json");
    String targets =
        nodes.stream()
            .map(node -> node.name() + "=127.0.0.1:" + node.http().getPort())
            .collect(Collectors.joining(","));
    String kill =
        nodes.stream()
            .map(node -> node.name() + ") kill -9 " + node.pid().getAsLong())
            .collect(Collectors.joining(";; ", "kill=case {node} in ", ";; *) exit 9;; esac"));
    List<String> line = new ArrayList<>(List.of("capacity", "--targets", targets));
    line.addAll(List.of("--survive", "1", "--command", kill, "--work-dir", directory.toString()));
    line.addAll(List.of("--users", "20", "--most-users", "20", "--cpu-cap", "100"));
    line.addAll(List.of("--think", "200ms", "-r", "0/2/0", "--warm", "0"));
    // A busy machine is steady soon, too, and stages are short.
    line.addAll(List.of("--bound", "10s", "--think-distribution", "fixed"));
    line.addAll(List.of("--json", json.toString()));
    CommandLine command = Holdfast.commandLine(new ProcessLauncher());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));

    assertThat(command.execute(line.toArray(String[]::new))).as("%s%s", out, err).isIn(0, 1, 4);

    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(new JsonSchema(SCHEMA).problems(report)).isEmpty();
    JsonNode contender = report.at("/contenders/0");
    return contender.at("/capacity/line").asText().isEmpty()
        ? new ObjectMapper().nullNode()
        : contender.path("loss");
  }
}
