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
