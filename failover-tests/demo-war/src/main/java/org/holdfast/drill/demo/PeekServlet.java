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

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** Reads the counter and changes nothing; begins no session. */
final class PeekServlet extends SessionServlet {
  private static final long serialVersionUID = 1L;

  PeekServlet(String nodeName) {
    super(nodeName);
  }

  @Override
  SessionAnswer answer(HttpServletRequest request) throws RefusedException {
    HttpSession session = request.getSession(false);
    if (session == null) {
      return SessionAnswer.withoutSession(nodeName);
    }
    return whileValid(session, s -> SessionAnswer.of(SessionCount.of(s), s, nodeName, false));
  }
}
