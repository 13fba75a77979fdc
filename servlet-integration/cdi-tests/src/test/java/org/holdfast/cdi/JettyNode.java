// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import java.util.Map;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.holdfast.jetty.HoldfastJetty;
import org.jboss.weld.environment.servlet.EnhancedListener;

/** One process: Jetty 12.1 with Holdfast's session cache and Weld. */
final class JettyNode {
  private JettyNode() {}

  /** Prints its port once it serves; runs until it is killed. */
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
    context.setClassLoader(JettyNode.class.getClassLoader());
    context.addServletContainerInitializer(new EnhancedListener());
    context.addServlet(new CartServlet(), "/*");
    HoldfastJetty.install(context, Map.of());
    server.setHandler(context);
    server.start();
    System.out.println("port " + connector.getLocalPort());
    server.join();
  }
}
