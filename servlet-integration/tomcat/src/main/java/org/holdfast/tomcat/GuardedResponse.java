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

import java.util.List;
import org.apache.catalina.connector.Response;
import org.apache.catalina.util.SessionConfig;
import org.holdfast.servlet.CommitGuard;
import org.holdfast.servlet.CommitGuardedResponse;

/**
 * The response that pages write to. A reset leaves the session's cookie in it: Tomcat's takes it
 * back, and the client would never hear of a session that has begun or got a new id.
 */
final class GuardedResponse extends CommitGuardedResponse {
  private static final String SET_COOKIE = "Set-Cookie";

  private final Response container;

  GuardedResponse(Response container, CommitGuard guard) {
    super(container.getResponse(), guard);
    this.container = container;
  }

  @Override
  public void reset() {
    List<String> cookies = List.copyOf(container.getHeaders(SET_COOKIE));
    super.reset();
    if (!isRefused() && !cookies.isEmpty()) {
      String start = SessionConfig.getSessionCookieName(container.getContext()) + "=";
      cookies.stream()
          .filter(cookie -> cookie.startsWith(start))
          .forEach(cookie -> container.addHeader(SET_COOKIE, cookie));
    }
  }
}
