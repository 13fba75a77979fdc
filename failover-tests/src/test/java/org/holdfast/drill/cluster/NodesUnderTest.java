// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.Target;

/** Node processes and users of theirs, for one test; nodes are numbered from 0. */
final class NodesUnderTest implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  /** The failure detector gives a dead process up after some 1 s; a busy machine is later. */
  private static final Duration DETECTION = Duration.ofSeconds(40);

  private static final Duration POLL = Duration.ofMillis(10);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final GrizzlyHttpEngine engine;
  private final ProcessCluster cluster;

  NodesUnderTest(int nodes, int secondaries, Path workDir, String... options) throws IOException {
    this.engine = GrizzlyHttpEngine.start(1);
    try {
      this.cluster =
          new ProcessLauncher()
              .withNodeOptions(options)
              .start(
                  new ClusterSettings(
                      nodes, "sync", "MODIFIED_ATTRIBUTE", secondaries, workDir.toString()),
                  line -> {});
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  Crowd crowd(int size) {
    List<Target> targets =
        cluster.nodes().stream().map(node -> new Target(node.name(), node.http())).toList();
    return new Crowd(size, targets, engine, "", PATIENCE, threads);
  }

  static String name(int node) {
    return "node-" + (node + 1);
  }

  /** With SIGKILL; returns when the process was told. */
  void kill(int node) {
    cluster.nodes().get(node).kill();
  }

  void signal(Signal signal, int node) throws IOException, InterruptedException {
    signal.send(cluster.pids().get(node));
  }

  /** Returns when the view of {@code node} has lost {@code member}. */
  void awaitGone(int node, int member) {
    await(
        () ->
            cluster
                .nodes()
                .get(node)
                .status()
                .filter(status -> !status.viewMembers().contains(name(member)))
                .isPresent());
  }

  /** Returns when every node holds the same settled view of all. */
  void awaitWhole() {
    WholeCluster.await(cluster.nodes(), Duration.ofSeconds(60));
  }

  void await(Callable<Boolean> event) {
    Awaitility.await().atMost(DETECTION).pollInterval(POLL).until(event);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    engine.close();
    cluster.close();
  }
}
