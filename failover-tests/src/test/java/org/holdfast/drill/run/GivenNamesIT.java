// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Nodes that run already, and that views know by other names than whoever drills them. */
@Tag("alone")
@Timeout(180)
class GivenNamesIT {
  /**
   * Detectors wait some 4 s for one that hangs, and whoever looks under a wrong name not at all.
   */
  private static final double LEAST_MILLIS = 1_000;

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Tag("nightly")
  @Test
  void areTakenFromTheStatus_soThatViewsAreSeenToChange() throws Exception {
    Path scenario =
        Files.writeString(
            directory.resolve("scenario.yaml"),
            """
            scenario: hang
            users: 20
            length: 9s
            steps:
              - at: 1s
                kill: node-2
            expect:
              view-change: 60s
            """);
    ClusterSettings settings =
        new ClusterSettings(
            3, "sync", "MODIFIED_ATTRIBUTE", 1, directory.resolve("nodes").toString());
    try (Cluster cluster = new ProcessLauncher().launch(settings, line -> {})) {
      List<ClusterNode> nodes = cluster.nodes();

      assertThat(drill(targets(nodes, number -> "shop-" + number + "="))).isEqualTo(3);
      assertThat(err.toString())
          .contains("could not run: target shop-1=127.0.0.1:")
          .contains("calls itself node-1 in its status");
      assertThat(nodes).as("nothing was done to them").allMatch(ClusterNode::alive);

      List<String> line = new ArrayList<>(targets(nodes, number -> ""));
      // Ends it for its users, and lets the others wait for what it would say.
      line.addAll(List.of("--command", command("kill", "kill -STOP", nodes)));
      line.addAll(List.of("--scenario", scenario.toString()));
      assertThat(drill(line)).as("%s%s", out, err).isZero();
    }
    JsonNode report = new ObjectMapper().readTree(directory.resolve("drill.json").toFile());
    JsonNode kill = report.at("/incidents/0");
    assertThat(kill.path("nodes")).hasSize(1);
    assertThat(kill.at("/nodes/0").asText()).isEqualTo("node-2");
    assertThat(kill.path("viewChangeFirstMillis").asDouble()).isGreaterThan(LEAST_MILLIS);
    assertThat(kill.path("protectedMillis").asDouble()).isGreaterThan(LEAST_MILLIS);
    assertThat(report.at("/timeline/intervals/0/nodes").findValuesAsText("name"))
        .containsExactly("node-1", "node-2", "node-3");
  }

  /**
   * @param name what a node of that number, from 1, is called, with an equals sign
   */
  private static List<String> targets(List<ClusterNode> nodes, Function<Integer, String> name) {
    List<String> named = new ArrayList<>();
    List<String> admins = new ArrayList<>();
    for (ClusterNode node : nodes) {
      String address = "127.0.0.1:" + node.http().getPort();
      named.add(name.apply(named.size() + 1) + address);
      admins.add(address);
    }
    return List.of("--targets", String.join(",", named), "--admin", String.join(",", admins));
  }

  private static String command(String what, String signal, List<ClusterNode> nodes) {
    return nodes.stream()
        .map(node -> node.name() + ") " + signal + " " + node.pid().getAsLong())
        .collect(Collectors.joining(";; ", what + "=case {node} in ", ";; *) exit 9;; esac"));
  }

  private int drill(List<String> options) {
    List<String> arguments = new ArrayList<>(List.of("drill", "--warm-up-ms", "2000"));
    arguments.addAll(List.of("--json", directory.resolve("drill.json").toString()));
    arguments.addAll(List.of("--work-dir", directory.toString()));
    arguments.addAll(List.of("--command", "kill=false"));
    // How fast a busy machine gets over it is not judged here.
    arguments.addAll(List.of("--failover-timeout", "3000", "--recovery-bound-ms", "30000"));
    arguments.addAll(options);
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments.toArray(String[]::new));
  }
}
