// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.session.Session;
import io.undertow.server.session.SessionConfig;
import io.undertow.server.session.SessionListener;
import io.undertow.server.session.SessionManager;
import io.undertow.server.session.SessionManagerStatistics;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.handlers.ServletRequestContext;
import jakarta.servlet.ServletContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session manager that gives Undertow the filter's session of a request that has come to the
 * filter. All other requests have sessions of Undertow's own manager. The filter itself calls the
 * listeners for its sessions, so Undertow calls none.
 */
final class UndertowSessions implements SessionManager {
  private final SessionManager containers;
  private final ServletContext context;
  private final DeploymentInfo info;

  UndertowSessions(SessionManager containers, ServletContext context, DeploymentInfo info) {
    this.containers = containers;
    this.context = context;
    this.info = info;
  }

  /** Returns the scope of a request of {@code context}; null if it has not come to the filter. */
  static @Nullable FilterScope scopeOf(HttpServerExchange exchange, ServletContext context) {
    HoldfastFilter filter = HoldfastFilter.of(context);
    ServletRequestContext current =
        exchange == null ? null : exchange.getAttachment(ServletRequestContext.ATTACHMENT_KEY);
    return filter == null || current == null ? null : filter.scopeOf(current.getOriginalRequest());
  }

  @Override
  public Session createSession(HttpServerExchange exchange, SessionConfig config) {
    FilterScope scope = scopeOf(exchange, context);
    if (scope == null) {
      return containers.createSession(exchange, config);
    }
    if (scope.session(true) == null) {
      throw new IllegalStateException(
          "Holdfast created no session although the caller asked for one");
    }
    return new UndertowSession(scope, this, info.isChangeSessionIdOnLogin());
  }

  @Override
  public @Nullable Session getSession(HttpServerExchange exchange, SessionConfig config) {
    FilterScope scope = scopeOf(exchange, context);
    if (scope == null) {
      return containers.getSession(exchange, config);
    }
    // Undertow asks once more when all is over.
    return scope.isOver() || scope.session(false) == null
        ? null
        : new UndertowSession(scope, this, info.isChangeSessionIdOnLogin());
  }

  @Override
  public Session getSession(String sessionId) {
    return containers.getSession(sessionId);
  }

  @Override
  public String getDeploymentName() {
    return containers.getDeploymentName();
  }

  /**
   * Starts the container's sessions, and has the filter start early. Called when all filters of the
   * application are known, and before any of them is started.
   */
  @Override
  public void start() {
    if (info.getFilters().values().stream()
        .anyMatch(filter -> filter.getFilterClass() == HoldfastFilter.class)) {
      // Undertow would start it with the first request, and ask before that who the user is.
      info.setEagerFilterInit(true);
    }
    containers.start();
  }

  @Override
  public void stop() {
    containers.stop();
  }

  @Override
  public void registerSessionListener(SessionListener listener) {
    containers.registerSessionListener(listener);
  }

  @Override
  public void removeSessionListener(SessionListener listener) {
    containers.removeSessionListener(listener);
  }

  @Override
  public void setDefaultSessionTimeout(int timeout) {
    containers.setDefaultSessionTimeout(timeout);
  }

  @Override
  public Set<String> getTransientSessions() {
    return containers.getTransientSessions();
  }

  @Override
  public Set<String> getActiveSessions() {
    return containers.getActiveSessions();
  }

  @Override
  public Set<String> getAllSessions() {
    return containers.getAllSessions();
  }

  @Override
  public SessionManagerStatistics getStatistics() {
    return containers.getStatistics();
  }
}
