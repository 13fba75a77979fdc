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
