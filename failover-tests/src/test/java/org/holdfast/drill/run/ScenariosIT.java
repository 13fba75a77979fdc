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
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.Seeds;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.Libfaketime;
import org.holdfast.drill.cluster.ProcessCluster;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.scenario.Action;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.holdfast.drill.scenario.Step;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Scenarios against real processes: what they do to a cluster, and what is said of it. */
@Tag("alone")
@Timeout(300)
class ScenariosIT {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();

  @Tag("drills")
  @Test
  void holds_whenNodesAreKilledPausedAndReturn() throws Exception {
    Path scenario =
        scenario(
            """
            scenario: two-faults
            users: 60
            length: 22s
            steps:
              - at: 2s
                kill: fullest
                for: 4s
              - at: 16s
                pause: fullest
                for: 1500ms
            """);

    JsonNode report = drill(0, "--scenario", scenario.toString());

    assertThat(report.at("/incidents")).hasSize(2);
    JsonNode kill = report.at("/incidents/0");
    assertThat(kill.path("usersOnNodes").asInt()).isEqualTo(kill.path("movedSessions").asInt());
    assertThat(kill.path("viewChangeAllMillis").asDouble()).isBetween(100.0, 4_000.0);
    assertThat(kill.path("healedSeconds").asDouble()).isGreaterThanOrEqualTo(6);
    assertThat(kill.path("rejoinedMillis").asDouble()).isPositive();
    JsonNode pause = report.at("/incidents/1");
    assertThat(pause.path("what").asText()).startsWith("paused node-");
    assertThat(pause.path("viewChangeAllMillis").isNull()).as("shorter than they wait").isTrue();
    assertThat(pause.path("rejoinedMillis").asDouble()).isPositive();
    assertThat(out.toString()).contains("VERDICT: holds");
  }

  @Test
  @Tag("drills")
  void seesNoErrorAndLosesNothing_whenNodesJoinRestartAndLeaveAsPlanned() throws Exception {
    Path scenario =
        scenario(
            """
            scenario: planned
            nodes: 2
            users: 40
            length: 3s
            steps:
              - at: 1s
                grow: 3
              - at: 1100ms
                rolling-restart: all
              - at: 1200ms
                shrink: 2
            expect:
              errors: none
            """);

    JsonNode report = drill(0, "--scenario", scenario.toString());

    assertThat(report.at("/incidents").findValuesAsText("kind"))
        .containsExactly("grow", "rolling-restart", "rolling-restart", "rolling-restart", "shrink");
    assertThat(report.at("/errors")).as("errors, warm-up included").isEmpty();
    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
  }

  /**
   * A stop with slow requests under way, without and with a crash meanwhile: both, or one that is
   * drawn anew in each build which is no nightly one.
   */
  static List<String> stops() {
    List<String> stops = new ArrayList<>(List.of("stop-slow-requests", "drain-and-crash"));
    Collections.shuffle(stops, new Random(Seeds.one()));
    boolean all = Long.getLong("seeds", 0) > 1_000;
    return all ? stops : stops.subList(0, 1);
  }

  @ParameterizedTest
  @MethodSource("stops")
  void losesNothing_whenANodeIsStoppedWhileRequestsRun(String scenario) throws Exception {
    JsonNode report =
        drill(0, "--scenario", scenario, "--users", "100", "--seconds", "14", "--logins", "0");

    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
    assertThat(report.at("/incidents/0/usersOnNodes").asInt()).isPositive();
  }

  @Test
  void isRefusedBeforeAnyUserComes_whenTheEngineCannotPlayIt() {
    StringWriter err = new StringWriter();
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));

    assertThat(line.execute("drill", "--scenario", "partition", "--users", "10")).isEqualTo(3);

    assertThat(err.toString())
        .startsWith("holdfast drill: could not run: scenario partition cannot be played here: ")
        .contains("--engine namespace or container only");
    assertThat(out.toString()).as("what was begun").isEmpty();
    assertThat(line.execute("drill", "--scenario", "partition", "--dry-run")).isEqualTo(3);
    assertThat(out.toString()).contains("nothing was started");
  }

  /** The drill of each build that judges more than a counter. */
  @Tag("nightly")
  @Test
  void holds_whenTheClusterRunsAlreadyAndItsOwnerKillsANode() throws Exception {
    ClusterSettings settings =
        new ClusterSettings(
            3, "sync", "MODIFIED_ATTRIBUTE", 1, directory.resolve("nodes").toString());
    try (Cluster cluster = new ProcessLauncher().launch(settings, line -> {})) {
      List<ClusterNode> nodes = cluster.nodes();
      String targets =
          nodes.stream()
              .map(node -> node.name() + "=127.0.0.1:" + node.http().getPort())
              .collect(Collectors.joining(","));
      String kill =
          nodes.stream()
              .map(node -> node.name() + ") kill -9 " + node.pid().getAsLong())
              .collect(Collectors.joining(";; ", "kill=case {node} in ", ";; esac"));

      JsonNode report =
          drill(
              0,
              "--targets",
              targets,
              "--command",
              kill,
              "--users",
              "40",
              "--seconds",
              "5",
              "--workload",
              "mixed",
              "--routing",
              "random",
              "--logins",
              "15");

      assertThat(report.at("/scenario/engine").asText()).isEqualTo("given");
      assertThat(report.at("/incidents/0/viewChangeAllMillis").asDouble()).isPositive();
      assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
      assertThat(report.at("/truth/usersVerified").asInt()).isEqualTo(40);
      assertThat(report.at("/truth/formerIds/logins").asInt()).isPositive();
      assertThat(nodes.stream().filter(ClusterNode::alive)).as("still running").hasSize(2);
    }
  }

  /** All that processes can play, but those that need a next version, and the soak. */
  static Stream<String> scenarios() {
    return ScenarioLibrary.names().stream()
        .filter(name -> !name.startsWith("rolling-up") && !name.startsWith("rolling-down"))
        .filter(name -> !name.equals("soak"))
        .filter(
            name ->
                ScenarioLibrary.read(name).steps().stream()
                    .map(Step::action)
                    .filter(Action.Inflict.class::isInstance)
                    .map(action -> ((Action.Inflict) action).fault())
                    .allMatch(fault -> ProcessCluster.cannotBeHad(fault).isEmpty()));
  }

  /** {@code RollingUpgradeIT} plays the others, {@code SoakIT} the soak. */
  @Tag("drills")
  @ParameterizedTest
  @MethodSource("scenarios")
  void holds(String scenario) throws Exception {
    Libfaketime.assumeFor(ScenarioLibrary.read(scenario));
    drill(0, "--scenario", scenario);
  }

  private Path scenario(String text) throws Exception {
    return Files.writeString(directory.resolve("scenario.yaml"), text);
  }

  private JsonNode drill(int exitCode, String... options) throws Exception {
    Path json = directory.resolve("drill.json");
    List<String> arguments = new ArrayList<>(List.of("drill", "--json", json.toString()));
    arguments.addAll(List.of("--warm-up-ms", "3000", "--work-dir", directory.toString()));
    arguments.addAll(List.of(options));
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));

    int ended = line.execute(arguments.toArray(String[]::new));

    assertThat(ended).as(out.toString()).isEqualTo(exitCode);
    return new ObjectMapper().readTree(json.toFile());
  }
}
