// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a drill says that is only to say what it would do: by the rules of one that does it. */
@Timeout(120)
class DryDrillIT {
  private static final String TARGETS = "--targets a=127.0.0.1:1,127.0.0.1:2,c=127.0.0.1:3";

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rolling-restart --command kill=false            | no command for stop was given",
        "scale --command stop=false --command start=false | it grows to 6 nodes, and there are 3",
        "coordinator --command kill=false | it looks for the coordinator, and no node tells in a",
      })
  void refusesWhatItsCommandsOrTargetsLack(String line, String reason) {
    assertThat(dry(TARGETS + " --scenario " + line)).isEqualTo(3);

    assertThat(err.toString()).contains("cannot be played here: " + reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--scenario partition | processes on loopback share one network",
        "--scenario coordinator --replication off | without replication there is no view",
        "--scenario coordinator --secondaries 0   | without replication there is no view",
      })
  void refusesWhatProcessesLack(String line, String reason) {
    assertThat(dry(line)).isEqualTo(3);

    assertThat(err.toString()).contains("cannot be played here: ", reason);
  }

  @Test
  void tellsTheFileTheLineAndTheNearestName_whenAScenarioIsWrong() throws Exception {
    Path file = Files.createTempFile(Path.of(""), "Kill", ".yaml"); // the message begins with it
    try {
      Files.writeString(file, "scenario: mine\nlenght: 20s\nsteps: [{at: 8s, kill: fullest}]\n");

      assertThat(dry("--scenario " + file)).isEqualTo(2);
    } finally {
      Files.delete(file);
    }
    assertThat(err.toString())
        .startsWith(
            "holdfast drill: " + file + ", line 2: unknown key \"lenght\", did you mean length?");
  }

  @Test
  void tellsTheTargetsTheCommandsAndWhatUsersAskFor() {
    assertThat(
            dry(
                TARGETS
                    + " --admin 127.0.0.1:4,127.0.0.1:5,127.0.0.1:6 --command kill=false"
                    + " --url /shop/count --expect count=(\\d+)"))
        .isZero();

    assertThat(out.toString())
        .contains("target a=127.0.0.1:1, its status at 127.0.0.1:4")
        .contains("target 127.0.0.1:2, its status at 127.0.0.1:5")
        .contains("command kill: false")
        .contains("each user asks for /shop/count; a right answer has \"count=(\\d+)\" in it")
        .contains("nothing was started");
  }

  @ParameterizedTest
  @CsvSource({"process, clock-jump", "container, kill", "container, clock-jump"})
  void refusesWhatThisMachineLacks(String engine, String scenario) throws Exception {
    ProcessBuilder drill =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holdfast.class.getName(),
                "drill",
                "--dry-run",
                "--scenario=" + scenario,
                "--engine=" + engine)
            .redirectErrorStream(true);
    drill.environment().put("HOLDFAST_LIBFAKETIME", directory.resolve("nowhere.so").toString());
    drill.environment().put("DOCKER_HOST", "unix://" + directory.resolve("nowhere.sock"));
    Process process = drill.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(3);
    assertThat(said)
        .contains("holdfast drill: could not run: ")
        .contains(scenario.equals("kill") ? "no Docker engine answers" : "libfaketime");
  }

  private int dry(String line) {
    CommandLine command = Holdfast.commandLine(new ProcessLauncher());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    return command.execute(
        Stream.concat(List.of("drill", "--dry-run").stream(), Stream.of(line.split(" ")))
            .toArray(String[]::new));
  }
}
