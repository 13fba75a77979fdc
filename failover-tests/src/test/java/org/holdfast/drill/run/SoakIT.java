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
import java.util.Set;
import java.util.TreeSet;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A node killed every 20 s for as long as {@code -Ddrill.minutes} says, 30 minutes usually, and
 * what grows meanwhile. Users think for {@code -Ddrill.think-ms}, usually as long as two processors
 * can serve beside a node that always starts. Takes no more memory than the tests' JVM has.
 */
@Tag("alone")
@Tag("drills")
class SoakIT {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();

  @Test
  void losesNothingAndNothingGrows_whileANodeIsKilledEvery20Seconds() throws Exception {
    int minutes = Integer.getInteger("drill.minutes", 30);
    int thinkMillis = Integer.getInteger("drill.think-ms", 2_000);

    JsonNode report =
        drill(
            new ProcessLauncher(),
            0,
            "--scenario",
            "soak",
            "--minutes",
            Integer.toString(minutes),
            "--think-ms",
            Integer.toString(thinkMillis));

    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
    assertThat(report.at("/incidents").size())
        .as("a kill every 20 s, but for the last")
        .isBetween(3 * minutes - 1, 3 * minutes);
    assertThat(figures(report, "grew", false))
        .containsExactlyInAnyOrder("live heap", "direct memory", "threads", "open files");
    assertThat(figures(report, "grew", true)).isEmpty();
  }

  @Test
  void isBroken_whenNodesKeepNoCopies() throws Exception {
    JsonNode report =
        drill(
            new ProcessLauncher(),
            1,
            "--scenario",
            "soak",
            "--minutes",
            "2",
            "--users",
            "60",
            "--replication",
            "off");

    assertThat(report.at("/reasons"))
        .as(out.toString())
        .anySatisfy(reason -> assertThat(reason.asText()).matches("\\d+ sessions were reset"));
    assertThat(report.at("/truth/protectedUpdatesLost").asInt()).isPositive();
  }

  @Test
  void isBroken_whenNodesNeverGiveAnythingBack() throws Exception {
    Path scenario =
        Files.writeString(
            directory.resolve("leaks.yaml"),
            """
            scenario: leaks
            nodes: 2
            users: 20
            length: 150s
            steps:
              - at: 80s
                kill: node-2
                for: 5s
            expect:
              growth: none
            """);
    List<String> jvm =
        List.of("-Xmx512m", "-XX:+UseSerialGC", "-javaagent:" + Leaks.jar(directory));

    JsonNode report = drill(new ProcessLauncher(jvm), 1, "--scenario", scenario.toString());

    assertThat(figures(report, "grew", true))
        .as(out.toString())
        .containsExactlyInAnyOrder("live heap", "direct memory", "threads", "open files");
    assertThat(report.at("/reasons")).hasSize(4);
    assertThat(report.at("/reasons"))
        .allSatisfy(reason -> assertThat(reason.asText()).startsWith("grew: node-1: "));
    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
  }

  private static Set<String> figures(JsonNode report, String field, boolean value) {
    Set<String> figures = new TreeSet<>();
    for (JsonNode series : report.at("/growth/series")) {
      if (series.path("life").asInt() == 0 && series.path(field).asBoolean() == value) {
        figures.add(series.path("figure").asText());
      }
    }
    return figures;
  }

  private JsonNode drill(ClusterLauncher launcher, int exitCode, String... options)
      throws Exception {
    Path json = directory.resolve("drill.json");
    List<String> arguments = new ArrayList<>(List.of("drill", "--json", json.toString()));
    arguments.addAll(List.of("--warm-up-ms", "5000", "--work-dir", directory.toString()));
    arguments.addAll(List.of(options));
    CommandLine line = Holdfast.commandLine(launcher);
    line.setOut(new PrintWriter(out));

    int ended = line.execute(arguments.toArray(String[]::new));

    assertThat(ended).as(out.toString()).isEqualTo(exitCode);
    return new ObjectMapper().readTree(json.toFile());
  }
}
