// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.command.InspectContainerResponse;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.EngineTable;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each fault of a node is seen to be there, and to be gone once it is healed. */
class ContainerFaultsIT extends ContainersWithFaults {
  @Test
  void leavesTheView_whilePaused() {
    Fault fault = new Fault.Pause();
    inflict(fault, 1);

    assertThat(nodes.get(1).alive()).as("it still exists").isTrue();
    assertThat(nodes.get(1).status()).isEmpty();
    awaitView(nodes.get(0), "node-1", "node-3");

    heal(fault, 1);
    awaitView(nodes.get(0), "node-1", "node-2", "node-3");
    await().until(() -> nodes.get(1).status().isPresent());
  }

  @Test
  void canBeKilled_whilePaused() {
    Fault pause = new Fault.Pause();
    inflict(pause, 1);

    inflict(new Fault.Kill(), 1);

    assertThat(nodes.get(1).exitCode()).hasValue(137);
    heal(pause, 1);
  }

  /** Who has its place now stands still no more. */
  @Test
  @Tag("nightly")
  void isLeftAlone_whenItWasStartedAgainSinceItWasPaused() {
    Fault pause = new Fault.Pause();
    inflict(pause, 1);
    inflict(new Fault.Kill(), 1);
    cluster.start(nodes.get(1), System.out::println);

    heal(pause, 1);

    await().until(() -> nodes.get(1).status().isPresent());
  }

  @Tag("nightly")
  @Test
  void isHeldBack_whileItsProcessorIsLimited() {
    // Loading classes takes a node that has just started longer than a browser waits.
    visit(1, 50);
    Fault fault = new Fault.SlowCpu(5);
    inflict(fault, 1);
    long before = throttled(1);
    await()
        .atMost(VIEWS)
        .until(
            () -> {
              visit(1, 20);
              return throttled(1) > before + 2;
            });

    assertThat(cluster.effect(fault, victims(1))).isEqualTo(Effect.SEEN);
    heal(fault, 1);
    long after = throttled(1);
    visit(1, 50);
    assertThat(throttled(1)).isEqualTo(after);
  }

  @Tag("nightly")
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

  @Tag("nightly")
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

  private static void visit(int number, int times) {
    for (int i = 0; i < times; i++) {
      new Browser(http(number)).text("/counter");
    }
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
