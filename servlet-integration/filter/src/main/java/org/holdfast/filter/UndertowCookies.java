// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.session.SessionConfig;
import jakarta.servlet.ServletContext;

/**
 * A session configuration that keeps Undertow from taking a cookie back in which it finds no
 * session. The filter answers the same request with a cookie of that name. Requests that are not
 * the filter's are left to Undertow.
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
