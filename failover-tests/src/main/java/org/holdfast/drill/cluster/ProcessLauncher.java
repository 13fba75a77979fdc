// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts nodes as processes of this machine, with the Java and the class path of this process. The
 * first starts alone, because it founds the cluster; the others join it together.
 */
public final class ProcessLauncher implements ClusterLauncher {
  private static final String NODE_MAIN = "org.holdfast.drill.node.NodeCommand";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(60);

  /**
   * The system property that names a jar with the classes of nodes; without it nodes run the
   * classes of this process. A node maps its classes from the archive of class data beside that
   * jar, if there is one, and so starts with half of the processor time.
   */
  public static final String PROGRAM = "drill.program";

  /** Small: several nodes share the machine with the load. */
  private static final int USUAL_HEAP_MB = 256;

  private final List<String> jvmOptions;
  private final List<String> nodeOptions;

  /** With a heap of {@value #USUAL_HEAP_MB} MB. */
  public ProcessLauncher() {
    this(jvmOptions(USUAL_HEAP_MB));
  }

  public ProcessLauncher(List<String> jvmOptions) {
    this(jvmOptions, List.of());
  }

  private ProcessLauncher(List<String> jvmOptions, List<String> nodeOptions) {
    this.jvmOptions = List.copyOf(jvmOptions);
    this.nodeOptions = List.copyOf(nodeOptions);
  }

  /**
   * Of a node that ends when its heap is full, with the collector and the compiler that start
   * fastest: nodes of a drill share their processors with others, which users must not be able to
   * tell from how long they wait when one of them starts.
   *
   * @param heapMb most heap, 64 MB at least
   */
  public static List<String> jvmOptions(int heapMb) {
    return List.of(
        "-Xms64m",
        "-Xmx" + heapMb + "m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:+ExitOnOutOfMemoryError");
  }

  /** The same, with these options of the node command besides those of the cluster. */
  ProcessLauncher withNodeOptions(String... options) {
    return new ProcessLauncher(jvmOptions, List.of(options));
  }

  @Override
  public Cluster launch(ClusterSettings settings, Consumer<String> progress) {
    return start(settings, progress);
  }

  @Override
  public Means means(ClusterSettings settings) {
    return new ProcessMeans(settings);
  }

  ProcessCluster start(ClusterSettings settings, Consumer<String> progress) {
    if (settings.nodes() < 1) {
      throw new IllegalArgumentException("nodes must be at least 1, was " + settings.nodes());
    }
    Path workDir = Path.of(settings.workDir());
    createDirectory(workDir);
    Optional<NodeClocks> clocks =
        settings.ownClocks() ? Optional.of(NodeClocks.in(workDir)) : Optional.empty();
    List<ProcessNode> nodes = places(settings, workDir, clocks);
    List<ProcessNode> first = nodes.subList(0, settings.nodes());
    try {
      first.get(0).start();
      announce(first.get(0), progress);
      List<ProcessNode> others = first.subList(1, first.size());
      others.forEach(ProcessNode::start);
      others.forEach(node -> announce(node, progress));
      if (settings.secondaries() > 0) {
        WholeCluster.await(first, VIEW_TIMEOUT);
        progress.accept("all " + first.size() + " nodes hold one view");
      }
      return ProcessCluster.of(nodes, clocks, () -> deleteTemporary(workDir, nodes));
    } catch (RuntimeException e) {
      ProcessCluster.stop(nodes);
      clocks.ifPresent(NodeClocks::close);
      deleteTemporary(workDir, nodes);
      throw e;
    }
  }

