// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import jakarta.servlet.ServletContainerInitializer;
import java.util.Optional;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.session.DefaultSessionIdManager;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.holdfast.drill.demo.DemoApplication;
import org.holdfast.jetty.HoldfastJetty;
import org.holdfast.replication.node.ReplicationNode;
import org.jspecify.annotations.Nullable;

/** An embedded Jetty, with the demo application alone. */
final class JettyServer implements NodeServer {
  /** Threads that serve no request: they accept connections and look which have one. */
  private static final int OTHER_THREADS = 2;

  /** As in Tomcat, where it is the default. Jetty's sessions never time out by default. */
  private static final int SESSION_SECONDS = 30 * 60;

  private final Server server;
  private final ServerConnector connector;
  private final NodeSessions sessions;
  private final RequestCount requests = new RequestCount();
  private volatile @Nullable Exception failure;

  JettyServer(
      NodeSettings settings, Optional<RequestLog> log, ServletContainerInitializer statusPages) {
    int threads = HttpConnector.THREADS + OTHER_THREADS;
    server = new Server(new QueuedThreadPool(threads, threads));
    connector = new ServerConnector(server, 1, 1);
    connector.setHost(settings.httpHost());
    connector.setPort(settings.httpPort());
    connector.setIdleTimeout(HttpConnector.IDLE_MILLIS);
    connector.setAcceptQueueSize(HttpConnector.WAITING_CONNECTIONS);
    server.addConnector(connector);
    // Opens the port when everything behind it serves, not before.
    server.setOpenEarly(false);
    log.ifPresent(
        lines ->
            server.setRequestLog(
                (request, response) ->
                    lines.write(
                        request.getMethod(), response.getStatus(), request.getBeginNanoTime())));

    ServletContextHandler demo = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
    demo.getSessionHandler().setMaxInactiveInterval(SESSION_SECONDS);
    demo.getSessionHandler().setHttpOnly(true);
    sessions = sessionsOf(demo, settings);
    demo.addServletContainerInitializer(new DemoApplication(settings.name()));
    demo.addServletContainerInitializer(new CompiledPages());
    ServletContextHandler status =
        new ServletContextHandler(EmbeddedNode.STATUS_PATH, ServletContextHandler.NO_SESSIONS);
    status.addServletContainerInitializer(statusPages);
    Handler served = new Handler.Sequence(status, new Counting(demo, requests));
    if (settings.replicates()) {
      server.setHandler(served); // Holdfast waits for running requests by itself
    } else {
      DefaultSessionIdManager ids = new DefaultSessionIdManager(server);
      ids.setWorkerName(settings.name()); // the sticky route
      server.addBean(ids, true);
      server.setHandler(new GracefulHandler(served));
      server.setStopTimeout(HttpConnector.FINISH_TIMEOUT.toMillis());
    }
  }

  private static NodeSessions sessionsOf(ServletContextHandler demo, NodeSettings settings) {
    if (!settings.replicates()) {
      PlainSessions plain = new PlainSessions(settings.name());
      demo.addServletContainerInitializer((none, application) -> application.addListener(plain));
      return plain;
    }
    HoldfastJetty.install(demo, ReplicatedSessions.namedSettingsOfDemo(settings));
    return new ReplicatedSessions(settings) {
      @Override
      @Nullable ReplicationNode replicationNode() {
        return HoldfastJetty.replicationNode(demo);
      }
    };
  }

  @Override
  public void start() throws Exception {
    try {
      server.start();
    } catch (Exception e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public long requests() {
    return requests.sum();
  }

  @Override
  public NodeSessions sessions() {
    return sessions;
  }

  @Override
  public Optional<Exception> sessionsFailure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public void stop() throws Exception {
    server.stop();
    server.destroy();
  }

  /** Counts the requests of an application. */
  private static final class Counting extends Handler.Wrapper {
    private final RequestCount requests;

    Counting(Handler application, RequestCount requests) {
      super(application);
      this.requests = requests;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      requests.add();
      return super.handle(request, response, callback);
    }
  }
}
