// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.holdfast.drill.demo.Browser;
import org.holdfast.drill.fault.Fault;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two node processes whose sessions are kept by Jetty's session cache or by the filter. */
@Timeout(60)
class IntegrationsIT {
  @TempDir private Path workDir;

  @ParameterizedTest
  @EnumSource(value = Integration.class, mode = EnumSource.Mode.EXCLUDE, names = "TOMCAT")
  void findTheSessionOnTheOtherNode_whenItsNodeIsKilled(Integration integration) {
    try (ProcessCluster cluster = start(integration)) {
      Browser browser = new Browser(cluster.nodes().get(0).http());
      assertThat(browser.text("/cart")).startsWith("counter=1 ");
      assertThat(browser.text("/rename")).contains("node=node-1");
      assertThat(browser.text("/cart")).startsWith("counter=2 ");

      cluster.nodes().get(0).kill();

      browser.turnTo(cluster.nodes().get(1).http());
      assertThat(browser.text("/cart")).startsWith("counter=3 ").contains(" node=node-2 ");
      NodeStatus status = Statuses.of(cluster.nodes().get(1));
      assertThat(status.counters()).containsEntry("requests", 1L);
    }
  }

  /** A request of 4.5 seconds is under way, which is longer than containers wait by default. */
  @Tag("nightly")
  @ParameterizedTest
  @EnumSource(value = Integration.class, mode = EnumSource.Mode.EXCLUDE, names = "TOMCAT")
  void answerWhatRunsAndHandTheSessionOver_whenTheirNodeIsStopped(Integration integration) {
    try (ProcessCluster cluster = start(integration)) {
      ClusterNode first = cluster.nodes().get(0);
      Browser browser = new Browser(first.http());
      assertThat(browser.text("/counter")).startsWith("counter=1 ");
      CompletableFuture<HttpResponse<String>> running =
          CompletableFuture.supplyAsync(() -> browser.get("/counter?pause=4500"));
      // Its count shows in the heap of its node as soon as it runs.
      Awaitility.await().until(() -> browser.text("/peek").startsWith("counter=2 "));

      cluster.inflict(new Fault.Stop(), List.of(first));

      assertThat(running.join().body()).startsWith("counter=2 ");
      assertThat(first.alive()).isFalse();
      browser.turnTo(cluster.nodes().get(1).http());
      assertThat(browser.text("/counter")).startsWith("counter=3 ").contains(" node=node-2 ");
    }
  }

  private ProcessCluster start(Integration integration) {
    ClusterSettings settings =
        new ClusterSettings(2, "sync", "MODIFIED_ATTRIBUTE", 1, workDir.toString())
            .withIntegration(integration);
    return new ProcessLauncher().start(settings, line -> {});
  }
}
