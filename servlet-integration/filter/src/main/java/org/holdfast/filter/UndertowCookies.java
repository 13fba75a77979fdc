// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.session.SessionConfig;
import jakarta.servlet.ServletContext;

/**
 * Keeps Undertow from taking a cookie back in which it finds no session: the filter answers the
 * same request with one of that name. Undertow's own for requests that are not the filter's.
 */
record UndertowCookies(SessionConfig containers, ServletContext context) implements SessionConfig {
  @Override
  public void setSessionId(HttpServerExchange exchange, String sessionId) {
    containers.setSessionId(exchange, sessionId);
  }

  @Override
  public void clearSession(HttpServerExchange exchange, String sessionId) {
    if (UndertowSessions.scopeOf(exchange, context) == null) {
      containers.clearSession(exchange, sessionId);
    }
  }

  @Override
  public String findSessionId(HttpServerExchange exchange) {
    return containers.findSessionId(exchange);
  }

  @Override
  public SessionCookieSource sessionCookieSource(HttpServerExchange exchange) {
    return containers.sessionCookieSource(exchange);
  }

  @Override
  public String rewriteUrl(String originalUrl, String sessionId) {
    return containers.rewriteUrl(originalUrl, sessionId);
  }
}
