// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.demo.ShopWar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(90)
class WarOnNodesIT {
  @TempDir private Path directory;

  @Test
  void keepsTheSessionsOfAUsersWebApplication_whenItsNodeIsKilled() throws Exception {
    Path war = ShopWar.create(directory);
    ProcessLauncher launcher =
        new ProcessLauncher().withNodeOptions("--war", war.toString(), "--war-path", "/shop");
    try (ProcessCluster cluster = launcher.start(settings(2, 1), line -> {})) {
      Browser browser = new Browser(cluster.nodes().get(0).http());
      assertThat(browser.text("/shop/basket")).isEqualTo("items=1");
      assertThat(browser.text("/shop/basket")).isEqualTo("items=2");
      assertThat(browser.text("/counter")).startsWith("counter=1 ");

      cluster.nodes().get(0).kill();

      browser.turnTo(cluster.nodes().get(1).http());
      assertThat(browser.text("/shop/basket")).isEqualTo("items=3");
    }
  }

  @Test
  void servesItAtTheRootAndTheDemoBesideIt_whenNoPathIsNamed() throws Exception {
    Path war = ShopWar.create(directory);
    ProcessLauncher launcher = new ProcessLauncher().withNodeOptions("--war", war.toString());
    try (ProcessCluster cluster = launcher.start(settings(1, 0), line -> {})) {
      ClusterNode node = cluster.nodes().get(0);

      assertThat(new Browser(node.http()).text("/basket")).isEqualTo("items=1");
      assertThat(new Browser(node.http()).text("/demo/counter")).startsWith("counter=1 ");
      assertThat(Statuses.of(node).counters()).containsEntry("requests", 2L);
    }
  }

  @Test
  void saysWhichFile_whenTheWebApplicationIsNotThere() {
    ProcessLauncher launcher =
        new ProcessLauncher().withNodeOptions("--war", directory + "/none.war");

    assertThatThrownBy(() -> launcher.start(settings(1, 0), line -> {}))
        .hasMessageContaining("--war must be a readable file, was " + directory + "/none.war");
  }

  private ClusterSettings settings(int nodes, int secondaries) {
    return new ClusterSettings(
        nodes, "sync", "MODIFIED_ATTRIBUTE", secondaries, directory.toString());
  }
}
