// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** The pages that several topics use. */
final class CommonPages {
  private CommonPages() {}

  /** Counts in the session's attribute {@code count} and answers with the number. */
  static void count(HttpServletRequest request, HttpServletResponse response) throws IOException {
    response.getWriter().print(increment(request.getSession()));
  }

  static int increment(HttpSession session) {
    Integer before = (Integer) session.getAttribute("count");
    int count = before == null ? 1 : before + 1;
    session.setAttribute("count", count);
    return count;
  }

  /** Answers with the attribute that the parameter {@code name} names, or {@code none}. */
  static void read(HttpServletRequest request, HttpServletResponse response) throws IOException {
    HttpSession session = request.getSession(false);
    Object value = session == null ? null : session.getAttribute(request.getParameter("name"));
    response.getWriter().print(value == null ? "none" : value);
  }

  /** Sets the attribute {@code name} to the text {@code value}. */
  static void put(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().setAttribute(request.getParameter("name"), request.getParameter("value"));
  }

  static void invalidate(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().invalidate();
  }
}
