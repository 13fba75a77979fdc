// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.WholeCluster;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each fault of the network is seen to be there, and to be gone once it is healed. */
class ContainerNetworkFaultsIT extends ContainersWithFaults {
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

  @Tag("nightly")
  @Test
  void missOneAnotherOnly_whileTheLinkBetweenThemIsCut() {
    Fault both = new Fault.CutLink(Fault.Direction.BOTH);
    inflict(both, 1, 2);
    await().atMost(VIEWS).until(() -> dropped(1, "INPUT") > 0 && dropped(2, "INPUT") > 0);
    assertThat(dropped(0, "INPUT")).as("the third, which hears both").isEqualTo(-1);
    assertThat(cluster.effect(both, victims(1, 2))).isEqualTo(Effect.SEEN);
    heal(both, 1, 2);
    assertThat(List.of(1, 2)).allMatch(node -> dropped(node, "INPUT") == -1);

    Fault outbound = new Fault.CutLink(Fault.Direction.OUTBOUND);
    inflict(outbound, 1, 2);
    assertThat(dropped(1, "INPUT")).as("what the first hears").isEqualTo(-1);
    await().atMost(VIEWS).until(() -> dropped(2, "INPUT") > 0);
    assertThat(cluster.effect(outbound, victims(1, 2))).isEqualTo(Effect.SEEN);
    heal(outbound, 1, 2);
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

  @Tag("nightly")
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

  @Tag("nightly")
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
}
