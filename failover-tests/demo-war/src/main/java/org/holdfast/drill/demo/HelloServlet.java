// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Four lines of HTML with one counter for all clients: what a request costs without any session.
 */
final class HelloServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final AtomicLong hits = new AtomicLong();

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String page =
        "<html>\n<head><title>Hello</title></head>\n<body>Hello, visitor "
            + hits.incrementAndGet()
            + ".</body>\n</html>\n";
    response.setContentType("text/html;charset=UTF-8");
    response.getOutputStream().write(page.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    doGet(request, response);
  }
}
