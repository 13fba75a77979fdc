/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.holdfast.drill.demo.Browser;
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
        assertThat(node.status().map(NodeStatus::name)).hasValue(node.name());
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
  void stopsItsNodes_whenTheProcessThatStartedThemIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ClusterParent.class.getName(),
                workDir.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long pid = -1;
    try (BufferedReader printed =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      String line = Optional.ofNullable(printed.readLine()).orElse("nothing");
      assertThat(line).startsWith("pid ");
      pid = Long.parseLong(line.substring(4));
      long orphan = pid;
      assertThat(isAlive(orphan)).isTrue();

      parent.destroyForcibly();

      Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> !isAlive(orphan));
    } finally {
      parent.destroyForcibly();
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
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
