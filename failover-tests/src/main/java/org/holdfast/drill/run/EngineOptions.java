// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterLauncher;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.Integration;
import org.holdfast.drill.cluster.Means;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.cluster.ProcessSettings;
import org.holdfast.drill.cluster.ProcessUpgrade;
import org.holdfast.drill.container.ContainerLauncher;
import org.holdfast.drill.container.ContainerOptions;
import org.holdfast.drill.node.WebArchive;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what the nodes of a drill are, and what runs in them. */
final class EngineOptions {

  private static final int LEAST_HEAP_MB = 64;
  private static final int MOST_HEAP_MB = 65_536;

  /** Who starts the nodes. */
  enum Engine {
    PROCESS,
    NAMESPACE,
    CONTAINER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      defaultValue = "process",
      description =
          "process: nodes are processes on loopback; namespace: they are processes, each in a"
              + " network namespace of its own, which needs Linux and root's rights; container:"
              + " they are containers of this machine's Docker engine (default: ${DEFAULT-VALUE}).")
  private Engine engine = Engine.PROCESS;

  @Option(
      names = "--integration",
      paramLabel = "WHICH",
      defaultValue = "tomcat",
      description =
          "The integration of Holdfast that keeps the sessions of the nodes: tomcat (its manager in an embedded"
              + " Tomcat), jetty (its session cache in an embedded Jetty) or filter (its filter in"
              + " an embedded Tomcat). --war goes with tomcat only (default: ${DEFAULT-VALUE}).")
  private Integration integration = Integration.TOMCAT;

  @Option(
      names = "--heap-mb",
      paramLabel = "MB",
      description =
          "With --engine process or namespace: most heap of each node, in MB, 64 to 65536. A user"
              + " takes some 20 KB of its node for the connection, and its session two or three"
              + " times (default: 256).")
  private @Nullable Integer heapMb;

  @Option(
      names = "--image",
      paramLabel = "NAME",
      description =
          "With --engine container: an image of your own, configured by HOLDFAST_* in its"
              + " environment; needs --url (default: one made of this program).")
  private @Nullable String image;

  @Option(
      names = "--image-port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port on which --image serves HTTP, 1 to 65535 (default: ${DEFAULT-VALUE}).")
  private int imagePort;

  @Option(
      names = "--war",
      paramLabel = "FILE",
      description =
          "A web application of your own that the nodes serve, with compiled pages; needs --url"
              + " (default: the demo applications alone).")
  private @Nullable Path war;

  @Option(
      names = "--war-path",
      paramLabel = "PATH",
      defaultValue = "/",
      description =
          "Context path of --war; at / the demo moves to /demo (default: ${DEFAULT-VALUE}).")
  private String warPath = "/";

  /** Name for reports. */
  String engine() {
    return engine.toString();
  }

  /** Empty where an image of the user's own has one, or none. */
  Optional<Integration> integration() {
    return hasImage() ? Optional.empty() : Optional.of(integration);
  }

  /**
   * Refuses what does not fit together.
   *
   * @param own whether users ask for an application of the user's own
   * @throws IllegalArgumentException with the option and why
   */
  void check(boolean own) {
    if (image != null && engine != Engine.CONTAINER) {
      throw new IllegalArgumentException("--image goes with --engine container only");
    }
    if ((image != null || war != null) && !own) {
      throw new IllegalArgumentException(
          "--image and --war need --url: the path that users are to ask for");
    }
    if (war != null && integration != Integration.TOMCAT) {
      throw new IllegalArgumentException(
          "--war goes with --integration tomcat only, was " + integration);
    }
    if (heapMb != null && (heapMb < LEAST_HEAP_MB || heapMb > MOST_HEAP_MB)) {
      throw new IllegalArgumentException(
          "--heap-mb must be between "
              + LEAST_HEAP_MB
              + " and "
              + MOST_HEAP_MB
              + ", was "
              + heapMb);
    }
    if (war != null) {
      WebArchive unused = WebArchive.of(war, warPath); // as each node will
    }
    if (engine == Engine.CONTAINER) {
      ContainerOptions unused = containers();
    }
  }

  /** Refuses a next version that cannot be, such as an image that has no such name. */
  void checkNext(UpgradeOptions upgrade) {
    if (engine == Engine.CONTAINER) {
      Optional<ContainerOptions> unused = next(containers(), upgrade);
    }
  }

  boolean hasWar() {
    return war != null;
  }

  boolean startsProcesses() {
    return engine != Engine.CONTAINER;
  }

  boolean hasImage() {
    return image != null;
  }

  /**
   * @param processes starts nodes that are processes on loopback
   * @param upgrade what they run later; must be checked
   */
  ClusterLauncher launcher(ClusterLauncher processes, UpgradeOptions upgrade) {
    if (engine == Engine.CONTAINER) {
      ContainerOptions now = containers();
      return new ContainerLauncher(now, next(now, upgrade));
    }
    ClusterLauncher starter =
        engine == Engine.NAMESPACE ? ProcessLauncher.inNamespaces() : processes;
    if (war == null && heapMb == null && !upgrade.isGiven()) {
      return starter;
    }
    Optional<ProcessUpgrade> next =
        upgrade.isGiven()
            ? Optional.of(
                new ProcessUpgrade(
                    Optional.ofNullable(upgrade.jar()).map(Path::toAbsolutePath),
                    serving(upgrade.war() == null ? war : upgrade.war())))
            : Optional.empty();
    List<String> jvm = heapMb == null ? List.of() : ProcessLauncher.jvmOptions(heapMb);
    ProcessSettings said = new ProcessSettings(jvm, serving(war), List.of(), next);
    return new ClusterLauncher() {
      @Override
      public Cluster launch(ClusterSettings settings, Consumer<String> progress) {
        return starter.launch(settings.withProcess(said), progress);
      }

      @Override
      public Means means(ClusterSettings settings) {
        return starter.means(settings.withProcess(said));
      }
    };
  }

  /** What nodes run, for people; nothing where it is the demo alone. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    if (image != null) {
      words.add("image " + image + ", which serves HTTP on port " + imagePort);
    }
    if (war != null) {
      words.add("web application " + war + " at " + warPath);
    }
    if (!hasImage()) {
      words.add("sessions kept by Holdfast's integration " + integration);
    }
    if (heapMb != null) {
      words.add("heap of a node at most " + heapMb + " MB");
    }
    return words;
  }

  /** Options of the node command. */
  private List<String> serving(@Nullable Path file) {
    return file == null
        ? List.of()
        : List.of("--war", file.toAbsolutePath().toString(), "--war-path", warPath);
  }

  private Optional<ContainerOptions> next(ContainerOptions now, UpgradeOptions upgrade) {
    if (!upgrade.isGiven()) {
      return Optional.empty();
    }
    ContainerOptions next = now;
    String nextImage = upgrade.image();
    Path nextWar = upgrade.war();
    Path jar = upgrade.jar();
    next = nextImage == null ? next : next.withImage(nextImage, imagePort);
    next = nextWar == null ? next : next.withWar(nextWar, warPath);
    return Optional.of(jar == null ? next : next.withProgram(jar));
  }

  private ContainerOptions containers() {
    ContainerOptions options = ContainerOptions.DEFAULT;
    if (image != null) {
      options = options.withImage(image, imagePort);
    }
    return war == null ? options : options.withWar(war, warPath);
  }
}
