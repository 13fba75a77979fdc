// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Model, view, controller: fills a bean with one counter for all clients and forwards to a page
 * that shows it. No session.
 */
final class HelloBeanServlet extends HttpServlet {
  /** Name of the bean in the request, under which the page looks for it. */
  static final String BEAN = "hello";

  private static final long serialVersionUID = 1L;

  private final AtomicLong hits = new AtomicLong();

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    request.setAttribute(BEAN, new HelloBean(hits.incrementAndGet()));
    request.getRequestDispatcher(DemoApplication.HELLO_PAGE).forward(request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    doGet(request, response);
  }
}
