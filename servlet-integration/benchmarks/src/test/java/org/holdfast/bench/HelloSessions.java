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
