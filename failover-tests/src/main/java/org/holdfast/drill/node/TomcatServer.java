// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import java.util.List;
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
import org.holdfast.drill.demo.DemoApplication;
import org.holdfast.filter.HoldfastInitializer;

/** An embedded Tomcat. */
final class TomcatServer implements NodeServer {
  private final NodeSettings settings;
  private final Optional<WebArchive> war;
  private final TomcatSessions sessions;
  private final Optional<TomcatSessions> warSessions;
  private final Connector connector;
  private final Tomcat tomcat;
  private final RequestCount requests = new RequestCount();
  private final RequestCount warRequests = new RequestCount();

  /**
   * @param base for files of Tomcat
   * @throws IllegalArgumentException if the sessions refuse a setting
   */
  TomcatServer(
      NodeSettings settings,
      NodeParts parts,
      Path base,
      Optional<RequestLog> log,
      ServletContainerInitializer statusPages) {
    this.settings = settings;
    this.war = parts.war();
    this.sessions = TomcatSessions.ofDemo(settings);
    this.warSessions = war.map(archive -> TomcatSessions.ofWar(settings));
    this.connector = HttpConnector.on(settings.httpHost(), settings.httpPort());
    // Nobody manages Tomcat's parts of a node through JMX, and registering them takes a tenth of
    // the start.
    Registry.disableRegistry();
    this.tomcat = assemble(base, log, statusPages);
  }

  private Tomcat assemble(
      Path base, Optional<RequestLog> log, ServletContainerInitializer statusPages) {
    Tomcat server = new Tomcat();
    server.setBaseDir(base.toString());
    server.setConnector(connector);
    server.getHost().setAutoDeploy(false);
    server.getEngine().setName(settings.name());
    server.getEngine().setJvmRoute(settings.name());

    log.ifPresent(server.getHost().getPipeline()::addValve);

    String demoPath = war.map(WebArchive::demoPath).orElse("");
    StandardContext demo = (StandardContext) server.addContext(demoPath, base.toString());
    quietStop(demo);
    sessions.installIn(demo);
    demo.addServletContainerInitializer(new DemoApplication(settings.name()), Set.of());
    demo.addServletContainerInitializer(new CompiledPages(), Set.of());
    demo.getPipeline().addValve(requests);

    List<StandardContext> wars = deployWar(server);
    StandardContext status =
        (StandardContext) server.addContext(EmbeddedNode.STATUS_PATH, base.toString());
    quietStop(status);
    status.addServletContainerInitializer(statusPages, Set.of());
    if (settings.endsSessions()) {
      SessionsServlet ending = new SessionsServlet(() -> endAll(demo));
      status.addServletContainerInitializer(
          (none, application) -> application.addServlet("sessions", ending).addMapping("/sessions"),
          Set.of());
    }
    server
        .getEngine()
        .addLifecycleListener(
            event -> {
              if (event.getType().equals(Lifecycle.AFTER_START_EVENT)) {
                requireServing(demo);
                wars.forEach(TomcatServer::requireServing);
                requireServing(status);
              }
            });
    return server;
  }

  private List<StandardContext> deployWar(Tomcat server) {
    if (war.isEmpty() || warSessions.isEmpty()) {
      return List.of();
    }
    WebArchive archive = war.get();
    StandardContext context =
        (StandardContext)
            server.addWebapp(archive.contextPath(), archive.file().toAbsolutePath().toString());
    // Its libraries are in it; those of the node are none of its business.
    ((StandardJarScanner) context.getJarScanner()).setScanClassPath(false);
    // Classes of Holdfast in the node are no part of the application.
    context.setContainerSciFilter(HoldfastInitializer.class.getName());
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

  @Override
  public void start() throws LifecycleException {
    NodeLogging.SaidOnce saidOnce = NodeLogging.saidOnce(() -> sessionsFailure().isPresent());
    try {
      tomcat.start();
    } finally {
      saidOnce.close();
    }
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public long requests() {
    return requests.sum() + warRequests.sum();
  }

  @Override
  public NodeSessions sessions() {
    return sessions;
  }

  @Override
  public Optional<Exception> sessionsFailure() {
    return sessions.failure().or(() -> warSessions.flatMap(TomcatSessions::failure));
  }

  @Override
  public void stop() throws LifecycleException {
    if (!(sessions instanceof ReplicatedSessions)) {
      HttpConnector.finishRequests(connector); // Holdfast does that by itself
    }
    tomcat.stop();
    tomcat.destroy();
  }
}
