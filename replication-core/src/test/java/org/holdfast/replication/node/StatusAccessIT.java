// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.session.TestCluster;
import org.holdfast.replication.status.StatusServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs that can read the status of a node. */
@Timeout(60)
class StatusAccessIT {
  private static final String TOKEN = "correct-horse-battery";

  /** The causes of collections that a program has asked for, in one way or another. */
  private static final Set<String> ASKED_FOR =
      Set.of(
          "System.gc()",
          "Diagnostic Command",
          "Heap Inspection Initiated GC",
          "Heap Dump Initiated GC");

  private final List<Integer> ports = TestCluster.freePorts(2);

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "[::]", "192.0.2.1"})
  void startsNoNode_whenOtherMachinesCouldReadItWithoutAToken(String host) {
    NodeConfig config = config().statusAddress(host + ":9100").build();

    assertThatThrownBy(() -> ReplicationNode.start(config, InstantSource.system()).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("statusAddress " + host + ":9100 is not a loopback address")
        .hasMessageContainingAll("statusTokenFile", "127.0.0.1:9100", "security=none");
  }

  @Test
  void tellsItToHoldersOfTheToken() throws Exception {
    NodeConfig config =
        config().statusAddress("0.0.0.0:" + ports.get(1)).statusToken(TOKEN).build();
    try (ReplicationNode node = ReplicationNode.start(config, InstantSource.system())) {
      assertThat(ask("Bearer wrong-horse-battery").statusCode()).isEqualTo(401);

      HttpResponse<String> status = ask("Bearer " + TOKEN);

      assertThat(status.statusCode()).isEqualTo(200);
      assertThat(status.body())
          .contains("\"name\":\"node-1\"", "\"security\":\"loopback\"")
          .doesNotContain(TOKEN);
      assertThat(node.statistics().plaintextAllowed()).isFalse();
      assertThat(node.config().toString()).doesNotContain(TOKEN);
    }
  }

  @Test
  void tellsItToEverybody_whenSecurityIsNone() throws Exception {
    NodeConfig config =
        config().statusAddress("0.0.0.0:" + ports.get(1)).security(Security.NONE).build();
    try (ReplicationNode node = ReplicationNode.start(config, InstantSource.system())) {
      assertThat(ask("").body()).contains("\"security\":\"none\"");
      assertThat(node.statistics().plaintextAllowed()).isTrue();
    }
  }

  /** The test itself asks for the last collection, which is reported after all others. */
  @Test
  void startsNoGarbageCollection_whenItIsRead() throws Exception {
    NodeConfig config = config().statusAddress("127.0.0.1:" + ports.get(1)).build();
    List<GarbageCollectionNotificationInfo> asked = new CopyOnWriteArrayList<>();
    NotificationListener listener =
        (notification, unused) -> {
          var collection =
              GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
          if (ASKED_FOR.contains(collection.getGcCause())) {
            asked.add(collection);
          }
        };
    var collectors = ManagementFactory.getGarbageCollectorMXBeans();
    for (var each : collectors) {
      ((NotificationEmitter) each).addNotificationListener(listener, null, null);
    }
    try (ReplicationNode unused = ReplicationNode.start(config, InstantSource.system())) {
      for (int i = 0; i < 20; i++) {
        assertThat(ask("").statusCode()).isEqualTo(200);
      }
      System.gc();
      Map<String, Long> counts =
          collectors.stream()
              .collect(
                  Collectors.toMap(
                      GarbageCollectorMXBean::getName, GarbageCollectorMXBean::getCollectionCount));
      await()
          .until(
              () ->
                  asked.stream()
                      .anyMatch(last -> last.getGcInfo().getId() >= counts.get(last.getGcName())));

      assertThat(asked)
          .extracting(GarbageCollectionNotificationInfo::getGcCause)
          .containsExactly("System.gc()");
    } finally {
      for (var each : collectors) {
        ((NotificationEmitter) each).removeNotificationListener(listener);
      }
    }
  }

  private HttpResponse<String> ask(String authorization) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + ports.get(1) + StatusServer.PATH);
    HttpRequest request =
        HttpRequest.newBuilder(uri).header("Authorization", authorization).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  private NodeConfigBuilder config() {
    return NodeConfig.builder("node-1")
        .cluster("status-" + ports.get(0))
        .membershipPort(ports.get(0))
        .discovery("static:127.0.0.1:" + ports.get(0))
        .joinTimeout(Duration.ofMillis(300))
        .drainTimeout(Duration.ZERO);
  }
}
