// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A cluster of nodes of one container that serve the same applications. Used by one thread. */
public final class ContractCluster implements AutoCloseable {
  private final String name = "contract-" + UUID.randomUUID().toString().substring(0, 8);
  private final ContainerUnderTest container;
  private final Supplier<List<ContractApplication>> applications;
  private final Map<String, String> changed;
  private final List<Integer> ports;
  private final List<ContractNode> nodes;
  private final Standstills standstills = Standstills.ofThisProcess();

  /**
   * @param applications makes the applications of one node anew
   */
  public ContractCluster(
      ContainerUnderTest container, int size, Supplier<List<ContractApplication>> applications) {
    this(container, size, applications, Map.of());
  }

  /**
   * @param changed settings in the place of those of the contract
   */
  public ContractCluster(
      ContainerUnderTest container,
      int size,
      Supplier<List<ContractApplication>> applications,
      Map<String, String> changed) {
    this.changed = changed;
    this.container = container;
    this.applications = applications;
    this.ports = Ports.take(size);
    this.nodes = IntStream.range(0, size).mapToObj(i -> new ContractNode(this, i)).toList();
  }

  public ContractNode node(int index) {
    return nodes.get(index);
  }

  /** Starts the nodes that do not run, and returns when all nodes know each other. */
  public void startAll() {
    if (nodes.stream().allMatch(ContractNode::isRunning)) {
      return;
    }
    nodes.forEach(ContractNode::start);
    await()
        .pollInterval(Duration.ofMillis(20))
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                nodes.stream().allMatch(node -> node.start().knownNodes() == nodes.size())
                    && nodes.stream().allMatch(this::isHeardByAll));
  }

  /**
   * Returns whether all other nodes serve a session that {@code node} has begun. Nodes may know
   * each other a moment before the connections between them are open.
   */
  private boolean isHeardByAll(ContractNode node) {
    return nodes.stream()
        .filter(other -> other != node)
        .allMatch(
            other -> {
              Browser probe = new Browser();
              probe.get(node, "/contract/probe");
              return probe.get(other, "/contract/probe").body().equals("2");
            });
  }

  @Override
  public void close() {
    nodes.forEach(ContractNode::stopAtOnce);
  }

  ContainerUnderTest container() {
    return container;
  }

  Standstills standstills() {
    return standstills;
  }

  NodeSpec specOf(int index, String nodeName) {
    try {
      Path base = Files.createDirectories(Path.of("target", "contract"));
      return new NodeSpec(
          name,
          nodeName,
          ports.get(index),
          ports.stream().map(port -> "127.0.0.1:" + port).toList(),
          Files.createTempDirectory(base, nodeName),
          applications.get(),
          changed);
    } catch (IOException e) {
      throw new IllegalStateException("no temporary directory below target", e);
    }
  }
}
