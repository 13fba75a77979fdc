// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.Integration;
import org.holdfast.drill.cluster.Libfaketime;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.demo.ShopWar;
import org.holdfast.drill.run.NextRelease;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Scenarios against containers; {@link ContainerDrillIT} has the kill. */
@Tag("alone")
@Timeout(300)
class ContainerScenariosIT {
  @TempDir private Path directory;

  @BeforeAll
  static void needsDocker() {
    Docker.assume();
  }

  @Tag("nightly")
  @Test
  void holds_whenANodeIsPausedForLongerThanTheOthersWait() throws Exception {
    JsonNode incident = drill("pause-long", 18);

    assertThat(incident.path("viewChangeAllMillis").asDouble()).isPositive();
    assertThat(incident.path("movedSessions").asInt())
        .isPositive()
        .isEqualTo(incident.path("usersOnNodes").asInt());
    assertThat(incident.path("rejoinedMillis").asDouble()).isPositive();
  }

  @Test
  void holds_whenANodeIsCutOffAndTheClusterHeals() throws Exception {
    JsonNode incident = drill("partition", 18);

    assertThat(incident.path("viewChangeAllMillis").asDouble()).isPositive();
    assertThat(incident.path("movedSessions").asInt()).isPositive();
    assertThat(incident.path("rejoinedMillis").asDouble()).isPositive();
  }

  @Tag("nightly")
  @Test
  void holdsWithoutAnError_whenNodesAreRestartedOneAfterTheOther() throws Exception {
    JsonNode incident = drill("rolling-restart", 6);

    assertThat(incident.path("kind").asText()).isEqualTo("rolling-restart");
    assertThat(incident.path("errors").asInt()).isZero();
  }

  /** There, and there and back. */
  @Tag("drills")
  @ParameterizedTest
  @ValueSource(strings = {"rolling-upgrade", "rolling-downgrade"})
  void holdsWithoutAnError_whenTheApplicationAndHoldfastAreUpgraded(String scenario)
      throws Exception {
    Path war = ShopWar.create(directory.resolve("first"));
    Path nextWar = ShopWar.create(directory.resolve("next"), ShopWar.Version.WITH_COUPON);
    Path nextJar = NextRelease.speaking(3, 4, Files.createDirectory(directory.resolve("release")));

    JsonNode incident =
        drill(
            scenario,
            6,
            "--war",
            war.toString(),
            "--upgrade-war",
            nextWar.toString(),
            "--upgrade-jar",
            nextJar.toString(),
            "--url",
            "/basket",
            "--expect",
            "items=(\\d+)");

    assertThat(incident.path("kind").asText()).isEqualTo("rolling-upgrade");
    assertThat(incident.path("errors").asInt()).isZero();
  }

  /**
   * All that come along, but those that need a next version, the long ones, and that with the fault
   * that processes alone can have.
   */
  static Stream<String> scenarios() {
    return ScenarioLibrary.names().stream()
        .filter(name -> !name.equals("strangers"))
        .filter(name -> !name.startsWith("rolling-up") && !name.startsWith("rolling-down"))
        .filter(name -> !name.equals("soak") && !name.equals("every-fault"));
  }

  /** One round of the eight. */
  @Tag("drills")
  @ParameterizedTest
  @EnumSource(Integration.class)
  @Timeout(900)
  void holds_whenEachFaultComesInTurn(Integration integration) throws Exception {
    Libfaketime.assumeFor(ScenarioLibrary.read("every-fault"));
    JsonNode unused =
        drill(
            "every-fault",
            0,
            "--minutes",
            "8",
            "--workload",
            "mixed",
            "--integration",
            integration.toString());
  }

