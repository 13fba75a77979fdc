// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.settings.HoldfastSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(90)
class ProcessClusterIT {
  @TempDir private Path workDir;

  @Test
  void servesOnTheOthersAndLeavesNoProcess_whenOneNodeIsKilled() throws Exception {
    List<String> progress = new ArrayList<>();
    List<Long> pids;
    try (ProcessCluster cluster = new ProcessLauncher().start(settings(3, "sync"), progress::add)) {
      pids = cluster.pids();
      List<ClusterNode> nodes = cluster.nodes();
      assertThat(nodes).extracting(ClusterNode::name).containsExactly("node-1", "node-2", "node-3");
      assertThat(progress).hasSize(3).allMatch(line -> line.contains(" ready http=127.0.0.1:"));
      for (ClusterNode node : nodes) {
        assertThat(new Browser(node.http()).text("/counter"))
            .startsWith("counter=1 ")
            .contains("node=" + node.name());
        Awaitility.await()
            .untilAsserted(
                () -> assertThat(node.status().map(NodeStatus::name)).hasValue(node.name()));
      }

      nodes.get(1).kill();
      nodes.get(1).kill();

      Awaitility.await().until(() -> !nodes.get(1).alive());
      assertThat(nodes.get(1).status()).isEmpty();
      assertThat(new Browser(nodes.get(0).http()).text("/counter")).contains("node=node-1");
      assertThat(new Browser(nodes.get(2).http()).text("/counter")).contains("node=node-3");
      assertThat(cluster.nodes()).hasSize(3);
    }
    assertThat(pids).noneMatch(ProcessClusterIT::isAlive);
    try (var files = Files.list(workDir)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("output stays, temporary files do not")
          .containsExactlyInAnyOrder("node-1.log", "node-2.log", "node-3.log");
    }
    assertThat(workDir.resolve("node-1.log")).content().contains("ready http=");
  }

  @Test
  void saysWhyAndLeavesNoProcess_whenANodeDoesNotStart() {
    long before = children();

    assertThatThrownBy(() -> new ProcessLauncher().launch(settings(2, "maybe"), line -> {}))
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("node node-1 ended with exit code 2 before it served")
        .hasMessageContaining(workDir.resolve("node-1.log").toString())
        .hasMessageContaining("--ack must be one of sync, async, was \"maybe\"");
    assertThat(children()).isEqualTo(before);
  }

  @Test
  void leavesNoProcess_whenAnErrorEndsTheStart() {
    long before = children();

    assertThatThrownBy(
            () ->
                new ProcessLauncher()
                    .launch(
                        settings(1, "sync"),
                        line -> {
                          throw new LinkageError("no class to say it with");
                        }))
        .isInstanceOf(LinkageError.class)
        .hasMessage("no class to say it with");
    assertThat(children()).isEqualTo(before);
  }

  @Test
  void holdsNodesAndLetsThemGo_whenTheyArePaused() throws Exception {
    try (ProcessCluster cluster = new ProcessLauncher().start(settings(2, "sync"), line -> {})) {
      List<ClusterNode> first = cluster.nodes().subList(0, 1);
      long pid = cluster.pids().get(0);

      cluster.inflict(new Fault.Pause(), cluster.nodes());
      cluster.inflict(new Fault.Pause(), first);

      Awaitility.await().until(() -> cluster.pids().stream().allMatch(node -> state(node) == 'T'));
      assertThat(first.get(0).alive()).isTrue();
      assertThat(first.get(0).status()).isEmpty();

      cluster.heal(new Fault.Pause(), first);

      Awaitility.await().until(() -> state(pid) != 'T');
      assertThat(new Browser(first.get(0).http()).text("/counter")).contains("node=node-1");
      cluster.inflict(new Fault.Pause(), first);
    }
    try (var files = Files.list(workDir)) {
      assertThat(files).as("a paused node is stopped with the others").hasSize(2);
    }
  }

