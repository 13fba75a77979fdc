// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.holdfast.drill.network.Namespace;
import org.holdfast.drill.network.NamespaceNetwork;
import org.holdfast.drill.network.NetworkTools;
import org.holdfast.drill.network.NetworkedNode;
import org.holdfast.drill.settings.HoldfastSettings;
import org.jspecify.annotations.Nullable;

/*
 * Threads: the launcher's or the drill's starts and stops; any asks.
 */
/**
 * One node as a child process, started any number of times one after the other. It stops by itself
 * when this process ends, because its standard input ends then.
 */
final class ProcessNode implements ReplaceableNode, NetworkedNode {

  /**
   * Where a node has its place.
   *
   * @param number of the node, from 0
   * @param membership where other nodes reach it
   */
  record Place(String name, int number, InetSocketAddress http, InetSocketAddress membership) {}

  /** One life of the node, in its own namespace if the node has a network of its own. */
  private record Life(Process process, NodeOutput output, Optional<Namespace> namespace) {}

  private final Place place;
  private final Map<NodeVersion, List<String>> commands;
  private final Map<String, String> environment;
  private final Path keys;
  private final Path workDir;
  private final StatusClient statusClient;
  private final Optional<NamespaceNetwork> network;
  private volatile @Nullable Life life;
  private NodeVersion version = NodeVersion.FIRST;
  private HoldfastSettings settings;
  private int starts;

  /**
   * @param commands start the process, in the first version and maybe in the next
   * @param environment of the process, besides what this one has
   * @param cluster what it is started with, until {@link #startWith} says otherwise
   * @param workDir where its output goes, a file for each time it is started
   * @param network that it is in; empty for the machine's
   */
  ProcessNode(
      Place place,
      Map<NodeVersion, List<String>> commands,
      Map<String, String> environment,
      ClusterSettings cluster,
      Path workDir,
      StatusClient statusClient,
      Optional<NamespaceNetwork> network) {
    this.place = place;
    this.commands = Map.copyOf(commands);
    this.environment = Map.copyOf(environment);
    this.settings = cluster.holdfast();
    this.keys = cluster.keys(place.name());
    this.workDir = workDir;
    this.statusClient = statusClient;
    this.network = network;
  }

  @Override
  public boolean has(NodeVersion wanted) {
    return commands.containsKey(wanted);
  }

  @Override
  public void replaceBy(NodeVersion wanted) {
    version = wanted;
  }

  @Override
  public void startWith(HoldfastSettings wanted) {
    settings = wanted;
  }

  /**
   * Starts the process; does not wait for it to serve.
   *
   * @throws ClusterStartException if the process cannot be started at all
   */
  void start() {
    if (alive()) {
      throw new ClusterStartException("node " + name() + " is running already");
    }
    starts++;
    List<String> command = Objects.requireNonNull(commands.get(version));
    Path logFile = workDir.resolve(name() + (starts == 1 ? "" : "." + starts) + ".log");
    try {
      Optional<Namespace> namespace = newNamespace();
      if (namespace.isPresent()) {
        command = namespace.get().inside(command);
      }
      Map<String, String> variables =
          namespace.isPresent()
              ? settings.environmentBeyondLoopback(keys.toString())
              : settings.environment(keys.toString());
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(environment);
      builder.environment().putAll(variables);
      Process process = builder.start();
      NodeOutput output =
          NodeOutput.copy(
              name(), process.getInputStream(), logFile, "$ " + String.join(" ", command));
      life = new Life(process, output, namespace);
    } catch (IOException e) {
      throw new ClusterStartException(
          "cannot start node " + name() + " with " + command.get(0) + ": " + e.getMessage(), e);
    }
  }

  private Optional<Namespace> newNamespace() throws IOException {
    return network.isPresent()
        ? Optional.of(network.get().renew(name(), place.number()))
        : Optional.empty();
  }

  /**
   * Waits until the node serves.
   *
   * @throws ClusterStartException if it ended or did not say that it serves within {@code timeout}
   */
  ReadyLine awaitReady(Duration timeout) {
    Life now = started();
    try {
      return now.output.ready().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterStartException("interrupted while node " + name() + " was starting", e);
    } catch (ExecutionException e) {
      throw new ClusterStartException(
          failure(now, "ended with " + exitCode(now) + " before it served"));
    } catch (TimeoutException e) {
      throw new ClusterStartException(
          failure(now, "did not serve within " + timeout.toSeconds() + " s"));
    }
  }

  private String failure(Life now, String what) {
    return "node "
        + name()
        + " "
        + what
        + "; its output is in "
        + now.output.file()
        + " and ends with:\n"
        + now.output.tail();
  }

  private static String exitCode(Life now) {
    try {
      return now.process.waitFor(1, TimeUnit.SECONDS)
          ? "exit code " + now.process.exitValue()
          : "its output closed";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "an exit code nobody waited for";
    }
  }

  @Override
  public String name() {
    return place.name();
  }

  @Override
  public InetSocketAddress http() {
    return place.http();
  }

  /** Returns whether the node has a key, so that its port speaks TLS. */
  boolean hasKey() {
    return settings.has("keyStore");
  }

  /** Returns the address at which members, and strangers, reach the node. */
  InetSocketAddress membership() {
    return place.membership();
  }

  @Override
  public String address() {
    return place.membership().getHostString();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException also if the node is in the machine's network
   */
  @Override
  public NetworkTools networkTools() {
    return started()
        .namespace
        .orElseThrow(() -> new IllegalStateException(name() + " has no network of its own"));
  }

  @Override
  public void kill() {
    Life now = life;
    if (now != null) {
      now.process.toHandle().destroyForcibly();
    }
  }

  @Override
  public boolean alive() {
    Life now = life;
    return now != null && now.process.isAlive();
  }

  @Override
  public Optional<NodeStatus> status() {
    return alive() ? statusClient.ask(http()) : Optional.empty();
  }

  /** Asks the process to stop, with SIGTERM; what it prints meanwhile is still kept. */
  void requestStop() {
    Life now = life;
    if (now != null) {
      now.process.toHandle().destroy();
    }
  }

  /**
   * Waits for the end of the process.
   *
   * @return whether it ended in time, or never began
   */
  boolean awaitEnd(long timeoutNanos) throws InterruptedException {
    Life now = life;
    return now == null || now.process.waitFor(Math.max(1, timeoutNanos), TimeUnit.NANOSECONDS);
  }

  @Override
  public OptionalLong pid() {
    Life now = life;
    return now == null ? OptionalLong.empty() : OptionalLong.of(now.process.pid());
  }

  private Life started() {
    Life now = life;
    if (now == null) {
      throw new IllegalStateException("node " + name() + " was not started yet");
    }
    return now;
  }
}
