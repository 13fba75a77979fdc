// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.Statuses;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.fault.Fault;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.images.builder.ImageFromDockerfile;

@Timeout(240)
class ContainerDrillIT {
  @TempDir private Path workDir;

  @BeforeAll
  static void needsDocker() {
    Docker.assume();
  }

  @Test
  void servesOnTheOthersAndLeavesNothing_whenOneContainerIsKilled() {
    ClusterSettings settings =
        new ClusterSettings(3, "sync", "MODIFIED_ATTRIBUTE", 0, workDir.toString());
    List<ClusterNode> nodes;
    try (Cluster cluster = new ContainerLauncher().launch(settings, ContainerDrillIT::tell)) {
      nodes = cluster.nodes();
      assertThat(nodes).hasSize(3);
      for (ClusterNode node : nodes) {
        assertThat(new Browser(node.http()).text("/counter"))
            .startsWith("counter=1 ")
            .contains("node=" + node.name());
        Awaitility.await()
            .untilAsserted(
                () -> assertThat(node.status().map(NodeStatus::name)).hasValue(node.name()));
      }

      nodes.get(0).kill();
      nodes.get(0).kill();

      Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !nodes.get(0).alive());
      assertThat(nodes.get(0).status()).isEmpty();
      assertThat(new Browser(nodes.get(1).http()).text("/counter")).contains("node=node-2");
      assertThat(new Browser(nodes.get(2).http()).text("/counter")).contains("node=node-3");
      assertThat(workDir.resolve("node-2.log"))
          .content()
          .startsWith("$ docker run ")
          .contains("ready http=0.0.0.0:8080");
    }
    assertThat(nodes).noneMatch(ClusterNode::alive);
    assertNothingIsLeft();
  }

  @Test
  void runsAnImageOfTheUsersOwn_thatIsConfiguredByItsEnvironment() throws Exception {
    // Ours, but nobody tells it on its command line where it is.
    String image = ownImage("CMD [\"--http-host\", \"0.0.0.0\", \"--name\", \"unnamed\"]");
    ContainerLauncher launcher =
        new ContainerLauncher(ContainerOptions.DEFAULT.withImage(image, 8080));
    try (Cluster cluster = launcher.launch(settings(2).withSpares(1), ContainerDrillIT::tell)) {
      List<ClusterNode> nodes = cluster.nodes();
      Browser browser = new Browser(nodes.get(0).http());
      assertThat(browser.text("/counter")).startsWith("counter=1 ");
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(nodes.get(1).status().map(NodeStatus::viewMembers))
                      .hasValue(List.of("node-1", "node-2")));
      // Told by Holdfast itself at a port of its own; only our server counts requests.
      assertThat(Statuses.of(nodes.get(1)).counters())
          .containsKeys("cpuMicros", "bytesSent")
          .doesNotContainKey("requests");
      assertThat(nodes.get(1).cpuMicros().orElseThrow()).as("counted by the engine").isPositive();
      assertThat(cluster.lacks(new Fault.FullDisk())).isPresent();
      assertThat(cluster.lacks(new Fault.Kill())).isEmpty();

      cluster.inflict(new Fault.Kill(), nodes.subList(0, 1));

      browser.turnTo(nodes.get(1).http());
      assertThat(browser.text("/counter")).startsWith("counter=2 ");
    } finally {
      Docker.client().removeImageCmd(image).exec();
    }
  }

  @Test
  void saysWhichImageIsMissing() {
    ContainerLauncher launcher =
        new ContainerLauncher(ContainerOptions.DEFAULT.withImage("holdfast-none:1", 8080));

    assertThatThrownBy(() -> launcher.launch(settings(1), ContainerDrillIT::tell))
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("no image holdfast-none:1");
  }

  @Test
  void saysWhyAndLeavesNothing_whenANodeDoesNotStart() {
    ClusterSettings settings =
        new ClusterSettings(1, "maybe", "MODIFIED_ATTRIBUTE", 1, workDir.toString());

    assertThatThrownBy(() -> new ContainerLauncher().launch(settings, ContainerDrillIT::tell))
        .isInstanceOf(ClusterStartException.class)
        .hasMessageContaining("node node-1 ended before it served")
        .hasMessageContaining("--ack must be one of sync, async, was \"maybe\"");
    assertNothingIsLeft();
  }

  @Test
  void leavesNothing_whenInterruptedWhileItStarts() {
    assertThatThrownBy(
            () ->
                new ContainerLauncher()
                    .launch(
                        settings(3),
                        line -> {
                          if (line.startsWith("container node-1")) {
                            Thread.currentThread().interrupt();
                          }
                        }))
        .isInstanceOf(ClusterStartException.class);

    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    assertNothingIsLeft();
  }

  @Tag("alone")
  @Test
  void losesNoAnsweredUpdate_whenAContainerIsKilledUnderLoad() {
    assertThat(drill("--ack", "sync")).as("exit code").isZero();
  }

  /** {@code HoldfastIT} shows it on processes in each build. */
  @Tag("nightly")
  @Test
  void callsTheVerdictBroken_whenReplicationIsOff() {
    assertThat(drill("--replication", "off")).as("exit code").isEqualTo(1);
  }

  @Tag("alone")
  @Tag("drills")
  @Test
  void losesNoAnsweredUpdateOfAnImageOfTheUsersOwn_whenItsContainerIsKilled() throws Exception {
    String image = ownImage("CMD [\"--http-host\", \"0.0.0.0\", \"--name\", \"unnamed\"]");
    Path json = workDir.resolve("drill.json");
    try {
      int ended =
          drill(
              "--engine",
              "container",
              "--image",
              image,
              "--url",
              "/counter",
              "--expect",
              "counter=(\\d+)",
              "--json",
              json.toString());

      assertThat(ended).as("exit code").isZero();
    } finally {
      Docker.client().removeImageCmd(image).exec();
    }
    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.at("/truth/usersWithSession").asInt()).isEqualTo(100);
    assertThat(report.at("/truth/lostUpdates").asInt()).isZero();
    assertThat(report.at("/incidents/0/movedSessions").asInt()).isPositive();
    assertThat(report.at("/incidents/0/viewChangeAllMillis").asDouble()).isPositive();
  }

  private static int drill(String... options) {
    List<String> arguments = new ArrayList<>(List.of("drill", "--nodes", "3", "--users", "100"));
    arguments.addAll(List.of("--seconds", "6", "--warm-up-ms", "3000"));
    arguments.addAll(List.of(options));
    return Holdfast.commandLine(new ContainerLauncher()).execute(arguments.toArray(String[]::new));
  }

  private ClusterSettings settings(int nodes) {
    return new ClusterSettings(nodes, "sync", "MODIFIED_ATTRIBUTE", 1, workDir.toString());
  }

  /** Builds an image on ours. */
  private static String ownImage(String line) throws Exception {
    String ours =
        new Images(DockerEngine.connect(), ContainerDrillIT::tell)
            .node(Optional.empty(), Optional.empty());
    return new ImageFromDockerfile("holdfast-test-own:" + ProcessHandle.current().pid(), false)
        .withFileFromString("Dockerfile", "FROM " + ours + "\n" + line + "\n")
        .get();
  }

  private static void assertNothingIsLeft() {
    assertThat(
            Docker.client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(Owner.labels())
                .exec())
        .isEmpty();
    assertThat(Docker.client().listNetworksCmd().exec())
        .filteredOn(network -> Owner.labels().equals(network.getLabels()))
        .isEmpty();
  }

  private static void tell(String progress) {
    System.out.println(progress);
  }
}
