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

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.holdfast.tomcat.HoldfastManager;
import org.jboss.weld.environment.servlet.EnhancedListener;

/** One process: Tomcat with Weld, and one page that uses a bean of the session. */
public final class CdiNode {
  private CdiNode() {}

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

  /** Never touches the session itself. */
  private static final class CartServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Cart cart = CDI.current().select(Cart.class).get();
      String item = request.getParameter("add");
      if (request.getParameter("names") != null) {
        response
            .getWriter()
            .print(new TreeSet<>(Collections.list(request.getSession().getAttributeNames())));
      } else {
        response.getWriter().print(item == null ? cart.items() : cart.add(item));
      }
    }
  }
}
