// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.holdfast.replication.metrics.AttributeTrafficSnapshot;

/**
 * Answers what session attributes cost: a table, or, at {@value #JSON_PATH}, JSON. Never touches a
 * session.
 */
final class AttributesServlet extends HttpServlet {
  static final String JSON_PATH = "/attributes.json";

  private static final long serialVersionUID = 1L;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final transient Supplier<List<AttributeTrafficSnapshot>> applications;

  AttributesServlet(Supplier<List<AttributeTrafficSnapshot>> applications) {
    this.applications = applications;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    List<AttributeTrafficSnapshot> all = applications.get();
    byte[] body;
    if (request.getServletPath().equals(JSON_PATH)) {
      body = JSON.writeValueAsBytes(all);
      response.setContentType("application/json");
    } else {
      body = text(all).getBytes(StandardCharsets.UTF_8);
      response.setContentType("text/plain;charset=UTF-8");
    }
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private static String text(List<AttributeTrafficSnapshot> all) {
    return all.isEmpty()
        ? "no application here has replicated sessions\n"
        : all.stream().map(AttributeTrafficSnapshot::table).collect(Collectors.joining("\n"));
  }
}
