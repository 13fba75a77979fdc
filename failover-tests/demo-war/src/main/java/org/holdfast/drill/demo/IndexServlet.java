// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The first page: every workload with its link, and what a load on it asks by default. */
final class IndexServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final String nodeName;

  IndexServlet(String nodeName) {
    this.nodeName = nodeName;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>Workloads</title></head>\n")
        .append("<body>\n<h1>Workloads on ")
        .append(nodeName)
        .append("</h1>\n<table>\n")
        .append("<tr><th>workload</th><th>users</th><th>think time</th><th>what it does</th>")
        .append("</tr>\n");
    for (StandardWorkload workload : StandardWorkload.values()) {
      page.append("<tr><td><a href=\"")
          .append(workload.path().substring(1))
          .append("\">")
          .append(workload)
          .append("</a></td><td>")
          .append(workload.users())
          .append("</td><td>")
          .append(workload.thinkTime().toMillis())
          .append(" ms</td><td>")
          .append(workload.description())
          .append("</td></tr>\n");
    }
    page.append("</table>\n</body>\n</html>\n");
    response.setContentType("text/html;charset=UTF-8");
    response.getOutputStream().write(page.toString().getBytes(StandardCharsets.UTF_8));
  }
}
