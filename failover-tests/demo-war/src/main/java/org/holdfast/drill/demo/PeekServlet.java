// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
