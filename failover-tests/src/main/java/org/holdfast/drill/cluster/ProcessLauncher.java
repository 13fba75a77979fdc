// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
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
import org.holdfast.drill.network.NamespaceNetwork;

/**
 * Starts nodes as processes of this machine, with the Java and the class path of this process, on
 * loopback or each in a network namespace of its own. The first starts alone, because it founds the
 * cluster; the others join it together.
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

  /** In a namespace nobody else has one of these. */
  private static final int HTTP_PORT = 8080;

  private static final int MEMBERSHIP_PORT = 7800;

  /** Small: several nodes share the machine with the load. */
  private static final int USUAL_HEAP_MB = 256;

  private final List<String> jvmOptions;
  private final List<String> nodeOptions;
  private final boolean inNamespaces;

  /** With a heap of {@value #USUAL_HEAP_MB} MB. */
  public ProcessLauncher() {
    this(jvmOptions(USUAL_HEAP_MB));
  }

  public ProcessLauncher(List<String> jvmOptions) {
    this(jvmOptions, List.of(), false);
  }

  private ProcessLauncher(List<String> jvmOptions, List<String> nodeOptions, boolean inNamespaces) {
    this.jvmOptions = List.copyOf(jvmOptions);
    this.nodeOptions = List.copyOf(nodeOptions);
    this.inNamespaces = inNamespaces;
  }

  /**
   * Starts the usual nodes each in a network namespace of its own, which only root may create, on
   * Linux. A node gets a new one each time it is started, at its old addresses.
   */
  public static ProcessLauncher inNamespaces() {
    return new ProcessLauncher(jvmOptions(USUAL_HEAP_MB), List.of(), true);
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
    return new ProcessLauncher(jvmOptions, List.of(options), inNamespaces);
  }

  @Override
  public Cluster launch(ClusterSettings settings, Consumer<String> progress) {
    return start(settings, progress);
  }

  @Override
  public Means means(ClusterSettings settings) {
    requireNamespaces();
    return new ProcessMeans(settings, inNamespaces);
  }

  private void requireNamespaces() {
    if (inNamespaces) {
      NamespaceNetwork.lacks()
          .ifPresent(
              reason -> {
                throw new ClusterStartException(reason);
              });
    }
  }

  ProcessCluster start(ClusterSettings settings, Consumer<String> progress) {
    if (settings.nodes() < 1) {
      throw new IllegalArgumentException("nodes must be at least 1, was " + settings.nodes());
    }
    Optional<NamespaceNetwork> network =
        inNamespaces ? Optional.of(createNetwork()) : Optional.empty();
    try {
      return startIn(network, settings, progress);
    } catch (RuntimeException | Error e) {
      network.ifPresent(NamespaceNetwork::close);
      throw e;
    }
  }

  private NamespaceNetwork createNetwork() {
    requireNamespaces();
    try {
      return NamespaceNetwork.create();
    } catch (IOException e) {
      throw new ClusterStartException(
          "cannot create the network namespaces of the nodes: " + e.getMessage(), e);
    }
  }

  private ProcessCluster startIn(
      Optional<NamespaceNetwork> network, ClusterSettings settings, Consumer<String> progress) {
    Path workDir = Path.of(settings.workDir());
    createDirectory(workDir);
    Optional<NodeClocks> clocks =
        settings.ownClocks() ? Optional.of(NodeClocks.in(workDir)) : Optional.empty();
    List<ProcessNode> nodes = nodes(settings, workDir, clocks, network);
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
      return ProcessCluster.of(nodes, clocks, network, () -> deleteTemporary(workDir, nodes));
    } catch (RuntimeException | Error e) {
      ProcessCluster.stop(nodes);
      clocks.ifPresent(NodeClocks::close);
      deleteTemporary(workDir, nodes);
      throw e;
    }
  }

  /** Gives each node its addresses, for as long as the cluster is there. */
  private static List<ProcessNode.Place> places(int count, Optional<NamespaceNetwork> network) {
    List<ProcessNode.Place> places = new ArrayList<>();
    if (network.isPresent()) {
      for (int i = 0; i < count; i++) {
        places.add(
            new ProcessNode.Place(
                ClusterSettings.nameOf(i),
                i,
                new InetSocketAddress(network.get().clientAddress(i), HTTP_PORT),
                new InetSocketAddress(network.get().address(i), MEMBERSHIP_PORT)));
      }
      return places;
    }
    List<Integer> ports = FreePorts.find(2 * count);
    for (int i = 0; i < count; i++) {
      places.add(
          new ProcessNode.Place(
              ClusterSettings.nameOf(i),
              i,
              new InetSocketAddress("127.0.0.1", ports.get(i)),
              new InetSocketAddress("127.0.0.1", ports.get(count + i))));
    }
    return places;
  }

  /** Gives each node its command line, for as long as the cluster is there. */
  private List<ProcessNode> nodes(
      ClusterSettings settings,
      Path workDir,
      Optional<NodeClocks> clocks,
      Optional<NamespaceNetwork> network) {
    List<ProcessNode.Place> places = places(settings.places(), network);
    String discovery =
        places.stream()
            .map(place -> NodeNames.text(place.membership()))
            .collect(Collectors.joining(",", "static:", ""));
    StatusClient statusClient = new StatusClient();
    List<ProcessNode> nodes = new ArrayList<>();
    for (ProcessNode.Place place : places) {
      createDirectory(temporary(workDir, place.name()));
      List<String> arguments =
          new NodeArguments(settings)
              .with("--name", place.name())
              .with("--http-host", place.http().getHostString())
              .with("--http-port", Integer.toString(place.http().getPort()))
              .with("--bind-host", place.membership().getHostString())
              .with("--membership-port", Integer.toString(place.membership().getPort()))
              .with("--discovery", discovery)
              .with("--stop-on-end-of-input")
              .toList();
      nodes.add(
          new ProcessNode(
              place,
              commands(
                  settings.process(), place.number(), temporary(workDir, place.name()), arguments),
              clocks.map(own -> environment(own, place.name())).orElse(Map.of()),
              settings,
              workDir,
              statusClient,
              network));
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
