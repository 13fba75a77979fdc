// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.jvm.OtherProcesses;
import org.holdfast.drill.jvm.RunningJvm;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A running JVM of the Java that runs the tests, and the verb. */
class ThreadsProcessIT {
  private static Process program;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws IOException {
    program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                KnownThreads.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader printed =
        new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
    assertThat(printed.readLine()).isEqualTo("ready");
  }

  @AfterAll
  static void stop() throws Exception {
    program.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
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
    all[0] = "threads";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return line.execute(all);
  }

  @Test
  void findsTheKnownThreads_ofARunningProcess() throws Exception {
    ThreadDump dump = LiveDump.take(RunningJvm.process(program.pid()));

    assertThat(dump.missing()).containsExactly(Fact.VIRTUAL_THREADS);
    KnownGroups.assertFoundIn(dump);
  }

  @Test
  void printsAProcessBesideAFile_filteredByName() throws Exception {
    String file = KnownThreadsTest.file("jdk17/jstack-l.txt").toString();

    assertThat(run(file, "--pid", Long.toString(program.pid()), "--name", "^customer-[12]$"))
        .as(err.toString())
        .isZero();

    assertThat(out.toString().lines().toList().get(0))
        .isEqualTo("2 of 2 threads in [1] are blocked on 1 lock");
    assertThat(out.toString())
        .contains("[2] process " + program.pid())
        .contains("       2       2  blocked")
        .contains("held by \"cashier\", sleeping at ");
  }

  @Test
  void printsJson() throws Exception {
    assertThat(run("--json", "--pid", Long.toString(program.pid()))).as(err.toString()).isZero();

    JsonNode summary = new ObjectMapper().readTree(out.toString());
    assertThat(summary.get("dumps").get(0).get("states").get("BLOCKED").asInt()).isEqualTo(8);
    assertThat(summary.get("locks").get(0).get("owners").get(0).get("name").asText())
        .isEqualTo("cashier");
    assertThat(summary.get("groups").get(0).get("state").asText()).isEqualTo("BLOCKED");
    assertThat(summary.get("unchanged")).isEmpty();
  }

  @Test
  void tellsTheOthersAndEndsWithThree_whenAFileHasNoDump() throws Exception {
    String bad = KnownThreadsTest.file("../upgrade/version-pairs.txt").toString();
    String good = KnownThreadsTest.file("jdk25/to-file.json").toString();

    assertThat(run(bad, good)).isEqualTo(3);

    assertThat(err.toString())
        .startsWith("holdfast threads: " + bad + " has no thread dump in its ");
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(out.toString()).startsWith("9 of ");
  }

  @Test
  void endsWithThree_whenThereIsNoSuchProcess() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();

    assertThat(run("--pid", Long.toString(gone.pid()))).isEqualTo(3);

    assertThat(err.toString())
        .isEqualToIgnoringNewLines("holdfast threads: there is no process " + gone.pid() + " here");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void saysSoAndLeavesItAlone_whenTheProcessIsNoJava() throws Exception {
    Process other = OtherProcesses.endedByQuit();
    try {
      assertThat(run("--pid", Long.toString(other.pid()))).isEqualTo(3);

      assertThat(err.toString())
          .startsWith("holdfast threads: process " + other.pid() + " is no JVM: ");
      assertThat(err.toString().lines()).hasSize(1);
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }
}
