// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.holdfast.drill.cluster.ClusterStartException;

/**
 * The network among the nodes: fixed addresses and no way out. Clients use the published ports,
 * which belong to the engine's default network, so what happens on this one leaves them alone.
 */
final class ClusterNetwork implements AutoCloseable {
  private static final String LABEL = "org.holdfast.drill.network";
  private static final int FIRST_SUBNET = 40;
  private static final int SUBNETS = 16;
  private static final int FIRST_NODE = 11;

  private final DockerEngine engine;
  private final String name;
  private final String id;
  private final String prefix;

  private ClusterNetwork(DockerEngine engine, String name, String id, String prefix) {
    this.engine = engine;
    this.name = name;
    this.id = id;
    this.prefix = prefix;
  }

  /**
   * Creates a network on the first subnet that no other has.
   *
   * @throws ClusterStartException if there is none
   */
  static ClusterNetwork create(DockerEngine engine) {
    String name = "holdfast-drill-" + UUID.randomUUID();
    List<DockerException> refusals = new ArrayList<>();
    for (int i = 0; i < SUBNETS; i++) {
      String prefix = "10.213." + (FIRST_SUBNET + i) + ".";
      Map<String, ?> description =
          Map.of(
              "Name",
              name,
              "Internal",
              true,
              "IPAM",
              Map.of("Config", List.of(Map.of("Subnet", prefix + "0/24"))),
              "Labels",
              Owner.labels());
      try {
        String id = engine.post("/networks/create", description).path("Id").asText();
        return new ClusterNetwork(engine, name, id, prefix);
      } catch (DockerException e) {
        refusals.add(e);
      }
    }
    throw new ClusterStartException(
        "the Docker engine made a network on none of "
            + SUBNETS
            + " subnets: "
            + refusals.get(SUBNETS - 1).getMessage(),
        refusals.get(SUBNETS - 1));
  }

  /** Returns the address of the node with this number, counted from 0. */
  String address(int number) {
    return prefix + (FIRST_NODE + number);
  }

  /** All addresses, as {@code 10.213.40.0/24}. */
  String subnet() {
    return prefix + "0/24";
  }

  /** Connects a container, also one that was created but not started. */
  void connect(EngineContainer container, String address) {
    connect(container, address, List.of());
  }

  /**
   * Connects a container under names.
   *
   * @param names by which others in the network find it, besides its address; several containers
   *     may share one, which then means all of them
   */
  void connect(EngineContainer container, String address, List<String> names) {
    engine.post(
        "/networks/" + id + "/connect",
        Map.of(
            "Container",
            container.id(),
            "EndpointConfig",
            Map.of("IPAMConfig", Map.of("IPv4Address", address), "Aliases", names)));
  }

  /** The labels of every container that belongs to the cluster. */
  Map<String, String> labels() {
    Map<String, String> labels = new HashMap<>(Owner.labels());
    labels.put(LABEL, name);
    return labels;
  }

  /** Removes the network, and first what is left of the cluster's containers. */
  @Override
  public void close() {
    Uninterrupted.run(
        () -> {
          String ours = Owner.filter(Map.of("label", List.of(LABEL + "=" + name)));
          for (JsonNode each : engine.get("/containers/json?all=true&filters=" + ours)) {
            EngineContainer.remove(engine, each.path("Id").asText());
          }
          remove(engine, id);
        });
  }

  static void remove(DockerEngine engine, String id) {
    try {
      engine.delete("/networks/" + id);
    } catch (DockerException e) {
      // Gone already, which is what was wanted.
      if (!e.isMissing()) {
        throw e;
      }
    }
  }
}
