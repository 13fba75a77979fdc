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
