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

package org.holdfast.tomcat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.holdfast.servlet.CommitGuardedResponse;
import org.jspecify.annotations.Nullable;

/**
 * Guards what the container answers by itself and finishes without asking anybody. Mapped first.
 *
 * <ul>
 *   <li>Error pages: it runs them when all valves of the web application are done, so the scope
 *       ends again here.
 *   <li>Forwards by a valve, such as an authenticator's to its login page: they go out by the bare
 *       response, past the guard, and the forward closes that; so it is guarded here.
 * </ul>
 */
final class DispatchFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestScope guarding = scopeOf(response);
    RequestScope current = RequestScope.current();
    if (request.getDispatcherType() == DispatcherType.ERROR) {
      if (guarding == null) {
        chain.doFilter(request, response);
      } else {
        showErrorPage(guarding, request, response, chain);
      }
    } else if (guarding == null
        && current != null
        && response instanceof HttpServletResponse unguarded) {
      chain.doFilter(request, new CommitGuardedResponse(unguarded, current));
      if (!request.isAsyncStarted()) {
        current.answer();
      }
    } else {
      chain.doFilter(request, response);
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

  private static @Nullable RequestScope scopeOf(ServletResponse response) {
    ServletResponse current = response;
    while (current instanceof ServletResponseWrapper wrapper) {
      if (current instanceof CommitGuardedResponse guarded
          && guarded.guard() instanceof RequestScope scope) {
        return scope;
      }
      current = wrapper.getResponse();
    }
    return null;
  }
}
