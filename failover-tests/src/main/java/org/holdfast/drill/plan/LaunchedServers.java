// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.ProcessSettings;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.usage.NodeMeter;

/** Nodes that the planner starts on this machine, and stops. */
final class LaunchedServers implements Servers {
  /** Ending a session may wait for its copy; a hundred thousand of them take a while. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(30);

  private final Cluster cluster;
  private final List<Server> nodes;
  private final String cpuWords;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private LaunchedServers(Cluster cluster, List<Server> nodes, String cpuWords) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.cpuWords = cpuWords;
  }

  /**
   * Starts a contender.
   *
   * @param jvmOptions of its nodes
   * @throws org.holdfast.drill.cluster.ClusterStartException if a node does not come up
   */
  static LaunchedServers start(
      Contender contender,
      CpuShares cpus,
      List<String> jvmOptions,
      Path workDir,
      ClusterLauncher launcher,
      Consumer<String> progress) {
    Cluster cluster =
        launcher.launch(
            new ClusterSettings(
                contender.nodes(),
                contender.ack().toString(),
                contender.scope().name(),
                contender.manager().replicates() ? 1 : 0,
                workDir.resolve(contender.name()).toString(),
                new ProcessSettings(jvmOptions, nodeOptions(contender), cpus.bound())),
            progress);
    try {
      List<Server> nodes = new ArrayList<>();
      for (ClusterNode node : cluster.nodes()) {
        nodes.add(server(node, cpus));
      }
      return new LaunchedServers(cluster, List.copyOf(nodes), cpus.words());
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static List<String> nodeOptions(Contender contender) {
    Manager manager = contender.manager();
    return manager == Manager.HOLDFAST || manager == Manager.NONE
        ? List.of("--ends-sessions")
        : List.of("--ends-sessions", "--manager", manager.toString());
  }

  private static Server server(ClusterNode node, CpuShares cpus) {
    OptionalLong pid = node.pid();
    NodeMeter found = NodeMeter.of(node.name(), pid, node::status);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), node.http().getPort());
    return new Server(
        new Target(node.name(), address),
        cpus.bound().isEmpty() ? found.withCores(Math.min(found.cores(), cpus.cores())) : found,
        pid.isPresent() ? RunningJvm.process(pid.getAsLong()) : null,
        new Control() {
          @Override
          public boolean alive() {
            return node.alive();
          }

          @Override
          public Optional<NodeStatus> status() {
            return node.status();
          }
        });
  }

  @Override
  public void kill(List<Server> victims) {
    for (ClusterNode node : cluster.nodes()) {
      if (victims.stream().anyMatch(victim -> victim.target().name().equals(node.name()))) {
        node.kill();
      }
    }
  }

  /** Whether nodes can be bound to CPUs on this machine. */
  static boolean canBind() {
    String path = System.getenv("PATH");
    return path != null
        && Arrays.stream(path.split(":", -1))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "taskset")));
  }

  @Override
  public List<Server> nodes() {
    return nodes;
  }

  @Override
  public String cpuWords() {
    return cpuWords;
  }

  @Override
  public void endSessions() throws IOException, InterruptedException {
    for (Server node : nodes) {
      URI uri =
          URI.create(
              "http://127.0.0.1:" + node.target().address().getPort() + "/holdfast/sessions");
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(uri).timeout(END_TIMEOUT).DELETE().build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException(
            "node " + node.target().name() + " answered " + answer.statusCode() + " to " + uri);
      }
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
