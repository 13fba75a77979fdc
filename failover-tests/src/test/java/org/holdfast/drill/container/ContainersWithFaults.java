// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.WholeCluster;
import org.holdfast.drill.demo.ShopWar;
import org.holdfast.drill.fault.Fault;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of three containers and a spare place, whole before each test. */
@Timeout(120)
abstract class ContainersWithFaults {
  /** Longer than the nodes' failure detector and the merge after it take. */
  static final Duration VIEWS = Duration.ofSeconds(30);

  @TempDir static Path workDir;
  static Cluster cluster;
  static List<ContainerNode> nodes;
  static ContainerNode spare;

  private final Map<Fault, int[]> inflicted = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    Docker.assume();
    cluster =
        new ContainerLauncher(ContainerOptions.DEFAULT.withWar(ShopWar.create(workDir), "/shop"))
            .launch(
                new ClusterSettings(3, "sync", "MODIFIED_ATTRIBUTE", 1, workDir.toString())
                    .withSpares(1),
                System.out::println);
    List<ContainerNode> places = cluster.nodes().stream().map(ContainerNode.class::cast).toList();
    nodes = places.subList(0, 3);
    spare = places.get(3);
  }

  @AfterAll
  static void close() {
    if (cluster != null) {
      cluster.close();
      assertThat(nodes).noneMatch(ClusterNode::alive);
      assertThat(
              Docker.client()
                  .listContainersCmd()
                  .withShowAll(true)
                  .withLabelFilter(Owner.labels())
                  .exec())
          .isEmpty();
    }
  }

  /** A test that failed leaves nothing to the next. */
  @AfterEach
  void healAll() {
    inflicted.forEach((fault, numbers) -> cluster.heal(fault, victims(numbers)));
  }

  @BeforeEach
  void isWhole() {
    for (ContainerNode node : nodes) {
      if (!node.alive()) {
        cluster.start(node, System.out::println);
      }
    }
    WholeCluster.await(nodes, VIEWS);
  }

  final void inflict(Fault fault, int... numbers) {
    cluster.inflict(fault, victims(numbers));
    inflicted.put(fault, numbers);
  }

  final void heal(Fault fault, int... numbers) {
    inflicted.remove(fault);
    cluster.heal(fault, victims(numbers));
  }

  static List<ClusterNode> victims(int... numbers) {
    List<ClusterNode> victims = new ArrayList<>();
    for (int number : numbers) {
      victims.add(nodes.get(number));
    }
    return victims;
  }

  static InetSocketAddress http(int number) {
    return nodes.get(number).http();
  }

  static void awaitView(ClusterNode node, String... members) {
    await(node.name() + " sees " + List.of(members))
        .atMost(VIEWS)
        .until(
            () -> node.status().map(NodeStatus::viewMembers),
            Optional.of(List.of(members))::equals);
  }
}
