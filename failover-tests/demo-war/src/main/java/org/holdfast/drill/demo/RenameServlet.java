// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/**
 * Gives the session another id, as applications do at login, and answers with the fingerprint of
 * the new one.
 */
final class RenameServlet extends SessionServlet {
  private static final long serialVersionUID = 1L;

  RenameServlet(String nodeName) {
    super(nodeName);
  }

  @Override
  SessionAnswer answer(HttpServletRequest request) throws RefusedException {
    HttpSession session = request.getSession(false);
    if (session == null) {
      throw new NoSessionException("no session to rename");
    }
    return whileValid(
        session,
        s -> {
          request.changeSessionId();
          return SessionAnswer.of(SessionCount.of(s), s, nodeName, false);
        });
  }
}
