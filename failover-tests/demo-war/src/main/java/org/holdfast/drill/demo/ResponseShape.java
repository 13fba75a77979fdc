// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * How a client wants its answer written. A container commits a response at different moments for
 * each shape, and an update must be safe before any of them.
 *
 * @param length {@code ?length=true}: Content-Length is set before the body, so the last byte of it
 *     ends the response
 * @param flush {@code ?flush=true}: the first half of the body is flushed before the rest is
 *     written
 * @param pauseMillis {@code ?pause=MS}: how long the request is held between its work and its
 *     answer, 0 to 5,000 ms
 */
record ResponseShape(boolean length, boolean flush, int pauseMillis) {
  static final int MAX_PAUSE_MILLIS = 5_000;

  /**
   * Reads the parameters of a request.
   *
   * @throws BadParameterException if the pause is no number or out of its range
   */
  static ResponseShape of(HttpServletRequest request) throws BadParameterException {
    if (request.getQueryString() == null) {
      return new ResponseShape(false, false, 0);
    }
    return new ResponseShape(
        Boolean.parseBoolean(request.getParameter("length")),
        Boolean.parseBoolean(request.getParameter("flush")),
        pauseMillis(request));
  }

  private static int pauseMillis(HttpServletRequest request) throws BadParameterException {
    String text = request.getParameter("pause");
    if (text == null) {
      return 0;
    }
    try {
      int millis = Integer.parseInt(text);
      if (millis >= 0 && millis <= MAX_PAUSE_MILLIS) {
        return millis;
      }
    } catch (NumberFormatException e) {
      // refused below, with the same words as a number out of range
    }
    throw new BadParameterException("pause must be 0 to " + MAX_PAUSE_MILLIS + " ms", text);
  }

  /** Holds the request as long as the client asked for. */
  void hold() throws InterruptedException {
    if (pauseMillis > 0) {
      Thread.sleep(pauseMillis);
    }
  }

  void write(HttpServletResponse response, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    response.setContentType("text/plain");
    if (length) {
      response.setContentLength(body.length);
    }
    int half = flush ? body.length / 2 : 0;
    ServletOutputStream out = response.getOutputStream();
    out.write(body, 0, half);
    if (flush) {
      response.flushBuffer();
    }
    out.write(body, half, body.length - half);
  }
}
