// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.FreePorts;
import org.holdfast.drill.cluster.Means;
import org.holdfast.drill.cluster.NodeClocks;
import org.holdfast.drill.cluster.NodeVersion;
import org.holdfast.drill.cluster.WholeCluster;
import org.holdfast.drill.fault.FaultException;

/**
 * Starts nodes as containers of this machine's Docker engine. The first starts alone, because it
 * founds the cluster; the others join it together.
 *
 * <p>Of what a container can reach, only HTTP is published, on 127.0.0.1. Needs no registry: the
 * images are made of what this machine has. First of all, it removes what drills left that were
 * killed.
 */
public final class ContainerLauncher implements ClusterLauncher {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(30);

  private final ContainerOptions options;
  private final Map<NodeVersion, ContainerOptions> versions = new EnumMap<>(NodeVersion.class);

  /** Runs our own nodes with the demo application. */
  public ContainerLauncher() {
    this(ContainerOptions.DEFAULT);
  }

  public ContainerLauncher(ContainerOptions options) {
    this(options, Optional.empty());
  }

  /**
   * @param upgrade what runs in the containers' next version, if there is one; as {@code options}
   *     either all the user's own image or none of it
   */
  public ContainerLauncher(ContainerOptions options, Optional<ContainerOptions> upgrade) {
    this.options = options;
    versions.put(NodeVersion.FIRST, options);
    upgrade.ifPresent(next -> versions.put(NodeVersion.NEXT, next));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Nodes of the user's own image that tell no status are taken to have found each other.
   */
  @Override
  public Cluster launch(ClusterSettings settings, Consumer<String> progress) {
    if (settings.nodes() < 1) {
      throw new IllegalArgumentException("nodes must be at least 1, was " + settings.nodes());
    }
    requireClocks(settings);
    DockerEngine engine = DockerEngine.connect();
    try {
      return launch(engine, settings, progress);
    } catch (DockerException e) {
      throw new ClusterStartException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new ClusterStartException("cannot build the image of a node: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterStartException("interrupted while building the image of a node", e);
    }
  }

  @Override
  public Means means(ClusterSettings settings) {
    requireClocks(settings);
    Images images = new Images(DockerEngine.connect(), line -> {});
    try {
      versions.values().stream()
          .flatMap(runs -> runs.image().stream())
          .forEach(name -> requireThere(images, name));
    } catch (DockerException e) {
      throw new ClusterStartException(String.valueOf(e.getMessage()), e);
    }
    return new ContainerMeans(options, Set.copyOf(versions.keySet()), settings.places());
  }

  private void requireClocks(ClusterSettings settings) {
    if (settings.ownClocks()) {
      for (ContainerOptions runs : versions.values()) {
        Abilities.lacksClocks(runs)
            .ifPresent(
                reason -> {
                  throw new FaultException(reason);
                });
      }
    }
  }

  private Cluster launch(DockerEngine engine, ClusterSettings settings, Consumer<String> progress)
      throws IOException, InterruptedException {
    Path workDir = directory(settings.workDir());
    Owner.sweepOrphans(engine);
    Images images = new Images(engine, progress);
    images.sweepOldNodes();
    String tools = images.networkTools();
    Map<NodeVersion, String> built = new EnumMap<>(NodeVersion.class);
    for (Map.Entry<NodeVersion, ContainerOptions> version : versions.entrySet()) {
      String image = image(images, version.getValue());
      built.put(version.getKey(), image);
      progress.accept(
          "image "
              + image
              + (version.getKey() == NodeVersion.FIRST ? "" : ", for the next version"));
    }
    Optional<NodeClocks> clocks =
        settings.ownClocks() ? Optional.of(NodeClocks.in(workDir)) : Optional.empty();
    ClusterNetwork network = ClusterNetwork.create(engine);
    Map<NodeVersion, NodeContainers> containers = new EnumMap<>(NodeVersion.class);
    versions.forEach(
        (version, runs) ->
            containers.put(
                version,
                new NodeContainers(
                    engine,
                    network,
                    Objects.requireNonNull(built.get(version)),
                    tools,
                    runs,
                    settings,
                    clocks)));
    List<ContainerNode> nodes = new ArrayList<>();
    List<Integer> ports = FreePorts.find(2 * settings.places());
    for (int i = 0; i < settings.places(); i++) {
      ContainerNode.Place place =
          new ContainerNode.Place(
              ClusterSettings.nameOf(i),
              i,
              ports.get(2 * i),
              ports.get(2 * i + 1),
              network.address(i));
      nodes.add(new ContainerNode(place, containers, settings.holdfast(), workDir));
    }
    Cluster cluster =
        ContainerCluster.of(
            nodes, network, new Abilities(engine, tools, options, clocks.isPresent()), clocks);
    try {
      List<ContainerNode> first = nodes.subList(0, settings.nodes());
      start(first, progress);
      if (settings.secondaries() > 0 && tellTheirStatus(first)) {
        WholeCluster.await(first, VIEW_TIMEOUT);
        progress.accept("all " + first.size() + " nodes hold one view");
      }
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static Path directory(String name) {
    try {
      return Files.createDirectories(Path.of(name));
    } catch (IOException e) {
      throw new ClusterStartException("cannot create directory " + name + ": " + e, e);
    }
  }

  private static String image(Images images, ContainerOptions version)
      throws IOException, InterruptedException {
    if (version.image().isEmpty()) {
      return images.node(version.javaImage(), version.program());
    }
    String name = version.image().get();
    requireThere(images, name);
    return name;
  }

  private static void requireThere(Images images, String name) {
    if (!images.exists(name)) {
      throw new ClusterStartException(
          "the Docker engine has no image " + name + ": build it, or fetch it with docker pull");
    }
  }

  private static void start(List<ContainerNode> first, Consumer<String> progress) {
    first.get(0).start();
    announce(first.get(0), progress);
    List<ContainerNode> others = first.subList(1, first.size());
    others.forEach(ContainerNode::start);
    others.forEach(node -> announce(node, progress));
  }

  private boolean tellTheirStatus(List<ContainerNode> nodes) {
    return options.isOurs() || nodes.stream().allMatch(node -> node.status().isPresent());
  }

  static void announce(ContainerNode node, Consumer<String> progress) {
    node.awaitReady(START_TIMEOUT);
    progress.accept("container " + node.name() + " serves at 127.0.0.1:" + node.http().getPort());
  }
}
