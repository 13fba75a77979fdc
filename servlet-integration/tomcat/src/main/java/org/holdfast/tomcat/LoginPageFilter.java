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
import java.io.IOException;
import org.apache.catalina.connector.Response;

/**
 * Has the page of a form login wait for its session. An authenticator forwards to it with Tomcat's
 * own response, below the one that is guarded, and the dispatcher closes that as soon as the page
 * is written. Mapped to forwards only, and first.
 */
final class LoginPageFilter implements Filter {
  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    RequestScope scope = response instanceof Response ? RequestScope.current() : null;
    if (scope == null) {
      chain.doFilter(request, response);
      return;
    }
    chain.doFilter(request, scope.guarded());
    scope.settle();
  }
}
