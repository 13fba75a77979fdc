// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** Ends the session and answers with its last state. */
final class InvalidateServlet extends SessionServlet {
  private static final long serialVersionUID = 1L;

  InvalidateServlet(String nodeName) {
    super(nodeName);
  }

  @Override
  SessionAnswer answer(HttpServletRequest request) throws RefusedException {
    HttpSession session = request.getSession(false);
    if (session == null) {
      throw new NoSessionException("no session to invalidate");
    }
    return whileValid(
        session,
        s -> {
          SessionAnswer last = SessionAnswer.of(SessionCount.of(s), s, nodeName, false);
          s.invalidate();
          return last;
        });
  }
}
