// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee11.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.ee11.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.Login;

/** Contexts of ee11. */
final class Ee11Environment implements JettyUnderTest.Environment {
  @Override
  public ContextHandler contextOf(ContractApplication application, HashLoginService users) {
    ServletContextHandler context =
        new ServletContextHandler(ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
    context.getSessionHandler().setMaxInactiveInterval(application.sessionTimeoutMinutes() * 60);
    context.getSessionHandler().setHttpOnly(true);
    context.addServletContainerInitializer(
        (classes, servletContext) -> application.install(servletContext));
    JakartaWebSocketServletContainerInitializer.configure(context, null);
    ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
    application.errorPages().forEach(errors::addErrorPage);
    context.setErrorHandler(errors);
    if (application.login() != null) {
      require(application.login(), context, users);
    }
    return context;
  }

  private static void require(Login login, ServletContextHandler context, HashLoginService users) {
    ConstraintSecurityHandler security = (ConstraintSecurityHandler) context.getSecurityHandler();
    security.setLoginService(users);
    security.setRealmName("contract");
    security.setAuthenticator(
        login.method().equals("FORM")
            ? new FormAuthenticator(Login.FORM_PAGE, Login.FORM_PAGE, true)
            : new BasicAuthenticator());
    ConstraintMapping mapping = new ConstraintMapping();
    mapping.setPathSpec(login.urlPattern());
    mapping.setConstraint(Constraint.from(Login.ROLE));
    security.addConstraintMapping(mapping);
  }
}
