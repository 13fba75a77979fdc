/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.container;

import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.NodeArguments;
import org.holdfast.drill.cluster.WholeCluster;

/**
 * Starts nodes as containers. The first starts alone, because it founds the cluster; the others
 * join it one by one.
 *
 * <p>Of what a container can reach, only HTTP is published, on 127.0.0.1.
 */
final class ContainerLauncher implements ClusterLauncher {
  private static final int REPLICATION_PORT = 9000;
  private static final int MEMBERSHIP_PORT = 7800;
  private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(30);

  @Override
  public Cluster launch(ClusterSettings settings, Consumer<String> progress) {
    DockerClient docker = Docker.client();
    Owner.sweepOrphans(docker);
    String image = image(docker, progress);
    Path workDir = directory(settings.workDir());
    ClusterNetwork network = ClusterNetwork.create(docker);
    List<ContainerNode> nodes = new ArrayList<>();
    try {
      String discovery =
          IntStream.range(0, settings.nodes())
              .mapToObj(i -> network.address(i) + ":" + MEMBERSHIP_PORT)
              .collect(Collectors.joining(",", "static:", ""));
      for (int i = 0; i < settings.nodes(); i++) {
        String name = "node-" + (i + 1);
        ContainerNode node =
            new ContainerNode(
                name,
                image,
                network,
                network.address(i),
                arguments(settings, name, network.address(i), discovery));
        nodes.add(node);
        start(node, workDir.resolve(name + ".log"));
        progress.accept("container " + name + " serves at 127.0.0.1:" + node.http().getPort());
      }
      if (settings.secondaries() > 0) {
        WholeCluster.await(nodes, VIEW_TIMEOUT);
      }
      return new ContainerCluster(nodes, network);
    } catch (RuntimeException e) {
      new ContainerCluster(nodes, network).close();
      throw e;
    }
  }

  private static List<String> arguments(
      ClusterSettings settings, String name, String address, String discovery) {
    return new NodeArguments(settings)
        .with("--name", name)
        .with("--http-host", "0.0.0.0")
        .with("--http-port", Integer.toString(ContainerNode.HTTP_PORT))
        .with("--bind-host", address)
        .with("--replication-port", Integer.toString(REPLICATION_PORT))
        .with("--membership-port", Integer.toString(MEMBERSHIP_PORT))
        .with("--discovery", discovery)
        .toList();
  }

  private static void start(ContainerNode node, Path logFile) {
    try {
      node.start(logFile);
    } catch (RuntimeException e) {
      throw new ClusterStartException(
          "container " + node.name() + " did not start; its output is in " + logFile, e);
    }
  }

  private static String image(DockerClient docker, Consumer<String> progress) {
    try {
      Images images = new Images(docker);
      images.sweepOldNodes();
      String image = images.node();
      progress.accept("image " + image);
      return image;
    } catch (IOException e) {
      throw new ClusterStartException("cannot build the image of a node: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterStartException("interrupted while building the image of a node", e);
    }
  }

  private static Path directory(String name) {
    try {
      return Files.createDirectories(Path.of(name));
    } catch (IOException e) {
      throw new ClusterStartException("cannot create directory " + name + ": " + e, e);
    }
  }
}
