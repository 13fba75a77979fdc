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
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Network.Ipam;
import java.util.UUID;

/**
 * The network among the nodes: fixed addresses and no way out. Clients use the published ports,
 * which belong to the engine's default network, so cutting a node off from this one leaves its
 * clients alone.
 */
final class ClusterNetwork implements AutoCloseable {
  /** A name that resolves to every node on this network, from inside it. */
  static final String NODES_ALIAS = "nodes";

  private static final int FIRST_SUBNET = 40;
  private static final int SUBNETS = 16;

  private final DockerClient docker;
  private final String id;
  private final String prefix;

  private ClusterNetwork(DockerClient docker, String id, String prefix) {
    this.docker = docker;
    this.id = id;
    this.prefix = prefix;
  }

  /** Creates a network on the first subnet that no other has. */
  static ClusterNetwork create(DockerClient docker) {
    DockerException refused = null;
    for (int i = 0; i < SUBNETS; i++) {
      String prefix = "10.213." + (FIRST_SUBNET + i) + ".";
      try {
        String id =
            docker
                .createNetworkCmd()
                .withName("holdfast-drill-" + UUID.randomUUID())
                .withInternal(true)
                .withIpam(new Ipam().withConfig(new Ipam.Config().withSubnet(prefix + "0/24")))
                .withLabels(Owner.labels())
                .exec()
                .getId();
        return new ClusterNetwork(docker, id, prefix);
      } catch (DockerException e) {
        refused = e;
      }
    }
    throw new IllegalStateException("none of " + SUBNETS + " subnets is free", refused);
  }

  /** Returns the address of the node with this number, counted from 0. */
  String address(int number) {
    return prefix + (11 + number);
  }

  /** Connects a container, also one that was created but not started. */
  void connect(String containerId, String address) {
    docker
        .connectToNetworkCmd()
        .withNetworkId(id)
        .withContainerId(containerId)
        .withContainerNetwork(
            new ContainerNetwork()
                .withAliases(NODES_ALIAS)
                .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(address)))
        .exec();
  }

  @Override
  public void close() {
    try {
      docker.removeNetworkCmd(id).exec();
    } catch (NotFoundException e) {
      // gone already, which is what was wanted
    }
  }
}
