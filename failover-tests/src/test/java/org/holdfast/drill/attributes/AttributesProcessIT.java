// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ReadyLine;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.jvm.OtherProcesses;
import org.holdfast.drill.node.NodeCommand;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The verb against processes: a node that has served a user, and others. */
@Timeout(60)
class AttributesProcessIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path temporary;
  private static Process node;
  private static int jmxPort;
  private static Browser browser;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws Exception {
    jmxPort = freePort();
    node =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-Djava.io.tmpdir=" + temporary,
                "-Dcom.sun.management.jmxremote.port=" + jmxPort,
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false",
                "-cp",
                System.getProperty("java.class.path"),
                NodeCommand.class.getName(),
                "--name=alone",
                "--cluster=attributes-" + ProcessHandle.current().pid(),
                "--http-port=0",
                "--stop-on-end-of-input")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader printed =
        new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8));
    ReadyLine ready = ReadyLine.parse(printed.readLine()).orElseThrow();
    browser =
        new Browser(new InetSocketAddress(ready.http().getHostString(), ready.http().getPort()));
    browser.text("/profile");
    browser.text("/profile");
  }

  @AfterAll
  static void kill() throws Exception {
    node.destroyForcibly().waitFor();
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private int run(String... arguments) {
    CommandLine line =
        Holdfast.commandLine(
            (settings, progress) -> {
              throw new IllegalStateException("nothing to launch");
            });
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    String[] all = new String[arguments.length + 1];
    all[0] = "attributes";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return line.execute(all);
  }

  @Test
  void printsTheTableOfAProcess() {
    assertThat(run("--pid", Long.toString(node.pid()))).as(err.toString()).isZero();

    assertThat(out.toString().lines().toList().get(0))
        .matches("attribute `profile\\.\\d+` is \\d+ % of the traffic");
    assertThat(out.toString())
        .contains("application localhost on alone in cluster attributes-")
        .contains("profile.count")
        .contains("never read")
        .isEqualTo(browser.text("/holdfast/attributes") + System.lineSeparator());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void printsJson_overAJmxPort() throws Exception {
    assertThat(run("--jmx", "127.0.0.1:" + jmxPort, "--json")).as(err.toString()).isZero();

    JsonNode all = JSON.readTree(out.toString());
    assertThat(all).hasSize(1);
    assertThat(all.get(0).get("jvm").asText()).isEqualTo("127.0.0.1:" + jmxPort);
    assertThat(all.get(0).get("application").asText()).isEqualTo("localhost");
    JsonNode rows = all.get(0).get("attributes");
    assertThat(rows).hasSize(41);
    double shares = 0;
    for (JsonNode row : rows) {
      shares += row.get("share").asDouble();
    }
    assertThat(shares).isBetween(0.999999, 1.000001);
    JsonNode onThePage = JSON.readTree(browser.text("/holdfast/attributes.json")).get(0);
    assertThat(rows.get(0)).isEqualTo(onThePage.get("attributes").get(0));
  }

  @Test
  void saysSo_whenThereIsNoSuchProcess() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();

    assertThat(run("--pid", Long.toString(gone.pid()))).isEqualTo(3);

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "holdfast attributes: there is no process " + gone.pid() + " here");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void saysSoAndLeavesItAlone_whenTheProcessIsNoJava() throws Exception {
    Process other = OtherProcesses.endedByQuit();
    try {
      assertThat(run("--pid", Long.toString(other.pid()))).isEqualTo(3);

      assertThat(err.toString())
          .startsWith("holdfast attributes: process " + other.pid() + " is no JVM: ");
      assertThat(err.toString().lines()).hasSize(1);
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void saysSo_whenTheProcessRunsNoHoldfast() throws Exception {
    Process plain =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                NodeCommand.class.getName(),
                "--name=plain",
                "--http-port=0",
                "--secondaries=0",
                "--stop-on-end-of-input")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader printed =
        new BufferedReader(new InputStreamReader(plain.getInputStream(), StandardCharsets.UTF_8))) {
      printed.readLine();
      String both = Long.toString(plain.pid());
      assertThat(run("--pid", both, "--pid", Long.toString(node.pid()))).isEqualTo(3);

      assertThat(err.toString())
          .isEqualToIgnoringNewLines(
              "holdfast attributes: process "
                  + plain.pid()
                  + " runs no application whose sessions Holdfast replicates");
      assertThat(out.toString()).as("the other one tells").startsWith("attribute `profile.");
    } finally {
      plain.destroyForcibly();
    }
  }

  @Test
  void saysSo_whenNobodyListens() throws Exception {
    assertThat(run("--jmx", "127.0.0.1:" + freePort())).isEqualTo(3);

    assertThat(err.toString()).startsWith("holdfast attributes: cannot reach 127.0.0.1:");
    assertThat(err.toString().lines()).hasSize(1);
  }
}
