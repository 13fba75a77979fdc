// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.cli.UsageErrors;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.cluster.Integration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code node}: serves until it is told to stop. */
@Command(
    name = "node",
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    sortOptions = false,
    header = "Runs one server: an embedded Tomcat or Jetty with the demo web application.",
    description = "Prints one line when it serves; SIGTERM and Ctrl-C stop it.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:stopped because its input ended (--stop-on-end-of-input)",
      "2:unknown option or impossible value",
      "3:cannot start: a port is in use or the cluster cannot be joined",
      "4:had to be halted: still running 10 s after its input ended",
      "130:stopped by Ctrl-C",
      "143:stopped by SIGTERM"
    })
public final class NodeCommand implements Callable<Integer> {
  private static final int SECONDS_BETWEEN_COLLECTIONS = 10;

  static final int EXIT_CANNOT_START = 3;

  @Option(
      names = "--name",
      defaultValue = "node-1",
      paramLabel = "NAME",
      description =
          "Name of the node, unique in its cluster, and its sticky route"
              + " (default: ${DEFAULT-VALUE}).")
  private String name = "node-1";

  @Option(
      names = "--http-port",
      defaultValue = "8080",
      paramLabel = "PORT",
      description =
          "Port to serve HTTP on, 0 to 65535; 0: any free one (default: ${DEFAULT-VALUE}).")
  private int httpPort;

  @Option(
      names = "--http-host",
      defaultValue = "127.0.0.1",
      paramLabel = "HOST",
      description = "Address to serve HTTP on (default: ${DEFAULT-VALUE}).")
  private String httpHost = "127.0.0.1";

  @Option(
      names = "--replication-port",
      defaultValue = "0",
      paramLabel = "PORT",
      description =
          "Without effect, 0 to 65535: replication shares the port of membership"
              + " (default: ${DEFAULT-VALUE}).")
  private int replicationPort;

  @Option(
      names = "--membership-port",
      defaultValue = "7800",
      paramLabel = "PORT",
      description =
          "Port to accept other nodes on, 1 to 65535; with --discovery local the first of ten,"
              + " any of which will do (default: ${DEFAULT-VALUE}).")
  private int membershipPort;

  @Option(
      names = "--bind-host",
      defaultValue = "127.0.0.1",
      paramLabel = "HOST",
      description =
          "Address of this machine, no wildcard, to accept replication and membership on"
              + " (default: ${DEFAULT-VALUE}).")
  private String bindHost = "127.0.0.1";

  @Option(
      names = "--discovery",
      defaultValue = "local",
      paramLabel = "HOW",
      description =
          "How to find the others: local, static:HOST:PORT,... or dns:NAME"
              + " (default: ${DEFAULT-VALUE}).")
  private String discovery = "local";

  @Option(
      names = "--cluster",
      defaultValue = "holdfast",
      paramLabel = "NAME",
      description = "Cluster to join (default: ${DEFAULT-VALUE}).")
  private String cluster = "holdfast";

  @Option(
      names = "--ack",
      defaultValue = "sync",
      paramLabel = "MODE",
      description =
          "Whether a response waits for its copy: sync or async (default: ${DEFAULT-VALUE}).")
  private String ack = "sync";

  @Option(
      names = "--scope",
      defaultValue = "modified-attribute",
      paramLabel = "SCOPE",
      description =
          "How much of a session travels: session, modified-session or modified-attribute"
              + " (default: ${DEFAULT-VALUE}).")
  private String scope = "modified-attribute";

  @Option(
      names = "--secondaries",
      defaultValue = "1",
      paramLabel = "K",
      description =
          "Copies of a session besides the primary's, 0 to 3; 0 switches replication off"
              + " (default: ${DEFAULT-VALUE}).")
  private int secondaries;

  @Option(
      names = "--ack-timeout-ms",
      defaultValue = "250",
      paramLabel = "MS",
      description =
          "Longest wait for an acknowledgement in ms, 1 to 30000; past it the response goes out"
              + " degraded"
              + " (default: ${DEFAULT-VALUE}).")
  private int ackTimeoutMillis;

  @Option(
      names = "--partition",
      defaultValue = "available",
      paramLabel = "POLICY",
      description =
          "What a node does that sees less than the majority: available (serves, degraded) or"
              + " consistent (refuses with 503; needs --expected-nodes)"
              + " (default: ${DEFAULT-VALUE}).")
  private String partition = "available";

  @Option(
      names = "--expected-nodes",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "With --partition consistent: nodes that the cluster is made for, 3 to 1000; nothing is"
              + " served before the majority of them is there (default: ${DEFAULT-VALUE}).")
  private int expectedNodes;

