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
