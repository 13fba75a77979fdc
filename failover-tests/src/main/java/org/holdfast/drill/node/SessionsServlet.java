// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/**
 * Ends all sessions that this node serves, on DELETE from the machine's own loopback; answers how
 * many. Between two stages of a measurement, so that the second does not carry those of the first.
 */
final class SessionsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient IntSupplier endAll;

  SessionsServlet(IntSupplier endAll) {
    this.endAll = endAll;
  }

  @Override
  protected void doDelete(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!InetAddress.getByName(request.getRemoteAddr()).isLoopbackAddress()) {
      response.setStatus(HttpServletResponse.SC_FORBIDDEN);
      return;
    }
    byte[] ended = Integer.toString(endAll.getAsInt()).getBytes(StandardCharsets.US_ASCII);
    response.setContentType("text/plain");
    response.setContentLength(ended.length);
    response.getOutputStream().write(ended);
  }
}
