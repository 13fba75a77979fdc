// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.holdfast.drill.network.NetworkTools;
import org.jspecify.annotations.Nullable;

/**
 * A container beside a node's that shares its network and nothing else, and may change it. So nodes
 * need no rights over their network and no tools in their image. It is there from the first use on.
 */
final class ToolsContainer implements NetworkTools {
  private static final String FOREVER = "2147483647";

  private final DockerEngine engine;
  private final String image;
  private final Map<String, String> labels;
  private final EngineContainer node;

  @GuardedBy("this")
  private @Nullable EngineContainer helper;

  /**
   * @param labels of what it creates
   */
  ToolsContainer(
      DockerEngine engine, String image, Map<String, String> labels, EngineContainer node) {
    this.engine = engine;
    this.image = image;
    this.labels = labels;
    this.node = node;
  }

  /** {@inheritDoc} Starts the container. */
  @Override
  public synchronized void open() {
    if (helper == null) {
      EngineContainer beside =
          create(engine, image, labels, "container:" + node.id(), List.of("sleep", FOREVER));
      helper = beside;
      beside.start();
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws DockerException if it cannot be run, or fails
   */
  @Override
  public synchronized String run(List<String> command) {
    open();
    EngineContainer.Ended ended = Objects.requireNonNull(helper).run(command);
    if (ended.exitCode() != 0) {
      throw new DockerException(
          String.join(" ", command)
              + " ended with "
              + ended.exitCode()
              + ": "
              + ended.output().strip());
    }
    return ended.output();
  }

  /**
   * Tries a tool in a network of its own, to learn what the kernel can do; takes about a second.
   *
   * @return why it does not work, if it does not
   */
  static Optional<String> probe(DockerEngine engine, String image, List<String> command) {
    EngineContainer probe = create(engine, image, Owner.labels(), "none", command);
    try {
      probe.start();
      int exitCode = probe.awaitExit();
      return exitCode == 0
          ? Optional.empty()
          : Optional.of("exit code " + exitCode + ", " + printed(probe));
    } catch (DockerException | IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } finally {
      probe.remove();
    }
  }

  private static String printed(EngineContainer container) throws IOException {
    try (var output = container.output()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8).strip().replace('\n', ' ');
    }
  }

  private static EngineContainer create(
      DockerEngine engine,
      String image,
      Map<String, String> labels,
      String network,
      List<String> command) {
    return EngineContainer.create(
        engine,
        Map.of(
            "Image",
            image,
            "Cmd",
            command,
            "Labels",
            labels,
            "HostConfig",
            Map.of(
                "NetworkMode",
                network,
                "CapDrop",
                List.of("ALL"),
                "CapAdd",
                List.of("NET_ADMIN", "NET_RAW"))));
  }

  synchronized void remove() {
    if (helper != null) {
      helper.remove();
      helper = null;
    }
  }
}
