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

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.command.InspectContainerResponse;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.WholeCluster;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.demo.ShopWar;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.EngineTable;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each fault is seen to be there, and to be gone once it is healed. */
@Timeout(120)
class ContainerFaultsIT {
  /** Longer than the nodes' failure detector and the merge after it take. */
  private static final Duration VIEWS = Duration.ofSeconds(30);

  @TempDir private static Path workDir;
  private static Cluster cluster;
  private static List<ContainerNode> nodes;
  private static ContainerNode spare;

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

  @Test
  void leavesTheView_whilePaused() {
    Fault fault = new Fault.Pause();
    inflict(fault, 1);

    assertThat(nodes.get(1).alive()).as("it still exists").isTrue();
    assertThat(nodes.get(1).status()).isEmpty();
    awaitView(nodes.get(0), "node-1", "node-3");

    heal(fault, 1);
    awaitView(nodes.get(0), "node-1", "node-2", "node-3");
    assertThat(nodes.get(1).status()).isPresent();
  }

  @Test
  void canBeKilled_whilePaused() {
    Fault pause = new Fault.Pause();
    inflict(pause, 1);

    inflict(new Fault.Kill(), 1);

    assertThat(nodes.get(1).exitCode()).hasValue(137);
    heal(pause, 1);
  }

  @Test
  void hearsNobodyButItsClients_whileCutOff() {
    Fault fault = new Fault.Cut(Fault.Direction.BOTH);
    inflict(fault, 2);

    awaitView(nodes.get(0), "node-1", "node-2");
    awaitView(nodes.get(2), "node-3");
    assertThat(new Browser(http(2)).text("/counter")).contains("node=node-3");
    assertThatThrownBy(() -> inflict(fault, 2))
        .isInstanceOf(FaultException.class)
        .hasMessageContaining("node-3 is cut off already");

    heal(fault, 2);
    awaitView(nodes.get(2), "node-1", "node-2", "node-3");
  }

  @Test
  void hearEachOther_whileCutOffTogether() {
    Fault fault = new Fault.Cut(Fault.Direction.BOTH);
    inflict(fault, 1, 2);

    awaitView(nodes.get(0), "node-1");
    awaitView(nodes.get(1), "node-2", "node-3");
    awaitView(nodes.get(2), "node-2", "node-3");

    heal(fault, 1, 2);
    awaitView(nodes.get(0), "node-1", "node-2", "node-3");
  }

  @Test
  void losesOneWayOnly_whileCutOffOneWay() {
    Fault outbound = new Fault.Cut(Fault.Direction.OUTBOUND);
    inflict(outbound, 2);
    await().atMost(VIEWS).until(() -> dropped(2, "OUTPUT") > 0);
    assertThat(dropped(2, "INPUT")).as("what it hears").isEqualTo(-1);
    assertThat(cluster.effect(outbound, victims(2))).isEqualTo(Effect.SEEN);
    awaitView(nodes.get(0), "node-1", "node-2");
    heal(outbound, 2);
    assertThat(dropped(2, "OUTPUT")).isEqualTo(-1);
    WholeCluster.await(nodes, VIEWS);

    Fault inbound = new Fault.Cut(Fault.Direction.INBOUND);
    inflict(inbound, 2);
    await().atMost(VIEWS).until(() -> dropped(2, "INPUT") > 0);
    assertThat(dropped(2, "OUTPUT")).as("what it sends").isEqualTo(-1);
    heal(inbound, 2);
    assertThat(dropped(2, "INPUT")).isEqualTo(-1);
  }

  @Test
  void missesPacketsAndIsMissed_whileSomeAreLost() {
    Fault fault = new Fault.Loss(20);
    assertThat(cluster.lacks(fault)).isEmpty();
    inflict(fault, 0);
    await()
        .atMost(VIEWS)
        .until(
            () -> {
              new Browser(http(0)).text("/profile");
              return dropped(0, "INPUT") > 3 && dropped(1, "INPUT") + dropped(2, "INPUT") > 3;
            });
    assertThat(cluster.effect(fault, victims(0))).isEqualTo(Effect.SEEN);
    heal(fault, 0);
    assertThat(List.of(0, 1, 2)).allMatch(node -> dropped(node, "INPUT") == -1);
  }

