// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.holdfast.drill.cluster.ReadyLine;
import org.holdfast.drill.demo.Browser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The verb as a process of its own: what it prints, and how it ends. */
@Timeout(60)
class NodeProcessIT {
  @TempDir private Path temporary;
  private Process process;
  private BufferedReader printed;

  @BeforeEach
  void start() throws Exception {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                NodeCommand.class.getName(),
                "--name=alone",
                "--http-port=0",
                "--secondaries=0",
                "--stop-on-end-of-input")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    printed =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  @AfterEach
  void kill() throws Exception {
    process.destroyForcibly().waitFor();
    printed.close();
  }

  @Test
  void finishesAndCleansUp_whenItGetsSigtermDuringALongRequest() throws Exception {
    ReadyLine ready = ReadyLine.parse(printed.readLine()).orElseThrow();
    Browser browser = new Browser(http(ready));
    browser.text("/counter");
    assertThat(temporaryFiles()).hasSize(1);
    var held = browser.getLater("/counter?pause=3000");
    Awaitility.await()
        .untilAsserted(() -> assertThat(browser.text("/peek")).startsWith("counter=2 "));

    process.toHandle().destroy();

    assertThat(held.get(10, TimeUnit.SECONDS)).startsWith("counter=2 ");
    assertEndsWith(143);
  }

  @Test
  void finishesAndCleansUp_whenItsInputEndsAndItGetsSigtermAtOnce() throws Exception {
    ReadyLine ready = ReadyLine.parse(printed.readLine()).orElseThrow();
    Browser browser = new Browser(http(ready));
    browser.text("/counter");
    var held = browser.getLater("/counter?pause=1000");
    Awaitility.await()
        .untilAsserted(() -> assertThat(browser.text("/peek")).startsWith("counter=2 "));

    process.getOutputStream().close();
    process.toHandle().destroy();

    assertThat(held.get(10, TimeUnit.SECONDS)).startsWith("counter=2 ");
    assertEndsWith(143);
  }

  @Test
  void finishesAndCleansUp_whenItsInputEnds() throws Exception {
    ReadyLine ready = ReadyLine.parse(printed.readLine()).orElseThrow();
    new Browser(http(ready)).text("/counter");

    process.getOutputStream().close();

    assertEndsWith(0);
  }

  private void assertEndsWith(int exitCode) throws Exception {
    assertThat(process.waitFor(15, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(exitCode);
    assertThat(printed.lines()).as("all it says on standard output is that it serves").isEmpty();
    assertThat(temporaryFiles()).isEmpty();
  }

  private List<String> temporaryFiles() throws Exception {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("holdfast-"))
          .toList();
    }
  }

  private static InetSocketAddress http(ReadyLine ready) {
    return new InetSocketAddress(ready.http().getHostString(), ready.http().getPort());
  }
}
