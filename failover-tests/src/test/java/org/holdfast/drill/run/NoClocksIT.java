// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.NodeClocks;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drills on a machine without what gives a node a clock of its own. */
@Timeout(60)
class NoClocksIT {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"process", "container"})
  void saysWhatIsMissingBeforeAnythingIsStarted(String engine) throws Exception {
    ProcessBuilder drill =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holdfast.class.getName(),
                "drill",
                "--scenario=clock-jump",
                "--engine=" + engine,
                "--work-dir=" + directory)
            .redirectErrorStream(true);
    drill.environment().put(NodeClocks.VARIABLE, directory.resolve("nowhere.so").toString());
    Process process = drill.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(3);
    assertThat(said)
        .contains("holdfast drill: could not run: ", "a node has a clock of its own by libfaketime")
        .contains("apt-get install libfaketime")
        .doesNotContain("ready http=")
        .doesNotContain("image ");
    assertThat(directory).as("no node wrote anything").isEmptyDirectory();
  }
}
