// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.ServletContainerInitializer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.holdfast.filter.HoldfastInitializer;
import org.holdfast.jetty.HoldfastJetty;
import org.holdfast.tomcat.HoldfastManager;

/** A container with {@link HelloSessions}, and whose sessions these are. */
enum ServerKind {
  TOMCAT(Container.TOMCAT, Sessions.OWN),
  TOMCAT_HOLDFAST(Container.TOMCAT, Sessions.REPLICATED),
  TOMCAT_FILTER(Container.TOMCAT, Sessions.FILTERED),
  JETTY(Container.JETTY, Sessions.OWN),
  JETTY_HOLDFAST(Container.JETTY, Sessions.REPLICATED),
  JETTY_FILTER(Container.JETTY, Sessions.FILTERED),
  UNDERTOW(Container.UNDERTOW, Sessions.OWN),
  UNDERTOW_FILTER(Container.UNDERTOW, Sessions.FILTERED);

  private enum Container {
    TOMCAT,
    JETTY,
    UNDERTOW
  }

  private enum Sessions {
    OWN,
    REPLICATED,
    FILTERED
  }

  private static final String HOST = "127.0.0.1";

  private final Container container;
  private final Sessions sessions;

  ServerKind(Container container, Sessions sessions) {
    this.container = container;
    this.sessions = sessions;
  }

  /**
   * Starts it in this process, on loopback, alone in its cluster; returns its port.
   *
   * @param directory an empty one, for what the container puts on disk; who gives it deletes it
   */
  int start(Path directory) throws Exception {
    return switch (container) {
      case TOMCAT -> startTomcat(directory);
      case JETTY -> startJetty();
      case UNDERTOW -> startUndertow();
    };
  }

  /** As on the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind that this one is compared with: the same container with its own sessions. */
  ServerKind own() {
    return Arrays.stream(values())
        .filter(kind -> kind.container == container && kind.sessions == Sessions.OWN)
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> settings() {
    return Map.of("cluster", "bench-" + UUID.randomUUID().toString().substring(0, 8));
  }

  private static ServletContainerInitializer filter() {
    HoldfastInitializer holdfast = new HoldfastInitializer();
    return (classes, context) -> {
      context.setInitParameter("holdfast.enabled", "true");
      settings().forEach((name, value) -> context.setInitParameter("holdfast." + name, value));
      holdfast.onStartup(classes, context);
    };
  }

  private static ServletContainerInitializer application() {
    return (classes, context) ->
        context.addServlet("hello", new HelloSessions()).addMapping(HelloSessions.PATH);
  }

  private int startTomcat(Path directory) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(directory.toString());
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(0);
    connector.setProperty("address", HOST);
    // Else a connection is closed after 100 requests, and connecting is measured.
    connector.setProperty("maxKeepAliveRequests", "-1");
    tomcat.setConnector(connector);
    tomcat.getEngine().setJvmRoute("node-1");
    StandardContext context = (StandardContext) tomcat.addContext("", directory.toString());
    context.addServletContainerInitializer(application(), Set.of());
    if (sessions == Sessions.REPLICATED) {
      HoldfastManager manager = new HoldfastManager();
      settings().forEach(manager::setProperty);
      context.setManager(manager);
    } else if (sessions == Sessions.FILTERED) {
      context.addServletContainerInitializer(filter(), Set.of());
    }
    tomcat.start();
    return connector.getLocalPort();
  }

  private int startJetty() throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost(HOST);
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler(ServletContextHandler.SESSIONS);
    context.setContextPath("/");
    context.addServletContainerInitializer(application());
    if (sessions == Sessions.REPLICATED) {
      HoldfastJetty.install(context, settings());
    } else if (sessions == Sessions.FILTERED) {
      context.addServletContainerInitializer(filter());
    }
    server.setHandler(context);
    server.start();
    return connector.getLocalPort();
  }

  private int startUndertow() throws Exception {
    DeploymentInfo info =
        Servlets.deployment()
            .setClassLoader(ServerKind.class.getClassLoader())
            .setDeploymentName("bench")
            .setContextPath("/")
            .addServletContainerInitializer(initializer(application()));
    if (sessions == Sessions.FILTERED) {
      info.addServletContainerInitializer(initializer(filter()));
    }
    DeploymentManager manager = Servlets.defaultContainer().addDeployment(info);
    manager.deploy();
    Undertow server =
        Undertow.builder().addHttpListener(0, HOST).setHandler(manager.start()).build();
    server.start();
    List<Undertow.ListenerInfo> listeners = server.getListenerInfo();
    return ((InetSocketAddress) listeners.get(0).getAddress()).getPort();
  }

  private static ServletContainerInitializerInfo initializer(
      ServletContainerInitializer initializer) {
    return new ServletContainerInitializerInfo(
        initializer.getClass(), new ImmediateInstanceFactory<>(initializer), Set.of());
  }
}