  /** Gives each node its ports, and its command line, for as long as the cluster is there. */
  private List<ProcessNode> places(
      ClusterSettings settings, Path workDir, Optional<NodeClocks> clocks) {
    int count = settings.places();
    List<Integer> ports = FreePorts.find(2 * count);
    List<Integer> membershipPorts = ports.subList(count, 2 * count);
    String discovery =
        membershipPorts.stream()
            .map(port -> "127.0.0.1:" + port)
            .collect(Collectors.joining(",", "static:", ""));
    StatusClient statusClient = new StatusClient();
    List<ProcessNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ProcessNode.Place place =
          new ProcessNode.Place(ClusterSettings.nameOf(i), i, ports.get(i), membershipPorts.get(i));
      createDirectory(temporary(workDir, place.name()));
      List<String> arguments =
          new NodeArguments(settings)
              .with("--name", place.name())
              .with("--http-port", Integer.toString(place.httpPort()))
              .with("--membership-port", Integer.toString(place.membershipPort()))
              .with("--discovery", discovery)
              .with("--stop-on-end-of-input")
              .toList();
      nodes.add(
          new ProcessNode(
              place,
              commands(settings.process(), i, temporary(workDir, place.name()), arguments),
              clocks.map(own -> environment(own, place.name())).orElse(Map.of()),
              settings,
              workDir,
              statusClient));
    }
    return nodes;
  }

  static void announce(ProcessNode node, Consumer<String> progress) {
    progress.accept(node.awaitReady(START_TIMEOUT).toString() + " pid=" + node.pid().getAsLong());
  }

  private Map<NodeVersion, List<String>> commands(
      ProcessSettings process, int number, Path temporary, List<String> arguments) {
    String classes = classPath();
    Map<NodeVersion, List<String>> commands = new EnumMap<>(NodeVersion.class);
    commands.put(
        NodeVersion.FIRST,
        command(process, number, temporary, classes, arguments, process.nodeOptions()));
    process
        .upgrade()
        .ifPresent(
            next ->
                commands.put(
                    NodeVersion.NEXT,
                    command(
                        process,
                        number,
                        temporary,
                        next.program().map(Path::toString).orElse(classes),
                        arguments,
                        next.nodeOptions())));
    return commands;
  }

  private static Map<String, String> environment(NodeClocks clocks, String node) {
    return NodeClocks.environment(clocks.library().toString(), clocks.file(node).toString());
  }

  /** Returns where nodes have their classes. */
  public static String classPath() {
    return System.getProperty(PROGRAM, System.getProperty("java.class.path"));
  }

  private static List<String> archiveOf(String classPath) {
    if (!classPath.equals(System.getProperty(PROGRAM))) {
      return List.of();
    }
    Path archive = Path.of(classPath.replaceFirst("\\.jar$", ".jsa"));
    return Files.exists(archive)
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off")
        : List.of();
  }

  private List<String> command(
      ProcessSettings process,
      int number,
      Path temporary,
      String classPath,
      List<String> arguments,
      List<String> furtherOptions) {
    List<String> command = new ArrayList<>();
    if (!process.cpus().isEmpty()) {
      // Replaces itself by the node, which keeps its process id.
      command.addAll(List.of("taskset", "-c", process.cpus().get(number)));
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(process.jvmOptions().isEmpty() ? jvmOptions : process.jvmOptions());
    command.addAll(archiveOf(classPath));
    command.add("-Djava.io.tmpdir=" + temporary.toAbsolutePath());
    command.add("-cp");
    command.add(classPath);
    command.add(NODE_MAIN);
    command.addAll(arguments);
    command.addAll(nodeOptions);
    command.addAll(furtherOptions);
    return command;
  }

  private static Path temporary(Path workDir, String name) {
    return workDir.resolve(name + ".tmp");
  }

  private static void createDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new ClusterStartException("cannot create directory " + directory + ": " + e, e);
    }
  }

  /** Removes what killed nodes could not; their output stays. */
  private static void deleteTemporary(Path workDir, List<ProcessNode> nodes) {
    for (ProcessNode node : nodes) {
      try (Stream<Path> paths = Files.walk(temporary(workDir, node.name()))) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException e) {
        // Files in a directory for temporary ones: worth no failure at the end of a drill.
      }
    }
  }
}
