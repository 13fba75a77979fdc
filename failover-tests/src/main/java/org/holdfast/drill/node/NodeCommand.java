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

package org.holdfast.drill.node;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code node}: serves until it is told to stop. */
@Command(
    name = "node",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs one server: an embedded Tomcat with the demo web application.",
      "Prints one line when it serves; SIGTERM stops it."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:stopped because its input ended",
      "2:unknown option or impossible value",
      "3:cannot start: a port is in use or the cluster cannot be joined",
      "143:stopped by SIGTERM"
    })
public final class NodeCommand implements Callable<Integer> {
  static final int EXIT_USAGE = 2;
  static final int EXIT_CANNOT_START = 3;

  @Option(
      names = "--name",
      defaultValue = "node-1",
      paramLabel = "NAME",
      description = "Name of the node and its sticky route (default: ${DEFAULT-VALUE}).")
  private String name = "node-1";

  @Option(
      names = "--http-port",
      defaultValue = "8080",
      paramLabel = "PORT",
      description = "Port to serve HTTP on, 0 for any free one (default: ${DEFAULT-VALUE}).")
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
          "Port to accept replication on, 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int replicationPort;

  @Option(
      names = "--membership-port",
      defaultValue = "7800",
      paramLabel = "PORT",
      description = "Port to accept membership on (default: ${DEFAULT-VALUE}).")
  private int membershipPort;

  @Option(
      names = "--bind-host",
      defaultValue = "127.0.0.1",
      paramLabel = "HOST",
      description = "Address to accept replication and membership on (default: ${DEFAULT-VALUE}).")
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
      defaultValue = "MODIFIED_ATTRIBUTE",
      paramLabel = "SCOPE",
      description =
          "How much of a session travels: SESSION, MODIFIED_SESSION or MODIFIED_ATTRIBUTE"
              + " (default: ${DEFAULT-VALUE}).")
  private String scope = "MODIFIED_ATTRIBUTE";

  @Option(
      names = "--secondaries",
      defaultValue = "1",
      paramLabel = "K",
      description =
          "Copies of a session besides the primary's; 0 switches replication off"
              + " (default: ${DEFAULT-VALUE}).")
  private int secondaries;

  @Option(
      names = "--ack-timeout-ms",
      defaultValue = "250",
      paramLabel = "MS",
      description =
          "Longest wait for an acknowledgement; past it the response goes out degraded"
              + " (default: ${DEFAULT-VALUE}).")
  private int ackTimeoutMillis;

  @Option(
      names = "--stop-on-end-of-input",
      description =
          "Stop when standard input ends, that is, with the process that started this one.")
  private boolean stopOnEndOfInput;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the verb without the rest of the command line, as a cluster of processes does. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new NodeCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    NodeSettings settings;
    try {
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
              ackTimeoutMillis);
    } catch (IllegalArgumentException e) {
      return refuse(e, EXIT_USAGE);
    }
    NodeLogging.warningsToStandardError();
    try (EmbeddedNode node = EmbeddedNode.start(settings)) {
      serve(node);
      return CommandLine.ExitCode.OK;
    } catch (NodeStartException e) {
      return refuse(e, EXIT_CANNOT_START);
    }
  }

  private void serve(EmbeddedNode node) throws InterruptedException {
    CountDownLatch stop = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "stop-node"));
    if (stopOnEndOfInput) {
      EndOfInput.watch(System.in, stop::countDown);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(node.readyLine());
    out.flush();
    stop.await();
  }

  private int refuse(Exception reason, int exitCode) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("holdfast node: " + reason.getMessage());
    err.flush();
    return exitCode;
  }
}
