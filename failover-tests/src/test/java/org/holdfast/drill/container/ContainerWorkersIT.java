// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.NodeOutput;
import org.holdfast.drill.node.NodeCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A load whose coordinator and workers are containers that do what the manifest for Kubernetes
 * says. They find each other by one name of the network's, as pods behind a headless service do.
 */
@Timeout(240)
@Tag("nightly")
class ContainerWorkersIT {
  private static final Path MANIFEST = Path.of("..", "docs", "examples", "kubernetes-load.yaml");

  /** Of the manifest's headless service. */
  private static final String NAME = "load";

  @TempDir private Path directory;
  private DockerEngine engine;
  private ClusterNetwork network;
  private String image;

  @BeforeAll
  static void needsDocker() {
    Docker.assume();
  }

  @BeforeEach
  void prepare() throws Exception {
    engine = DockerEngine.connect();
    image = new Images(engine, System.out::println).node(Optional.empty(), Optional.empty());
    network = ClusterNetwork.create(engine);
  }

  @AfterEach
  void removeAll() {
    if (network != null) {
      network.close(); // with all containers of it
    }
  }

  @Test
  void shareTheUsersOfOneLoad() throws Exception {
    EngineContainer server =
        started(NodeCommand.class, 0, List.of("--name", "node-1", "--http-host", "0.0.0.0"));
    NodeOutput node =
        NodeOutput.copy("node-1", server.output(), directory.resolve("node-1.log"), "$ node");
    Object unused = node.ready().get(60, TimeUnit.SECONDS);
    EngineContainer coordinator = started(Holdfast.class, 1, coordinator());
    EngineContainer one = started(Holdfast.class, 2, worker("worker-1", 2));
    EngineContainer two = started(Holdfast.class, 3, worker("worker-2", 3));

    String said = outputOf(coordinator);

    // Whether it is valid is a matter of how busy this machine is; that all took part is not.
    assertThat(coordinator.awaitExit()).as(said).isIn(0, 4);
    assertThat(said)
        .containsPattern("worker-1 +15 users, [1-9]\\d+ answers")
        .containsPattern("worker-2 +15 users, [1-9]\\d+ answers");
    assertThat(one.awaitExit()).as(outputOf(one)).isZero();
    assertThat(two.awaitExit()).as(outputOf(two)).isZero();
  }

  /** As in the manifest, but a small load. */
  private List<String> coordinator() throws IOException {
    List<String> arguments =
        replaced(
            "coordinator",
            Map.of(
                "$(POD_IP)", network.address(1),
                "--await-workers=4", "--await-workers=2",
                "--users=40000", "--users=30",
                "--think-ms=8000", "--think-ms=500",
                "--stages=60/300/20", "--stages=1/4/1",
                "--bound=90:800", "--bound=90:5000",
                "shop-0=shop-0.shop:8080,shop-1=shop-1.shop:8080",
                    "node-1=" + network.address(0) + ":8080"));
    arguments.add("--warm-up-ms=4000");
    return arguments;
  }

  private List<String> worker(String name, int number) throws IOException {
    return replaced("worker", Map.of("$(POD_NAME)", name, "$(POD_IP)", network.address(number)));
  }

  /** What the manifest gives a container to do; all that is to be replaced must be in it. */
  private static List<String> replaced(String container, Map<String, String> by)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    try (Reader manifest = Files.newBufferedReader(MANIFEST)) {
      for (Object each : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(manifest)) {
        JsonNode found =
            new ObjectMapper().valueToTree(each).at("/spec/template/spec/containers/0");
        if (found.path("name").asText().equals(container)) {
          found.path("args").forEach(argument -> arguments.add(argument.asText()));
        }
      }
    }
    String all = String.join("\n", arguments);
    for (Map.Entry<String, String> entry : by.entrySet()) {
      assertThat(all).as(container).contains(entry.getKey());
      all = all.replace(entry.getKey(), entry.getValue());
    }
    return new ArrayList<>(List.of(all.split("\n")));
  }

  /**
   * Runs a program of ours.
   *
   * @param number of its address in the network
   */
  private EngineContainer started(Class<?> program, int number, List<String> arguments) {
    List<String> entry = new ArrayList<>();
    engine
        .get("/images/" + image + "/json")
        .at("/Config/Entrypoint")
        .forEach(part -> entry.add(part.asText()));
    entry.set(entry.size() - 1, program.getName());
    EngineContainer container =
        EngineContainer.create(
            engine,
            Map.of(
                "Image", image, "Labels", network.labels(), "Entrypoint", entry, "Cmd", arguments));
    network.connect(container, network.address(number), number == 0 ? List.of() : List.of(NAME));
    container.start();
    return container;
  }

  /** All that it prints until its end. */
  private static String outputOf(EngineContainer container) throws IOException {
    try (InputStream printed = container.output()) {
      return new String(printed.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
