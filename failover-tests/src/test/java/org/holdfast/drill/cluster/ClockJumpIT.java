// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.settings.HoldfastSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The wall clock of a node alone, while its sessions live half an hour unused. */
@Timeout(90)
class ClockJumpIT {
  private static final Fault AHEAD = new Fault.ClockJump(Duration.ofHours(1));
  private static final Fault BACK = new Fault.ClockJump(Duration.ofHours(-2));

  @TempDir private Path workDir;

  @Tag("nightly")
  @Test
  void changesTheTimeOfANodeAndNothingElse_untilItIsHealed() throws Exception {
    Libfaketime.assume();
    try (ProcessCluster cluster = new ProcessLauncher().start(settings(2), line -> {})) {
      assertThat(cluster.lacks(AHEAD)).isEmpty();
      List<ClusterNode> first = cluster.nodes().subList(0, 1);
      Browser browser = new Browser(first.get(0).http());
      assertThat(browser.text("/counter")).startsWith("counter=1 ");
      assertThat(minutesOff(first.get(0))).isZero();
      long up = figure(first.get(0), "upMillis");

      cluster.inflict(AHEAD, first);

      assertThat(minutesOff(first.get(0))).isEqualTo(60);
      assertThat(minutesOff(cluster.nodes().get(1))).as("the other's").isZero();
      assertThat(cluster.effect(AHEAD, first)).isEqualTo(Effect.SEEN);
      assertThat(browser.text("/counter")).as("the session lives on").startsWith("counter=2 ");
      assertThat(figure(first.get(0), "upMillis") - up).isBetween(0L, 60_000L);

      cluster.heal(AHEAD, first);
      assertThat(minutesOff(first.get(0))).isZero();
      cluster.inflict(BACK, first);
      assertThat(minutesOff(first.get(0))).isEqualTo(-120);
      assertThat(browser.text("/counter")).startsWith("counter=3 ");

      Files.writeString(workDir.resolve("node-1.clock"), "+0\n");
      Awaitility.await("what the node says counts, not what it was told")
          .until(() -> cluster.effect(BACK, first) == Effect.NONE);
      cluster.heal(BACK, first);
      cluster.inflict(BACK, first);
      cluster.inflict(new Fault.Kill(), first);
      assertThat(cluster.effect(BACK, first)).as("of a dead node").isEqualTo(Effect.UNKNOWN);
      cluster.start(first.get(0), line -> {});
      assertThat(minutesOff(first.get(0))).as("as a machine's clock").isEqualTo(-120);
    }
    try (var files = Files.list(workDir)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("node-1.log", "node-1.2.log", "node-2.log");
    }
  }

  @Test
  void isRefused_whenTheNodesWereStartedWithoutClocksOfTheirOwn() {
    try (ProcessCluster cluster =
        new ProcessLauncher()
            .start(
                new ClusterSettings(1, "sync", "MODIFIED_ATTRIBUTE", 0, workDir.toString()),
                line -> {})) {
      assertThatThrownBy(() -> cluster.inflict(AHEAD, cluster.nodes()))
          .isInstanceOf(FaultException.class);
      assertThat(minutesOff(cluster.nodes().get(0))).isZero();
    }
  }

  private ClusterSettings settings(int nodes) {
    return new ClusterSettings(
        nodes,
        0,
        "sync",
        "MODIFIED_ATTRIBUTE",
        Integration.TOMCAT,
        1,
        false,
        true,
        false,
        workDir.toString(),
        HoldfastSettings.NONE,
        ProcessSettings.DEFAULT);
  }

  private static long minutesOff(ClusterNode node) {
    return Math.round((figure(node, "clockMillis") - System.currentTimeMillis()) / 60_000.0);
  }

  private static long figure(ClusterNode node, String name) {
    // A busy machine may take longer to tell than a status is waited for.
    return await()
        .atMost(Duration.ofSeconds(10))
        .until(node::status, Optional::isPresent)
        .orElseThrow()
        .counters()
        .get(name);
  }
}
