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
