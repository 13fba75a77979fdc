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

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import java.io.IOException;
import org.holdfast.servlet.CommitGuardedResponse;
import org.jspecify.annotations.Nullable;

/**
 * Ends the scope again after an error page, which the container runs when all valves of the web
 * application are done and finishes without asking anybody. Mapped to error dispatches only, and
 * first.
 */
final class ErrorPageFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestScope scope = scopeOf(response);
    if (scope == null) {
      chain.doFilter(request, response);
      return;
    }
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
