// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Response;

/**
 * A filter that guards responses that the container makes and finishes by itself. Mapped first.
 *
 * <ul>
 *   <li>Error pages: the container runs them when all valves of the web application are done, so
 *       the scope ends again here.
 *   <li>Forwards by a valve, such as an authenticator's to its login page: they go out by Tomcat's
 *       own response, below the guarded one, and the dispatcher closes that as soon as the page is
 *       written.
 * </ul>
 */
final class DispatchFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request.getDispatcherType() == DispatcherType.ERROR) {
      RequestScope scope = RequestScope.of(response);
      if (scope == null) {
        chain.doFilter(request, response);
      } else {
        showErrorPage(scope, request, response, chain);
      }
      return;
    }
    RequestScope scope = response instanceof Response ? RequestScope.current() : null;
    if (scope == null) {
      chain.doFilter(request, response);
      return;
    }
    chain.doFilter(request, scope.guarded());
    if (!request.isAsyncStarted()) {
      scope.answer();
    }
  }

  private static void showErrorPage(
      RequestScope scope, ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestScope previous = RequestScope.current();
    try {
      scope.makeCurrent();
      chain.doFilter(request, response);
    } finally {
      try {
        scope.end();
      } finally {
        RequestScope.leave(previous);
      }
    }
  }
}
