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

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.StatusClient;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * One node in a container: HTTP published on a port of 127.0.0.1, everything else on the cluster's
 * own network.
 */
final class ContainerNode implements ClusterNode {
  static final int HTTP_PORT = 8080;
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final StatusClient STATUS_CLIENT = new StatusClient();

  private final String name;
  private final Server server;
  private volatile int httpPort;

  ContainerNode(
      String name, String image, ClusterNetwork network, String address, List<String> arguments) {
    this.name = name;
    this.server = new Server(image, network, address);
    server.setCommand(arguments.toArray(String[]::new));
  }

  /** Starts the container and waits until it serves; its output goes to {@code logFile}. */
  void start(Path logFile) {
    server.withLogConsumer(new LogFile(logFile));
    server.start();
    httpPort = server.getMappedPort(HTTP_PORT);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public InetSocketAddress http() {
    return new InetSocketAddress("127.0.0.1", httpPort);
  }

  @Override
  public void kill() {
    try {
      server.getDockerClient().killContainerCmd(server.getContainerId()).exec();
    } catch (ConflictException | NotFoundException e) {
      // dead already
    }
  }

  @Override
  public boolean alive() {
    return server.isRunning();
  }

  @Override
  public Optional<NodeStatus> status() {
    return STATUS_CLIENT.ask(http());
  }

  /** Ends and removes the container. */
  void remove() {
    server.stop();
  }

  private static final class Server extends GenericContainer<Server> {
    private final ClusterNetwork network;
    private final String address;

    Server(String image, ClusterNetwork network, String address) {
      super(DockerImageName.parse(image));
      this.network = network;
      this.address = address;
      withExposedPorts(HTTP_PORT);
      withLabels(Owner.labels());
      withCreateContainerCmdModifier(
          create ->
              create
                  .getHostConfig()
                  .withPortBindings(
                      new PortBinding(
                          Ports.Binding.bindIp("127.0.0.1"), ExposedPort.tcp(HTTP_PORT))));
      waitingFor(
          Wait.forLogMessage("holdfast node \\S+ ready http=.*\\n", 1)
              .withStartupTimeout(START_TIMEOUT));
    }

    @Override
    protected void containerIsCreated(String containerId) {
      network.connect(containerId, address);
    }

    @Override
    public boolean isRunning() {
      try {
        String id = getContainerId();
        if (id == null) {
          return false;
        }
        InspectContainerResponse now = getDockerClient().inspectContainerCmd(id).exec();
        return Boolean.TRUE.equals(now.getState().getRunning());
      } catch (NotFoundException e) {
        return false;
      }
    }
  }
}
