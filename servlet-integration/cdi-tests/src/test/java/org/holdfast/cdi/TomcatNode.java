// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import java.nio.file.Files;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.holdfast.tomcat.HoldfastManager;
import org.jboss.weld.environment.servlet.EnhancedListener;

/** One process: Tomcat 11 with Holdfast's manager and Weld. */
final class TomcatNode {
  private TomcatNode() {}

  /** Prints its port once it serves; runs until it is killed. */
  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("cdi").toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    context.setManager(new HoldfastManager());
    context.addServletContainerInitializer(new EnhancedListener(), Set.of());
    Tomcat.addServlet(context, "cart", new CartServlet()).addMapping("/*");
    tomcat.start();
    System.out.println("port " + connector.getLocalPort());
    tomcat.getServer().await();
  }
}
