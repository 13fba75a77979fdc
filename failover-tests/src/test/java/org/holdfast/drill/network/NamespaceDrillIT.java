// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.machine.Programs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Drills of processes in network namespaces. */
@Tag("alone")
@Timeout(300)
class NamespaceDrillIT {
  private static final Pattern READY = Pattern.compile("ready http=198\\.19\\.(\\d+)\\.\\d+:8080");

  @TempDir private Path directory;

  @Test
  void losesNothingAndRecovers_whenALinkIsCutForSevenSeconds() throws Exception {
    Namespaces.assume();
    Path scenario =
        Files.writeString(
            directory.resolve("scenario.yaml"),
            """
            scenario: link-cut-short
            nodes: 3
            users: 60
            routing: round-robin
            length: 20s
            steps:
              - at: 4s
                cut-link: [node-2, node-3]
                for: 7s
            expect:
              losses: unprotected
              rejoin: 5s
            """);

    JsonNode report = drill(scenario.toString());

    JsonNode cut = report.at("/incidents/0");
    assertThat(cut.path("kind").asText()).isEqualTo("cut-link");
    assertThat(cut.path("healedSeconds").asDouble()).isGreaterThanOrEqualTo(11);
    assertThat(cut.path("rejoinedMillis").asDouble()).isBetween(0.0, 5_000.0);
    assertThat(report.at("/truth/usersVerified").asInt()).isEqualTo(60);
  }

  @Tag("drills")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "link-cut",
        "link-cut-long",
        "link-cut-one-way",
        "link-cut-coordinator",
        "start-behind-cut"
      })
  void holds(String scenario) throws Exception {
    Namespaces.assume();
    JsonNode unused = drill(scenario);
  }

  /** Once while it starts its nodes, and once while users are there. */
  @ParameterizedTest
  @ValueSource(strings = {"node-1 ready", "hold one view"})
  void leavesNothing_whenItIsToldToEnd(String progress) throws Exception {
    Namespaces.assume();
    Process drill = start("--users", "10");
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(drill.getInputStream(), StandardCharsets.UTF_8))) {
      String name = "";
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        Matcher ready = READY.matcher(line);
        name = ready.find() ? "holdfast-" + ready.group(1) : name;
        if (line.contains(progress)) {
          break;
        }
      }
      assertThat(NamespaceNetwork.owner(name)).startsWith(drill.pid() + "@");

      drill.toHandle().destroy();

      assertThat(drill.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(drill.exitValue()).as("SIGTERM").isEqualTo(143);
      assertThat(NamespaceNetwork.owner(name)).isEmpty();
      assertThat(NamespaceNetwork.namespaces(name)).isEmpty();
    } finally {
      drill.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--dry-run", "--users=10"})
  void couldNotRun_withoutTheRightsOfRoot(String option) throws Exception {
    Process drill = start(withoutRights(), option);
    String said = new String(drill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(drill.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(drill.exitValue()).as(said).isEqualTo(3);
    assertThat(said)
        .contains("holdfast drill: could not run: network namespaces need root's rights")
        .doesNotContain("ready http=");
  }

  /** What takes them from root; nothing where the test has none. */
  private static List<String> withoutRights() {
    if (NamespaceNetwork.lacks().isPresent()) {
      return List.of();
    }
    assumeThat(Programs.find("setpriv")).as("what takes rights from root").isPresent();
    return List.of("setpriv", "--bounding-set", "-sys_admin");
  }

  private Process start(String... options) throws Exception {
    return start(List.of(), options);
  }

  private Process start(List<String> before, String... options) throws Exception {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Holdfast.class.getName(), "drill", "--engine", "namespace"));
    command.addAll(Arrays.asList(options));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Plays a scenario, which must hold, and returns the report. */
  private JsonNode drill(String scenario) throws Exception {
    Path json = directory.resolve("drill.json");
    List<String> arguments =
        new ArrayList<>(List.of("drill", "--engine", "namespace", "--scenario", scenario));
    arguments.addAll(List.of("--json", json.toString(), "--work-dir", directory.toString()));
    arguments.addAll(List.of("--warm-up-ms", "3000"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));

    int ended = line.execute(arguments.toArray(String[]::new));

    assertThat(ended).as(out.toString() + err).isZero();
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.at("/scenario/engine").asText()).isEqualTo("namespace");
    return report;
  }
}
