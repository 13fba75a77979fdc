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

package org.holdfast.contract;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;

/** Pages that several topics want. */
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
