// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.ReadyLine;

/**
 * One server in this process: a container with the demo application at {@code /}, maybe a web
 * application of the user's beside it, and the status of the node at {@code /holdfast/status}.
 * Several can live in one process, each on its own ports.
 */
public final class EmbeddedNode implements AutoCloseable {
  static final String STATUS_PATH = "/holdfast";

  private final NodeSettings settings;
  private final TemporaryDirectory directory;
  private final Optional<RequestLog> log;
  private final NodeServer server;

  @GuardedBy("this")
  private boolean closed;

  private EmbeddedNode(NodeSettings settings, NodeParts parts, TemporaryDirectory directory) {
    this.settings = settings;
    this.directory = directory;
    this.log = parts.log().map(RequestLog::new);
    this.server =
        NodeServer.of(settings, parts, directory, log, (none, pages) -> addStatusTo(pages));
  }

  /**
   * Starts a node and returns when it serves.
   *
   * @throws NodeStartException if a port is taken or the cluster cannot be joined; nothing is left
   *     behind
   * @throws IllegalArgumentException if the sessions refuse a setting; nothing is left behind
   */
  public static EmbeddedNode start(NodeSettings settings) throws NodeStartException {
    return start(settings, NodeParts.NONE);
  }

  /** The same, with more than the demo application. */
  static EmbeddedNode start(NodeSettings settings, NodeParts parts) throws NodeStartException {
    NodeLogging.quietContainers();
    HttpConnector.checkFree(settings.httpHost(), settings.httpPort());
    TemporaryDirectory directory = directory(settings.name());
    EmbeddedNode node;
    try {
      node = new EmbeddedNode(settings, parts, directory);
    } catch (IllegalArgumentException e) {
      directory.close();
      throw e;
    }
    try {
      node.server.start();
      return node;
    } catch (Exception e) {
      node.close();
      throw node.failure(e);
    }
  }

  private static TemporaryDirectory directory(String name) throws NodeStartException {
    try {
      TemporaryDirectory directory = TemporaryDirectory.create("holdfast-" + name + "-");
      // Where Tomcat unpacks web applications.
      Files.createDirectories(directory.path().resolve("webapps"));
      return directory;
    } catch (IOException e) {
      throw new NodeStartException("cannot create a temporary directory: " + e, e);
    }
  }

  private NodeStartException failure(Exception fromServer) {
    Exception reason = server.sessionsFailure().orElse(null);
    if (reason instanceof IllegalArgumentException setting) {
      throw setting;
    }
    return reason == null
        ? new NodeStartException(
            "cannot start node " + settings.name() + ": " + cause(fromServer), fromServer)
        : new NodeStartException(String.valueOf(reason.getMessage()), reason);
  }

  private void addStatusTo(ServletContext pages) {
    pages.addServlet("status", new StatusServlet(this::status)).addMapping("/status");
    pages
        .addServlet("attributes", new AttributesServlet(() -> server.sessions().attributes()))
        .addMapping("/attributes", AttributesServlet.JSON_PATH);
  }

  /** Where the node serves, with the port that was chosen if the settings left it open. */
  public InetSocketAddress http() {
    return new InetSocketAddress(settings.httpHost(), server.port());
  }

  /**
   * What its sessions say, the time of its clock ({@code clockMillis}), how many requests the
   * applications had ({@code requests}), how many lines its log got and lost ({@code logLines},
   * {@code logLinesLost}), and what the process used ({@code cpuMicros}, {@code gcMillis}; {@code
   * processors} that it may use) and holds ({@code heapBytes}, {@code directBytes}, {@code
   * threads}, {@code openFiles}; {@code liveHeapBytes} once a full collection has run).
   */
  public NodeStatus status() {
    NodeStatus status = server.sessions().status().with("requests", server.requests());
    if (log.isPresent()) {
      status = status.with("logLines", log.get().lines()).with("logLinesLost", log.get().lost());
    }
    Map<String, Long> figures = ProcessFigures.now();
    for (Map.Entry<String, Long> figure : figures.entrySet()) {
      status = status.with(figure.getKey(), figure.getValue());
    }
    return status;
  }

  ReadyLine readyLine() {
    Optional<InetSocketAddress> replication = server.sessions().replicationAddress();
    return new ReadyLine(settings.name(), http(), replication);
  }

  /**
   * Lets running requests end, hands sessions over and frees every port. Idempotent; who calls it
   * while another does waits for that one, so that the process does not end in the middle of it.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException(
          "node " + settings.name() + " did not stop cleanly: " + cause(e), e);
    } finally {
      log.ifPresent(RequestLog::close);
      directory.close();
    }
  }

  /** Finds the words that matter under the layers that containers wrap around them. */
  private static String cause(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }
}
