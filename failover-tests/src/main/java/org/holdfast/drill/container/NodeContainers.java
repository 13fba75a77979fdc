// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.NodeArguments;
import org.holdfast.drill.cluster.NodeClocks;
import org.holdfast.drill.settings.HoldfastSettings;

/**
 * Makes the containers of one cluster's nodes: HTTP, and the status of the user's own, published on
 * ports of 127.0.0.1 that stay the node's own, everything else on the cluster's network, and no
 * more rights than a node needs.
 */
final class NodeContainers {
  /** Where our own nodes write the log of their requests: a disk of a few megabytes. */
  static final String LOG_DIRECTORY = "/log";

  private static final int OWN_HTTP_PORT = 8080;
  private static final int MEMBERSHIP_PORT = 7800;
  private static final int STATUS_PORT = 9100;
  private static final String LOG_DISK = "size=4m";

  /** For what is copied into a container: it is there in any image of ours. */
  private static final String DIRECTORY = "/tmp";

  private static final String WAR_NAME = "application.war";
  private static final String CLOCK_LIBRARY = "libfaketime.so.1";
  private static final String CLOCK = "clock";

  private final DockerEngine engine;
  private final ClusterNetwork network;
  private final String image;
  private final String toolsImage;
  private final ContainerOptions options;
  private final ClusterSettings settings;
  private final Optional<NodeClocks> clocks;

  /**
   * @param image of the nodes, our own or the user's
   * @param toolsImage with the tools for networks
   * @param clocks of the nodes, if they have their own
   */
  NodeContainers(
      DockerEngine engine,
      ClusterNetwork network,
      String image,
      String toolsImage,
      ContainerOptions options,
      ClusterSettings settings,
      Optional<NodeClocks> clocks) {
    this.engine = engine;
    this.network = network;
    this.image = image;
    this.toolsImage = toolsImage;
    this.options = options;
    this.settings = settings;
    this.clocks = clocks;
  }

  boolean isOurs() {
    return options.isOurs();
  }

  /** Creates the container of a node with these settings of Holdfast; it does not run yet. */
  EngineContainer create(ContainerNode.Place place, HoldfastSettings holdfast) {
    EngineContainer container = EngineContainer.create(engine, description(place, holdfast));
    try {
      network.connect(container, place.address());
      options.war().ifPresent(war -> container.copy(war, DIRECTORY, WAR_NAME));
      if (clocks.isPresent()) {
        container.copy(clocks.get().library(), DIRECTORY, CLOCK_LIBRARY);
        setClock(container, place);
      }
      if (holdfast.nameKeys()) {
        bringKeys(container, place);
      }
      return container;
    } catch (RuntimeException e) {
      container.remove();
      throw e;
    }
  }

  /** Lets a node know what its clock is; only if it has one of its own. */
  void setClock(EngineContainer container, ContainerNode.Place place) {
    container.copy(clocks.orElseThrow().file(place.name()), DIRECTORY, CLOCK);
  }

  /** Lets a node see its key files as they are now; anybody in the container may read them. */
  void bringKeys(EngineContainer container, ContainerNode.Place place) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(settings.keys(place.name()))) {
      for (Path file : files) {
        container.copy(file, DIRECTORY, String.valueOf(file.getFileName()));
      }
    } catch (IOException e) {
      throw new DockerException("cannot read the key files of " + place.name(), e);
    }
  }

  /** Tools for the network of a node's container. */
  ToolsContainer toolsBeside(EngineContainer node) {
    return new ToolsContainer(engine, toolsImage, network.labels(), node);
  }

  /** What a person would have typed, about. */
  String heading(ContainerNode.Place place) {
    return "$ docker run " + image + (isOurs() ? " " + String.join(" ", arguments(place)) : "");
  }

  private Map<String, ?> description(ContainerNode.Place place, HoldfastSettings holdfast) {
    Map<String, List<?>> published = new LinkedHashMap<>();
    published.put(
        (isOurs() ? OWN_HTTP_PORT : options.imagePort()) + "/tcp", loopback(place.httpPort()));
    if (!isOurs()) {
      published.put(STATUS_PORT + "/tcp", loopback(place.statusPort()));
    }
    Map<String, Object> host = new LinkedHashMap<>();
    host.put("PortBindings", published);
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("Image", image);
    description.put("Labels", network.labels());
    description.put(
        "ExposedPorts",
        published.keySet().stream().collect(Collectors.toMap(port -> port, port -> Map.of())));
    if (isOurs()) {
      host.put("CapDrop", List.of("ALL"));
      host.put("Tmpfs", Map.of(LOG_DIRECTORY, LOG_DISK));
      description.put("Cmd", arguments(place));
    }
    Map<String, String> environment = isOurs() ? clockEnvironment() : environment(place);
    environment.putAll(holdfast.environmentBeyondLoopback(DIRECTORY));
    description.put(
        "Env",
        environment.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .toList());
    description.put("HostConfig", host);
    return description;
  }

  private static List<?> loopback(int port) {
    return List.of(Map.of("HostIp", "127.0.0.1", "HostPort", Integer.toString(port)));
  }

  private Map<String, String> clockEnvironment() {
    return clocks.isEmpty()
        ? new TreeMap<>()
        : new TreeMap<>(
            NodeClocks.environment(DIRECTORY + "/" + CLOCK_LIBRARY, DIRECTORY + "/" + CLOCK));
  }

  private List<String> arguments(ContainerNode.Place place) {
    NodeArguments arguments =
        new NodeArguments(settings)
            .with("--name", place.name())
            .with("--http-host", "0.0.0.0")
            .with("--http-port", Integer.toString(OWN_HTTP_PORT))
            .with("--bind-host", place.address())
            .with("--membership-port", Integer.toString(MEMBERSHIP_PORT))
            .with("--discovery", discovery())
            .with("--log", LOG_DIRECTORY + "/requests.log");
    if (options.war().isPresent()) {
      arguments.with("--war", DIRECTORY + "/" + WAR_NAME).with("--war-path", options.warPath());
    }
    return arguments.toList();
  }

  private Map<String, String> environment(ContainerNode.Place place) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("HOLDFAST_MEMBER_NAME", place.name());
    environment.put("HOLDFAST_BIND_HOST", place.address());
    environment.put("HOLDFAST_MEMBERSHIP_PORT", Integer.toString(MEMBERSHIP_PORT));
    environment.put("HOLDFAST_DISCOVERY", discovery());
    environment.put("HOLDFAST_STATUS_ADDRESS", "0.0.0.0:" + STATUS_PORT);
    environment.put("HOLDFAST_SECONDARIES", Integer.toString(settings.secondaries()));
    environment.put("HOLDFAST_ACK_MODE", settings.ack());
    environment.put("HOLDFAST_SCOPE", settings.scope().toLowerCase(Locale.ROOT).replace('_', '-'));
    environment.put("HOLDFAST_PARTITION", settings.consistent() ? "consistent" : "available");
    environment.put(
        "HOLDFAST_EXPECTED_NODES", Integer.toString(settings.consistent() ? settings.nodes() : 0));
    return environment;
  }

  /** Lists every place, those that nobody has taken yet, too. */
  private String discovery() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < settings.places(); i++) {
      all.add(network.address(i) + ":" + MEMBERSHIP_PORT);
    }
    return "static:" + String.join(",", all);
  }
}
