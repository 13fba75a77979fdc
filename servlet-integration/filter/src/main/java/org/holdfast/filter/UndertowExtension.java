// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.servlet.ServletExtension;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.SessionConfigWrapper;
import io.undertow.servlet.api.SessionManagerFactory;
import io.undertow.servlet.handlers.ServletRequestContext;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An extension that has Undertow keep its logins in Holdfast's sessions. These are form logins, and
 * logins that an application does by program, whatever its way of login is. Undertow finds the
 * extension by itself and calls it when it deploys an application. An application in which no user
 * can log in is left alone, and one without a {@link HoldfastFilter} keeps the container's
 * sessions. If an application declares that filter, Undertow makes its filters at the start, as
 * other containers do.
 *
 * <p>The filter's work on a request begins before Undertow identifies the user. So a login finds
 * the session of the filter, and the pages and redirects of a login wait until it is replicated.
 */
public final class UndertowExtension implements ServletExtension {
  private static final Logger log = LoggerFactory.getLogger(UndertowExtension.class);

  @Override
  public void handleDeployment(DeploymentInfo info, ServletContext context) {
    if (info.getFilters().values().stream()
        .anyMatch(filter -> HoldfastFilter.class.isAssignableFrom(filter.getFilterClass()))) {
      // Undertow would make it at the first request: a wrong setting is to end the start.
      info.setEagerFilterInit(true);
    }
    // One in the place of Undertow's security keeps its logins as it likes.
    boolean hasLogins = info.getLoginConfig() != null || info.getIdentityManager() != null;
    if (!hasLogins || info.getInitialSecurityWrapper() != null) {
      return;
    }
    SessionManagerFactory containers = info.getSessionManagerFactory();
    info.setSessionManagerFactory(
        deployment ->
            new UndertowSessions(
                containers.createSessionManager(deployment),
                context,
                deployment.getDeploymentInfo()));
    SessionConfigWrapper outer = info.getSessionConfigWrapper();
    info.setSessionConfigWrapper(
        (config, deployment) ->
            new UndertowCookies(outer == null ? config : outer.wrap(config, deployment), context));
    info.addOuterHandlerChainWrapper(next -> exchange -> handle(exchange, next, context));
    context.setAttribute(HoldfastFilter.KEEPS_LOGINS, true);
    log.debug("Holdfast replicates the logins of {} with its sessions", context.getContextPath());
  }

  /**
   * Puts the filter around Undertow's own handlers, so that its security sees the wrapped request.
   */
  private static void handle(HttpServerExchange exchange, HttpHandler next, ServletContext context)
      throws Exception {
    HoldfastFilter filter = HoldfastFilter.of(context);
    if (filter == null) {
      next.handleRequest(exchange);
      return;
    }
    ServletRequestContext current = exchange.getAttachment(ServletRequestContext.ATTACHMENT_KEY);
    ServletRequest request = current.getServletRequest();
    ServletResponse response = current.getServletResponse();
    filter.doFilter(
        request,
        response,
        (filtered, guarded) -> {
          current.setServletRequest(filtered);
          current.setServletResponse(guarded);
          try {
            proceed(exchange, next);
          } finally {
            current.setServletRequest(request);
            current.setServletResponse(response);
          }
        });
  }

  private static void proceed(HttpServerExchange exchange, HttpHandler next)
      throws IOException, ServletException {
    try {
      next.handleRequest(exchange);
    } catch (IOException | ServletException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }
}