  @Test
  void startsANodeAgainInItsPlace_withOtherSettings_whenItWasStoppedOrKilled() throws Exception {
    List<String> progress = new ArrayList<>();
    ClusterSettings settings =
        new ClusterSettings(
            1,
            1,
            "sync",
            "MODIFIED_ATTRIBUTE",
            Integration.TOMCAT,
            0,
            false,
            false,
            false,
            workDir.toString(),
            HoldfastSettings.of(Map.of("zone", "a")),
            ProcessSettings.DEFAULT);
    try (ProcessCluster cluster = new ProcessLauncher().start(settings, progress::add)) {
      ClusterNode first = cluster.nodes().get(0);
      ClusterNode spare = cluster.nodes().get(1);
      InetSocketAddress place = first.http();
      assertThat(spare.alive()).isFalse();
      assertThat(spare.status()).isEmpty();

      for (Fault fault : List.of(new Fault.Stop(), new Fault.Kill())) {
        long pid = first.pid().getAsLong();
        cluster.inflict(fault, List.of(first));
        assertThat(first.alive()).as("after %s", fault).isFalse();

        cluster.configure(first, HoldfastSettings.of(Map.of("verify", "${keys}")));
        cluster.start(first, progress::add);

        assertThat(settingsOf(first))
            .containsExactly("HOLDFAST_VERIFY=" + workDir + "/keys/node-1");

        assertThat(first.pid().getAsLong()).isNotEqualTo(pid);
        assertThat(first.http()).isEqualTo(place);
        assertThat(new Browser(place).text("/counter")).startsWith("counter=1 ");
      }
      cluster.start(spare, progress::add);
      assertThat(settingsOf(spare)).containsExactly("HOLDFAST_ZONE=a");
      assertThat(new Browser(spare.http()).text("/counter")).contains("node=node-2");
      assertThatThrownBy(() -> cluster.start(spare, progress::add))
          .isInstanceOf(ClusterStartException.class)
          .hasMessage("node node-2 is running already");
      assertThat(progress).hasSize(4);
    }
    assertThat(workDir.resolve("node-1.3.log")).content().contains("ready http=");
  }

  @Test
  void saysWhatItLacks() {
    try (ProcessCluster cluster = new ProcessLauncher().start(settings(1, "sync"), line -> {})) {
      Fault cut = new Fault.Cut(Fault.Direction.BOTH);

      assertThat(cluster.lacks(cut)).hasValueSatisfying(why -> assertThat(why).contains("cut off"));
      assertThatThrownBy(() -> cluster.inflict(cut, cluster.nodes()))
          .isInstanceOf(FaultException.class)
          .hasMessageContaining("with --engine namespace or container only");
      assertThat(cluster.lacks(new Fault.Pause())).isEmpty();
    }
  }

  @Test
  void stopsItsNodes_whenTheProcessThatStartedThemIsKilled() throws Exception {
    assertLeavesNoNodeWhenKilled(workDir.toString());
  }

  @Test
  void stopsPausedNodes_whenTheProcessThatStartedThemIsKilled() throws Exception {
    assertLeavesNoNodeWhenKilled(workDir.toString(), "pause");
  }

  private static void assertLeavesNoNodeWhenKilled(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ClusterParent.class.getName()));
    command.addAll(List.of(arguments));
    Process parent =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    long pid = -1;
    try (BufferedReader printed =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      String line = Optional.ofNullable(printed.readLine()).orElse("nothing");
      assertThat(line).startsWith("pid ");
      pid = Long.parseLong(line.substring(4));
      long orphan = pid;
      assertThat(isAlive(orphan)).isTrue();
      assertThat(state(orphan) == 'T').isEqualTo(arguments.length > 1);

      parent.destroyForcibly();

      Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> !isAlive(orphan));
    } finally {
      parent.destroyForcibly();
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /** As the kernel says: T for one that was stopped by a signal. */
  private static char state(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return '-';
    }
  }

  private static List<String> settingsOf(ClusterNode node) throws IOException {
    Path environment = Path.of("/proc", Long.toString(node.pid().getAsLong()), "environ");
    return Arrays.stream(Files.readString(environment).split("\0"))
        .filter(variable -> variable.startsWith("HOLDFAST_"))
        .toList();
  }

  private ClusterSettings settings(int nodes, String ack) {
    return new ClusterSettings(nodes, ack, "MODIFIED_ATTRIBUTE", 0, workDir.toString());
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static long children() {
    return ProcessHandle.current().children().count();
  }
}
