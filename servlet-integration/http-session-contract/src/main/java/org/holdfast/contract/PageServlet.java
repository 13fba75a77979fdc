// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A servlet that serves the pages of an application by their path. */
final class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, Page> pages;

  PageServlet(Map<String, Page> pages) {
    this.pages = pages;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    String path = pathOf(request);
    Page page = pages.get(path);
    if (page == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, "no page at " + path);
    } else {
      page.serve(request, response);
    }
  }

  /** Returns both parts of the path, as containers differ in which one a default servlet sees. */
  private static String pathOf(HttpServletRequest request) {
    Object included = request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH);
    if (included != null) {
      return included + orEmpty(request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO));
    }
    return request.getServletPath() + orEmpty(request.getPathInfo());
  }

  private static String orEmpty(@Nullable Object part) {
    return part == null ? "" : part.toString();
  }
}
