// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.node.ReplicationNode;

/** Real nodes in one JVM, each with one application "shop", on loopback. */
public final class TestCluster implements AutoCloseable {
  public final List<ReplicationNode> nodes = new ArrayList<>();
  public final List<SessionReplicator> shops = new ArrayList<>();

  /** Sessions whose hand-over the shops received. */
  public final Set<ReplicatedSession> leaving = ConcurrentHashMap.newKeySet();

  /** The sessions that are kept then, until the test exits them. */
  public final Set<ReplicatedSession> keeping = ConcurrentHashMap.newKeySet();

  private final String cluster = "test-" + Long.toString(System.nanoTime(), 36);
  private final List<Integer> ports;
  private final UnaryOperator<NodeConfigBuilder> settings;
  private final UnaryOperator<ApplicationConfig> application;

  public TestCluster(
      int size,
      UnaryOperator<NodeConfigBuilder> settings,
      UnaryOperator<ApplicationConfig> application) {
    this.settings = settings;
    this.application = application;
    ports = freePorts(size);
    for (int i = 0; i < size; i++) {
      start(i, InstantSource.system());
    }
    awaitWhole();
  }

  public static TestCluster of(int size) {
    return new TestCluster(size, builder -> builder, shop -> shop);
  }

  private void start(int index, InstantSource wallClock) {
    String discovery =
        "static:" + String.join(",", ports.stream().map(port -> "127.0.0.1:" + port).toList());
    NodeConfig config =
        settings
            .apply(
                NodeConfig.builder("node-" + index)
                    .cluster(cluster)
                    .membershipPort(ports.get(index))
                    .discovery(discovery)
                    .joinTimeout(Duration.ofMillis(500))
                    // The protection that tests expect must not depend on how busy the machine is.
                    .ackTimeout(Duration.ofSeconds(5))
                    .drainTimeout(Duration.ZERO))
            .build();
    ReplicationNode node = ReplicationNode.start(config, wallClock);
    nodes.add(node);
    shops.add(
        node.register(
            application.apply(ApplicationConfig.of("shop", TestCluster.class.getClassLoader())),
            new Listener()));
  }

  private final class Listener implements SessionListener {
    @Override
    public void onReleased(ReplicatedSession session) {}

    @Override
    public boolean beforeHandOver(ReplicatedSession session) {
      leaving.add(session);
      return keeping.contains(session);
    }
  }

  private void awaitWhole() {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                nodes.stream()
                    .allMatch(
                        node -> node.view().members().size() == nodes.size() && node.isSettled()));
  }

  /** Ends a node without a word to its application, as a crash would unless it is to drain. */
  public void stop(int index) {
    nodes.get(index).close();
  }

  /** Starts a stopped node again, as another incarnation of the same member. */
  public void restart(int index) {
    restart(index, InstantSource.system());
  }

  /** The same, by another clock. */
  public void restart(int index, InstantSource wallClock) {
    start(index, wallClock);
  }

  /**
   * Below the range from which outgoing connections take theirs, or one of them might be given such
   * a port before its node starts.
   */
  public static List<Integer> freePorts(int count) {
    List<Integer> ports = new ArrayList<>();
    int candidate = ThreadLocalRandom.current().nextInt(20_000, 31_000);
    for (; ports.size() < count; candidate++) {
      if (isFree(candidate)) {
        ports.add(candidate);
      }
    }
    return ports;
  }

  private static boolean isFree(int port) {
    try (ServerSocket tried = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return tried.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  @Override
  public void close() {
    nodes.forEach(ReplicationNode::close);
  }
}
