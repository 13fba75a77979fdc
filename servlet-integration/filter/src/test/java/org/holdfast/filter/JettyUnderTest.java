// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import java.net.URI;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.security.Credential;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Exemption;
import org.holdfast.contract.Login;
import org.holdfast.contract.NodeSpec;
import org.holdfast.contract.RunningNode;

/** Embedded Jetty 12 with the filter, as the contract wants it. */
final class JettyUnderTest implements ContainerUnderTest {
  @Override
  public RunningNode start(NodeSpec spec) {
    return new Node(spec);
  }

  @Override
  public List<Exemption> exemptions() {
    return FilterExemptions.ofJetty();
  }

  private static final class Node extends FilteredNode {
    private static final long STOP_MILLIS = 20_000;

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    Node(NodeSpec spec) {
      super(spec);
      connector.setHost("127.0.0.1");
      server.addConnector(connector);
      ContextHandlerCollection contexts = new ContextHandlerCollection();
      spec.applications().forEach(application -> contexts.addHandler(contextOf(application)));
      // Else a stop closes all connections before it destroys the filter, which waits for requests.
      server.setHandler(new GracefulHandler(contexts));
      server.setStopTimeout(STOP_MILLIS);
      try {
        server.start();
      } catch (Exception e) {
        throw new IllegalStateException("Jetty does not start", e);
      }
    }

    private ServletContextHandler contextOf(ContractApplication application) {
      ServletContextHandler context =
          new ServletContextHandler(
              ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
      context.setContextPath(application.contextPath().isEmpty() ? "/" : application.contextPath());
      context.setBaseResourceAsPath(deployment.folderOf(application));
      context.setCrossContextDispatchSupported(application.isCrossContext());
      deployment.parameters().forEach(context::setInitParameter);
      context.getSessionHandler().setMaxInactiveInterval(application.sessionTimeoutSeconds());
      context.getSessionHandler().setHttpOnly(true);
      context.addServletContainerInitializer(
          (classes, servletContext) -> deployment.install(application, servletContext));
      // Before Holdfast's: the filter that answers handshakes would go before it else.
      JakartaWebSocketServletContainerInitializer.configure(context, null);
      context.addServletContainerInitializer(new HoldfastInitializer());
      if (application.login() != null) {
        require(application.login(), context);
      }
      ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
      application.errorPages().forEach(errors::addErrorPage);
      context.setErrorHandler(errors);
      return context;
    }

    private static void require(Login login, ServletContextHandler context) {
      UserStore users = new UserStore();
      users.addUser(
          Login.USER, Credential.getCredential(Login.PASSWORD), new String[] {Login.ROLE});
      HashLoginService service = new HashLoginService("contract");
      service.setUserStore(users);
      ConstraintSecurityHandler security = (ConstraintSecurityHandler) context.getSecurityHandler();
      security.setLoginService(service);
      security.setRealmName("contract");
      security.setAuthenticator(
          login.method().equals("FORM")
              ? new FormAuthenticator(Login.FORM_PAGE, Login.FORM_PAGE, false)
              : new BasicAuthenticator());
      ConstraintMapping mapping = new ConstraintMapping();
      mapping.setPathSpec(login.urlPattern());
      mapping.setConstraint(Constraint.from(Login.ROLE));
      security.addConstraintMapping(mapping);
    }

    @Override
    public URI uri() {
      return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    @Override
    public void stop() {
      try {
        server.stop();
      } catch (Exception e) {
        throw new IllegalStateException("Jetty does not stop", e);
      }
    }
  }
}
