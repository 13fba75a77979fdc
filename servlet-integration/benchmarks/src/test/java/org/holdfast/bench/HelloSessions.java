// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Counts a session's requests in an attribute: the first answer is 0. */
final class HelloSessions extends HttpServlet {
  static final String PATH = "/hello";

  private static final long serialVersionUID = 1L;
  private static final String COUNTER = "counter";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession session = request.getSession();
    Integer before = (Integer) session.getAttribute(COUNTER);
    int count = before == null ? 0 : before + 1;
    session.setAttribute(COUNTER, count);
    response.setContentType("text/plain;charset=UTF-8");
    response.getOutputStream().write(Integer.toString(count).getBytes(StandardCharsets.UTF_8));
  }
}
