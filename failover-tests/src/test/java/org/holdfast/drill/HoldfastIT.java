// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The executable jar as a process of its own. */
@Timeout(90)
class HoldfastIT {
  @TempDir private Path directory;
  private Process process;

  @AfterEach
  void kill() throws Exception {
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void tellsItsVersion_whenAsked() throws Exception {
    start("--version");

    assertThat(text("out")).matches("holdfast \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?, Java \\S+\\s+");
    assertThat(process.exitValue()).isZero();
    assertThat(text("err")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"drill, --users=0", "drill, --bogus", "node, --http-port=-1", "fly, high"})
  void saysWhyInOneLineWhereToLookInAnotherAndLeavesNoFile_whenUsedWrongly(
      String verb, String argument) throws Exception {
    start(verb, argument);

    assertThat(text("err").lines()).hasSize(2).last().asString().matches("try 'holdfast.* --help'");
    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(text("out")).isEmpty();
    assertNoFilesOfADrill();
  }

  @Test
  void stopsItsNodesAndLeavesNoFile_whenADrillGetsSigtermInMidLoad() throws Exception {
    start("drill", "--nodes", "2", "--users", "10");
    List<Long> nodes = new ArrayList<>();
    try (BufferedReader printed =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = printed.readLine(); line != null; line = printed.readLine()) {
        if (line.contains(" pid=")) {
          nodes.add(Long.valueOf(line.substring(line.lastIndexOf('=') + 1)));
        }
        if (line.startsWith("before")) {
          process.toHandle().destroy();
        }
      }
    }

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143);
    assertThat(nodes).hasSize(2).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    assertThat(text("err").lines())
        .containsExactly("holdfast drill: stopped before its verdict; its nodes are stopped too");
    assertNoFilesOfADrill();
  }

  @Tag("nightly")
  @Test
  void stopsItsNodesAndKeepsItsStages_whenACapacityGetsSigterm() throws Exception {
    Path json = directory.resolve("capacity.json");
    start("capacity", "--users=5", "--warm=0", "-r=0/1/0", "--json=" + json);
    List<Long> nodes = new ArrayList<>();
    try (BufferedReader printed =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = printed.readLine(); line != null; line = printed.readLine()) {
        if (line.contains(" pid=")) {
          nodes.add(Long.valueOf(line.substring(line.lastIndexOf('=') + 1)));
        }
        if (line.startsWith("stage 2 ")) {
          process.toHandle().destroy();
        }
      }
    }

    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143);
    assertThat(nodes).hasSize(2).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    assertThat(Files.readString(json)).contains("stopped before its end in the search, after 1");
  }

  @Tag("alone")
  @Test
  void holds_whenANodeIsKilled() throws Exception {
    startAsUsersDo("drill", "--users", "50", "--seconds", "4", "--warm-up-ms", "2000");

    assertThat(text("out"))
        .containsPattern("answered updates lost +0 of ")
        .contains("VERDICT: holds: 50 of 50 users kept every answered update");
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void isBroken_whenANodeIsKilledWithoutReplication() throws Exception {
    start("drill", "--replication=off", "--users=50", "--seconds=4", "--warm-up-ms=2000");

    assertThat(text("out"))
        .containsPattern(
            "VERDICT: broken: .*sessions were reset; [1-9]\\d* answered updates were lost");
    assertThat(process.exitValue()).isEqualTo(1);
  }

  /** The jar holds what reads class files, and the codec's rules beside it. */
  @Test
  void saysWhatAnotherVersionCannotRead_ofTwoWebArchives() throws Exception {
    Path before = war("before", "long");
    Path after = war("after", "int");

    start("check-upgrade", "--old", before.toString(), "--new", after.toString());

    assertThat(text("out").lines())
        .contains("  Cart, a: was written as long and is int there")
        .last()
        .asString()
        .startsWith("VERDICT: of 1 classes");
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(text("err")).isEmpty();
  }

  private Path war(String name, String type) throws Exception {
    Path source = Files.createDirectories(directory.resolve(name)).resolve("Cart.java");
    Files.writeString(
        source, "public class Cart implements java.io.Serializable { " + type + " a; }");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", source.toString()))
        .isZero();
    Path war = directory.resolve(name + ".war");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/Cart.class"));
      Files.copy(source.resolveSibling("Cart.class"), zip);
    }
    return war;
  }

  private void assertNoFilesOfADrill() throws Exception {
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("holdfast-drill-"));
    }
  }

  /** Its nodes run from the same jar as when users start it, but start faster. */
  private void start(String... arguments) throws Exception {
    start(
        List.of("-D" + ProcessLauncher.PROGRAM + "=" + System.getProperty("shaded.jar")),
        arguments);
  }

  private void startAsUsersDo(String... arguments) throws Exception {
    start(List.of(), arguments);
  }

  private void start(List<String> jvmOptions, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + directory);
    command.addAll(jvmOptions);
    command.add("-jar");
    command.add(System.getProperty("shaded.jar"));
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).redirectError(directory.resolve("err").toFile()).start();
  }

  /** What the process printed until its end. */
  private String text(String stream) throws Exception {
    if (stream.equals("err")) {
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      return Files.readString(directory.resolve("err"));
    }
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return printed;
  }
}
