// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.container.Docker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/**
 * The times that this project aims at, asked for in copies of scenarios: those that come along must
 * hold on any machine, and where no node tells of its view. Wants a quiet machine of two
 * processors.
 */
@Tag("alone")
@Tag("drills")
@Timeout(300)
class AimsIT {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "kill, process, view-change: 1500ms;recovery-p99: 2s",
    "pause-long, process, recovery-p99: 5s",
    "partition, container, recovery-p99: 5s",
    "rolling-restart, process, p99-growth: 2"
  })
  void areReached(String scenario, String engine, String bounds) throws Exception {
    if (engine.equals("container")) {
      Docker.assume();
    }
    Path copy = Files.writeString(directory.resolve("aims.yaml"), bounded(scenario, bounds));
    StringWriter out = new StringWriter();
    CommandLine line = Holdfast.commandLine(new ProcessLauncher());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(out));

    int ended =
        line.execute(
            "drill",
            "--scenario",
            copy.toString(),
            "--engine",
            engine,
            "--work-dir",
            directory.resolve("nodes").toString());

    assertThat(ended).as(out.toString()).isZero();
  }

  private static String bounded(String scenario, String bounds) throws Exception {
    String resource = "scenarios/" + scenario + ".yaml";
    try (InputStream in = Holdfast.class.getResourceAsStream(resource)) {
      String text =
          new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
      boolean expects = text.contains("\nexpect:\n");
      return text + (expects ? "" : "expect:\n") + ("  " + bounds + "\n").replace(";", "\n  ");
    }
  }
}