  /** {@link #holds} shows it for Tomcat's manager, with sticky users that count. */
  @Tag("drills")
  @ParameterizedTest
  @CsvSource({
    "kill, mixed, random, tomcat",
    "kill, mixed, sticky, jetty",
    "kill, mixed, random, jetty",
    "kill, mixed, sticky, filter",
    "stop, mixed, random, tomcat",
    "stop, mixed, sticky, jetty",
    "stop, mixed, sticky, filter",
    "link-cut, mixed, random, tomcat",
    "link-cut, mixed, sticky, jetty",
    "link-cut, mixed, random, filter",
    "stop-slow-requests, counter, sticky, jetty",
    "stop-slow-requests, counter, sticky, filter"
  })
  void holdsForOtherUsersAndIntegrations(
      String scenario, String workload, String routing, String integration) throws Exception {
    JsonNode unused =
        drill(
            scenario,
            0,
            "--users",
            "40",
            "--workload",
            workload,
            "--routing",
            routing,
            "--integration",
            integration);
  }

  /** {@code SoakIT} plays the soak, on processes. */
  @Tag("drills")
  @ParameterizedTest
  @MethodSource("scenarios")
  void holds(String scenario) throws Exception {
    Libfaketime.assumeFor(ScenarioLibrary.read(scenario));
    JsonNode unused = drill(scenario, 0);
  }

  /** The side that loses answers on for a moment, ahead of secondaries that hear it no more. */
  @Tag("drills")
  @ValueSource(strings = {"fullest", "majority"})
  @ParameterizedTest
  void holds_whenNodesAreCutOffAndResponsesDoNotWaitForCopies(String whom) throws Exception {
    Path scenario =
        Files.writeString(
            directory.resolve("parted.yaml"),
            """
            scenario: parted
            partition: consistent
            users: 60
            length: 24s
            steps:
              - at: 4s
                cut: %s
                for: 10s
            """
                .formatted(whom));

    JsonNode incident = drill(scenario.toString(), 0, "--ack", "async", "--think-ms", "200");

    assertThat(incident.path("awayExpected").asBoolean()).isTrue();
    assertThat(incident.path("movedSessions").asInt()).isPositive();
  }

  /** A limit that nothing comes near. */
  @Tag("drills")
  @Test
  void isBroken_whenWhatWasDoneHadNoEffect() throws Exception {
    Path scenario =
        Files.writeString(
            directory.resolve("wide.yaml"),
            """
            scenario: wide
            summary: A node can send 10 Gbit/s.
            nodes: 3
            users: 20
            length: 8s
            steps:
              - at: 1s
                bandwidth: fullest
                kbit: 10000000
                for: 4s
            """);
    StringWriter out = new StringWriter();
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));

    int ended = line.execute("drill", "--engine", "container", "--scenario", scenario.toString());

    assertThat(ended).as(out.toString()).isEqualTo(1);
    assertThat(out.toString()).contains("nothing proved, as it had no effect: limited to 10000000");
  }

  /**
   * Plays a scenario, which must hold, and returns its first incident.
   *
   * @param seconds how long; 0 for as long as it says
   * @param more further options
   */
  private JsonNode drill(String scenario, int seconds, String... more) throws Exception {
    Path json = directory.resolve("drill.json");
    List<String> arguments =
        new ArrayList<>(List.of("drill", "--engine", "container", "--scenario", scenario));
    arguments.addAll(List.of("--json", json.toString(), "--work-dir", directory.toString()));
    arguments.addAll(List.of("--warm-up-ms", "3000"));
    if (seconds > 0) {
      arguments.addAll(List.of("--users", "60", "--seconds", Integer.toString(seconds)));
    }
    arguments.addAll(List.of(more));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));

    int ended = line.execute(arguments.toArray(String[]::new));

    assumeThat(err.toString()).as("what the kernel lacks").doesNotContain("netem");
    assertThat(ended).as(out.toString() + err).isZero();
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.at("/scenario/engine").asText()).isEqualTo("container");
    assertThat(report.at("/truth/usersVerified").asInt()).isPositive();
    return report.at("/incidents/0");
  }
}