  @Option(
      names = "--serving-lease",
      description =
          "With --partition consistent: a takeover from a silent node waits some 270 ms longer, so"
              + " that it can answer no old read meanwhile (default: off).")
  private boolean servingLease;

  @Option(
      names = "--manager",
      defaultValue = "holdfast",
      paramLabel = "WHO",
      description =
          "Who replicates sessions: holdfast, or Tomcat's cluster managers tomcat-backup and"
              + " tomcat-delta, which need --discovery static (default: ${DEFAULT-VALUE}).")
  private String manager = "holdfast";

  @Option(
      names = "--integration",
      defaultValue = "tomcat",
      paramLabel = "WHICH",
      description =
          "With --manager holdfast, the integration that keeps the sessions: tomcat (its manager in an"
              + " embedded Tomcat), jetty (its session cache in an embedded Jetty) or filter (its"
              + " filter in an embedded Tomcat) (default: ${DEFAULT-VALUE}).")
  private Integration integration = Integration.TOMCAT;

  @Option(
      names = "--ends-sessions",
      description =
          "Let DELETE /holdfast/sessions, from this machine's loopback only, end all sessions that"
              + " the node serves (default: off).")
  private boolean endsSessions;

  @Option(
      names = "--war",
      paramLabel = "FILE",
      description =
          "Also serve this web application, with the same sessions as the demo; its pages (JSP)"
              + " must be compiled (default: none).")
  private @Nullable Path war;

  @Option(
      names = "--war-path",
      paramLabel = "PATH",
      defaultValue = "/",
      description =
          "Context path of --war; at / the demo moves to "
              + WebArchive.DEMO_BESIDE_ROOT
              + " (default: ${DEFAULT-VALUE}).")
  private String warPath = "/";

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "Write a line per request to this file, which is kept under 1 MB, as is FILE.1, the one"
              + " before (default: none).")
  private @Nullable Path log;

  @Option(
      names = "--stop-on-end-of-input",
      description =
          "Stop when standard input ends, that is, with the process that started this one"
              + " (default: off).")
  private boolean stopOnEndOfInput;

  @Option(
      names = "--full-collections",
      description =
          "Run a full garbage collection every 10 s, to show whether the heap grows; each"
              + " stops the node for a moment (default: off).")
  private boolean fullCollections;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the verb without the rest of the command line, as a cluster of processes does. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** Builds the verb as a command line of its own. */
  static CommandLine commandLine() {
    return new CommandLine(new NodeCommand())
        .setCommandName("holdfast node")
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageErrors());
  }

  @Override
  public Integer call() throws InterruptedException {
    NodeSettings settings;
    NodeParts parts;
    try {
      parts =
          new NodeParts(
              Optional.ofNullable(war).map(file -> WebArchive.of(file, warPath)),
              Optional.ofNullable(log));
      settings =
          new NodeSettings(
              name,
              cluster,
              httpHost,
              httpPort,
              bindHost,
              replicationPort,
              membershipPort,
              discovery,
              ack,
              scope,
              secondaries,
              ackTimeoutMillis,
              partition,
              expectedNodes,
              servingLease,
              manager,
              integration,
              endsSessions);
    } catch (IllegalArgumentException e) {
      throw unusable(e);
    }
    NodeLogging.warningsToStandardError();
    try (EmbeddedNode node = EmbeddedNode.start(settings, parts)) {
      serve(node);
      return CommandLine.ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw unusable(e);
    } catch (NodeStartException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("holdfast node: " + e.getMessage());
      err.flush();
      return EXIT_CANNOT_START;
    }
  }

  private ParameterException unusable(IllegalArgumentException setting) {
    return new ParameterException(
        spec.commandLine(),
        Objects.requireNonNullElseGet(setting.getMessage(), setting::toString),
        setting);
  }

  private void serve(EmbeddedNode node) throws InterruptedException {
    CountDownLatch stop = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "stop-node"));
    if (stopOnEndOfInput) {
      EndOfInput.watch(System.in, stop::countDown);
    }
    if (fullCollections) {
      startCollections();
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(node.readyLine());
    out.flush();
    stop.await();
  }

  private static void startCollections() {
    ThreadFactory daemons =
        task -> {
          Thread thread = new Thread(task, "full-collections");
          thread.setDaemon(true);
          return thread;
        };
    var unused =
        Executors.newScheduledThreadPool(1, daemons)
            .scheduleWithFixedDelay(
                System::gc,
                SECONDS_BETWEEN_COLLECTIONS,
                SECONDS_BETWEEN_COLLECTIONS,
                TimeUnit.SECONDS);
  }
}
