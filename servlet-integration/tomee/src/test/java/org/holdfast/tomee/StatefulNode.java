// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomee;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.openejb.assembler.classic.Assembler;
import org.apache.openejb.assembler.classic.SecurityServiceInfo;
import org.apache.openejb.assembler.classic.StatefulSessionContainerInfo;
import org.apache.openejb.assembler.classic.TransactionServiceInfo;
import org.apache.openejb.config.ConfigurationFactory;
import org.apache.openejb.jee.EjbJar;
import org.apache.openejb.jee.StatefulBean;
import org.holdfast.tomcat.HoldfastManager;

/** One process: OpenEJB with one stateful bean, and Tomcat with one page that uses it. */
public final class StatefulNode {
  private StatefulNode() {}

  /** Prints its port once it serves; runs until it is killed. */
  public static void main(String[] args) throws Exception {
    startBeans();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("stateful").toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", null);
    context.setManager(new HoldfastManager());
    Tomcat.addServlet(context, "cart", new CartServlet()).addMapping("/*");
    tomcat.start();
    System.out.println("port " + connector.getLocalPort());
    tomcat.getServer().await();
  }

  private static void startBeans() throws Exception {
    ConfigurationFactory config = new ConfigurationFactory();
    Assembler assembler = new Assembler();
    assembler.createTransactionManager(config.configureService(TransactionServiceInfo.class));
    assembler.createSecurityService(config.configureService(SecurityServiceInfo.class));
    StatefulSessionContainerInfo container =
        config.configureService(StatefulSessionContainerInfo.class);
    container.id = "replicated";
    container.className = ReplicatedStatefulContainerFactory.class.getName();
    container.factoryMethod = "create";
    assembler.createContainer(container);
    EjbJar beans = new EjbJar("beans");
    beans.addEnterpriseBean(new StatefulBean(CartBean.class));
    assembler.createApplication(config.configureApplication(beans));
  }

  /** Keeps a counter in the session, and items in the bean. */
  private static final class CartServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      String item = request.getParameter("add");
      if (item != null) {
        if (session.isNew()) {
          session.setAttribute(
              "cart", StatefulReference.create("CartBean", Cart.class, session.getId()));
        }
        Integer count = (Integer) session.getAttribute("count");
        session.setAttribute("count", count == null ? 1 : count + 1);
        cart(session).add(item);
      }
      if (request.getParameter("end") != null) {
        cart(session).checkOut();
      }
      String items;
      try {
        items = String.valueOf(cart(session).items());
      } catch (jakarta.ejb.NoSuchEJBException e) {
        items = "no bean";
      }
      response.getWriter().print(session.getAttribute("count") + " " + items);
    }

    private static Cart cart(HttpSession session) {
      return (Cart) ((StatefulReference<?>) session.getAttribute("cart")).get();
    }
  }
}
