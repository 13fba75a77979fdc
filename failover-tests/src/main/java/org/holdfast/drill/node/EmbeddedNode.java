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

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.modeler.Registry;
import org.apache.tomcat.util.scan.StandardJarScanner;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.ReadyLine;
import org.holdfast.drill.demo.DemoApplication;

/**
 * One server in this process: an embedded Tomcat with the demo application at {@code /}, maybe a
 * web application of the user's beside it, and the status of the node at {@code /holdfast/status}.
 * Several can live in one process, each on its own ports.
 */
public final class EmbeddedNode implements AutoCloseable {
  static final String STATUS_PATH = "/holdfast";

  private final NodeSettings settings;
  private final NodeParts parts;
  private final NodeSessions sessions;
  private final Optional<NodeSessions> warSessions;
  private final Tomcat tomcat;
  private final Connector connector;
  private final TemporaryDirectory directory;
  private final RequestCount requests = new RequestCount();
  private final RequestCount warRequests = new RequestCount();
  private final Optional<RequestLog> log;

  @GuardedBy("this")
  private boolean closed;

  private EmbeddedNode(NodeSettings settings, NodeParts parts, TemporaryDirectory directory) {
    this.settings = settings;
    this.parts = parts;
    this.sessions = NodeSessions.ofDemo(settings);
    this.warSessions = parts.war().map(war -> NodeSessions.ofWar(settings));
    this.directory = directory;
    this.log = parts.log().map(RequestLog::new);
    this.connector = HttpConnector.on(settings.httpHost(), settings.httpPort());
    this.tomcat = assemble();
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
    NodeLogging.quietTomcat();
    HttpConnector.checkFree(settings.httpHost(), settings.httpPort());
    // Nobody manages Tomcat's parts of a node through JMX, and registering them takes a tenth of
    // the
    // start.
    Registry.disableRegistry();
    TemporaryDirectory directory = directory(settings.name());
    EmbeddedNode node;
    try {
      node = new EmbeddedNode(settings, parts, directory);
    } catch (IllegalArgumentException e) {
      directory.close();
      throw e;
    }
    NodeLogging.SaidOnce saidOnce = NodeLogging.saidOnce(() -> node.sessionsFailure().isPresent());
    try {
      node.tomcat.start();
      return node;
    } catch (LifecycleException e) {
      node.close();
      throw node.failure(e);
    } finally {
      saidOnce.close();
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

  private NodeStartException failure(LifecycleException fromTomcat) {
    Exception reason = sessionsFailure().orElse(null);
    if (reason instanceof IllegalArgumentException setting) {
      throw setting;
    }
    return reason == null
        ? new NodeStartException(
            "cannot start node " + settings.name() + ": " + cause(fromTomcat), fromTomcat)
        : new NodeStartException(String.valueOf(reason.getMessage()), reason);
  }

  private Optional<Exception> sessionsFailure() {
    return sessions.failure().or(() -> warSessions.flatMap(NodeSessions::failure));
  }

  private Tomcat assemble() {
    Path base = directory.path();
    Tomcat server = new Tomcat();
    server.setBaseDir(base.toString());
    server.setConnector(connector);
    server.getHost().setAutoDeploy(false);
    server.getEngine().setName(settings.name());
    server.getEngine().setJvmRoute(settings.name());

    log.ifPresent(server.getHost().getPipeline()::addValve);

    String demoPath = parts.war().map(WebArchive::demoPath).orElse("");
    StandardContext demo = (StandardContext) server.addContext(demoPath, base.toString());
    quietStop(demo);
    demo.addServletContainerInitializer(new DemoApplication(settings.name()), Set.of());
    demo.addServletContainerInitializer(new CompiledPages(), Set.of());
    sessions.installIn(demo);
    demo.getPipeline().addValve(requests);

    List<StandardContext> wars = deployWar(server);
    StandardContext status = (StandardContext) server.addContext(STATUS_PATH, base.toString());
    quietStop(status);
    status.addServletContainerInitializer(
        (none, application) -> {
          application.addServlet("status", new StatusServlet(this::status)).addMapping("/status");
          application
              .addServlet("attributes", new AttributesServlet(sessions::attributes))
              .addMapping("/attributes", AttributesServlet.JSON_PATH);
          if (settings.endsSessions()) {
            application
                .addServlet("sessions", new SessionsServlet(() -> endAll(demo)))
                .addMapping("/sessions");
          }
        },
        Set.of());
    server
        .getEngine()
        .addLifecycleListener(
            event -> {
              if (event.getType().equals(Lifecycle.AFTER_START_EVENT)) {
                requireServing(demo);
                wars.forEach(EmbeddedNode::requireServing);
                requireServing(status);
              }
            });
    return server;
  }

  private List<StandardContext> deployWar(Tomcat server) {
    if (parts.war().isEmpty() || warSessions.isEmpty()) {
      return List.of();
    }
    WebArchive war = parts.war().get();
    StandardContext context =
        (StandardContext)
            server.addWebapp(war.contextPath(), war.file().toAbsolutePath().toString());
    // Its libraries are in it; those of the node are none of its business.
    ((StandardJarScanner) context.getJarScanner()).setScanClassPath(false);
    quietStop(context);
    warSessions.get().installIn(context);
    context.getPipeline().addValve(warRequests);
    return List.of(context);
  }

  private static int endAll(Context context) {
    Session[] sessions = context.getManager().findSessions();
    for (Session session : sessions) {
      session.expire();
    }
    return sessions.length;
  }

  /**
   * Tomcat goes on, opens its port and answers 404 when a web application did not start. Asked
   * before the port opens.
   */
  private static void requireServing(Context context) {
    if (!context.getState().isAvailable()) {
      throw new IllegalStateException(
          "web application \"" + context.getPath() + "\" did not start; the log above says why");
    }
  }

  /**
   * Leaves out the search for leaks of redeployed applications: it costs time and the process ends
   * anyway.
   */
  private static void quietStop(StandardContext context) {
    context.setClearReferencesRmiTargets(false);
    context.setClearReferencesThreadLocals(false);
    context.setRenewThreadsWhenStoppingContext(false);
  }

  /** Where the node serves, with the port that was chosen if the settings left it open. */
  public InetSocketAddress http() {
    return new InetSocketAddress(settings.httpHost(), connector.getLocalPort());
  }

  /**
   * What its sessions say, the time of its clock ({@code clockMillis}), how many requests the
   * applications had ({@code requests}), how many lines its log got and lost ({@code logLines},
   * {@code logLinesLost}), and what the process used ({@code cpuMicros}, {@code gcMillis}; {@code
   * processors} that it may use) and holds ({@code heapBytes}, {@code directBytes}, {@code
   * threads}, {@code openFiles}; {@code liveHeapBytes} once a full collection has run).
   */
  public NodeStatus status() {
    NodeStatus status = sessions.status().with("requests", requests.sum() + warRequests.sum());
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
    Optional<InetSocketAddress> replication = sessions.replicationAddress();
    return new ReadyLine(settings.name(), http(), replication);
  }

  /**
   * Lets running requests end, hands sessions over and frees every port. With our manager the
   * server is stopped as its owner would stop it, so that drills show what that does. Idempotent;
   * who calls it while another does waits for that one, so that the process does not end in the
   * middle of it.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (!(sessions instanceof ReplicatedSessions)) {
        HttpConnector.finishRequests(connector); // our manager does that by itself
      }
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException(
          "node " + settings.name() + " did not stop cleanly: " + cause(e), e);
    } finally {
      sessions.close();
      warSessions.ifPresent(NodeSessions::close);
      log.ifPresent(RequestLog::close);
      directory.close();
    }
  }

  /** Finds the words that matter under the layers that Tomcat wraps around them. */
  private static String cause(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }
}