  @Test
  void cannotProtectALargeSessionInTime_whileItsBandwidthIsLimited() {
    Fault fault = new Fault.Bandwidth(64);
    // The first one of a cold node may be too late on a busy machine.
    await().atMost(VIEWS).until(() -> protectedProfile(0));

    inflict(fault, 0);
    assertThat(protectedProfile(0)).as("40 KB at 8 KB/s, in 250 ms").isFalse();
    assertThatThrownBy(() -> inflict(new Fault.Bandwidth(128), 0))
        .hasMessageContaining("node-1 is limited to 64 kbit/s already");
    assertThat(new Browser(http(0)).text("/counter")).contains("node=node-1");

    assertThat(cluster.effect(fault, victims(0))).isEqualTo(Effect.SEEN);
    heal(fault, 0);
    await().atMost(VIEWS).until(() -> protectedProfile(0));
  }

  @Test
  void answersLate_whileDelayed_orSaysWhyItCannotBe() {
    Fault fault = new Fault.Delay(Duration.ofMillis(120));
    Optional<String> lacks = cluster.lacks(fault);
    if (lacks.isPresent()) {
      assertThat(lacks.get()).contains("netem");
      assertThatThrownBy(() -> inflict(fault, 0)).hasMessageContaining("netem");
      return;
    }
    inflict(fault, 0);
    Browser browser = new Browser(http(0));
    long begin = System.nanoTime();
    browser.text("/counter");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(110));
    heal(fault, 0);
  }

  @Test
  void isHeldBack_whileItsProcessorIsLimited() {
    Fault fault = new Fault.SlowCpu(3);
    inflict(fault, 1);
    long before = throttled(1);
    await()
        .atMost(VIEWS)
        .until(
            () -> {
              new Browser(http(1)).text("/counter");
              return throttled(1) > before + 2;
            });

    assertThat(cluster.effect(fault, victims(1))).isEqualTo(Effect.SEEN);
    heal(fault, 1);
    long after = throttled(1);
    for (int i = 0; i < 50; i++) {
      new Browser(http(1)).text("/counter");
    }
    assertThat(throttled(1)).isEqualTo(after);
  }

  @Test
  void isKilledByTheKernelAndStartsAnew_whenOutOfMemory() {
    InetSocketAddress address = http(1);
    inflict(new Fault.OutOfMemory(), 1);

    assertThat(nodes.get(1).alive()).isFalse();
    assertThat(nodes.get(1).exitCode()).hasValue(137);
    assertThat(inspect(1).getState().getOOMKilled()).isTrue();
    awaitView(nodes.get(0), "node-1", "node-3");

    cluster.start(nodes.get(1), System.out::println);
    assertThat(http(1)).isEqualTo(address);
    assertThat(new Browser(address).text("/counter")).contains("node=node-2");
    assertThat(inspect(1).getHostConfig().getMemory()).as("limit").isZero();
    assertThat(workDir).isDirectoryContaining("glob:**node-2.*.log");
  }

  @Test
  void losesLinesOfItsLogAndServesOn_whileItsDiskIsFull() {
    Fault fault = new Fault.FullDisk();
    inflict(fault, 0);
    await()
        .atMost(VIEWS)
        .until(
            () -> {
              assertThat(new Browser(http(0)).text("/counter")).contains("node=node-1");
              return counter(0, "logLinesLost") > 0;
            });

    assertThat(cluster.effect(fault, victims(0))).isEqualTo(Effect.SEEN);
    heal(fault, 0);
    long lost = counter(0, "logLinesLost");
    long written = counter(0, "logLines");
    new Browser(http(0)).text("/counter");
    assertThat(counter(0, "logLinesLost")).isEqualTo(lost);
    assertThat(counter(0, "logLines")).isGreaterThan(written);
  }

  @Test
  void handsItsSessionsOver_whenStopped_andASpareTakesItsPlace() {
    Browser browser = new Browser(http(2));
    assertThat(browser.text("/shop/basket")).isEqualTo("items=1");
    assertThat(spare.alive()).isFalse();
    assertThat(spare.status()).isEmpty();

    cluster.start(spare, System.out::println);
    awaitView(nodes.get(0), "node-1", "node-2", "node-3", "node-4");
    inflict(new Fault.Stop(), 2);

    assertThat(nodes.get(2).exitCode()).as("SIGTERM").hasValue(143);
    browser.turnTo(spare.http());
    assertThat(browser.text("/shop/basket")).isEqualTo("items=2");

    cluster.inflict(new Fault.Kill(), List.of(spare));
    assertThat(spare.exitCode()).as("SIGKILL").hasValue(137);
    cluster.inflict(new Fault.Kill(), List.of(spare));
  }

  @Test
  void canDoWhatTheTableOfTheEnginesSays() throws Exception {
    for (EngineTable.Row row : EngineTable.rows()) {
      Optional<String> lacks = cluster.lacks(row.sample());
      switch (row.containers().split("[: ]")[0]) {
        case "yes" -> assertThat(lacks).as(row.name()).isEmpty();
        case "no" -> {
          assertThat(lacks).as(row.name()).isPresent();
          assertThatThrownBy(() -> inflict(row.sample(), 0)).isInstanceOf(FaultException.class);
        }
        default -> assertThat(row.containers()).as(row.name()).startsWith("where ");
      }
    }
  }

  private void inflict(Fault fault, int... numbers) {
    cluster.inflict(fault, victims(numbers));
    inflicted.put(fault, numbers);
  }

  private void heal(Fault fault, int... numbers) {
    inflicted.remove(fault);
    cluster.heal(fault, victims(numbers));
  }

  private static List<ClusterNode> victims(int... numbers) {
    List<ClusterNode> victims = new ArrayList<>();
    for (int number : numbers) {
      victims.add(nodes.get(number));
    }
    return victims;
  }

  private static InetSocketAddress http(int number) {
    return nodes.get(number).http();
  }

  private static void awaitView(ClusterNode node, String... members) {
    await(node.name() + " sees " + List.of(members))
        .atMost(VIEWS)
        .until(
            () -> node.status().map(NodeStatus::viewMembers),
            Optional.of(List.of(members))::equals);
  }

  /** Packets that rules of a chain have dropped; -1 if there is no rule. */
  private static long dropped(int number, String chain) {
    String rules = nodes.get(number).networkTools().run(List.of("iptables", "-w", "-nvxL", chain));
    List<Long> counts =
        rules
            .lines()
            .map(line -> line.strip().split("\\s+"))
            .filter(words -> Stream.of(words).anyMatch("DROP"::equals))
            .map(words -> Long.parseLong(words[0]))
            .toList();
    return counts.isEmpty() ? -1 : counts.stream().mapToLong(Long::longValue).sum();
  }

  /** Whether a new session of 40 KB was protected when its first answer left. */
  private static boolean protectedProfile(int number) {
    return new Browser(http(number))
        .get("/profile")
        .headers()
        .firstValue("X-Holdfast-Protected")
        .map(Boolean::valueOf)
        .orElse(false);
  }

  private static long throttled(int number) {
    return nodes
        .get(number)
        .container()
        .usage()
        .at("/cpu_stats/throttling_data/throttled_periods")
        .asLong();
  }

  private static long counter(int number, String name) {
    return nodes.get(number).status().map(status -> status.counters().get(name)).orElse(0L);
  }

  private static InspectContainerResponse inspect(int number) {
    return Docker.client().inspectContainerCmd(nodes.get(number).container().id()).exec();
  }
}
