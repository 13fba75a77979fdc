// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers one line about the session of the request, the same to GET and POST. What went wrong
 * comes as plain text too: 400 for parameters that make no sense, 403 for another client's session,
 * 404 where a session is needed and the client has none, 409 when the session ended while the
 * request ran, 500 when the session's content contradicts itself.
 */
abstract class SessionServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  protected final String nodeName;

  SessionServlet(String nodeName) {
    this.nodeName = nodeName;
  }

  /**
   * Does the work of the request.
   *
   * @throws RefusedException if it cannot be done, as {@link NoSessionException} or {@link
   *     TornSessionException} say
   */
  abstract SessionAnswer answer(HttpServletRequest request) throws RefusedException;

  /** Returns the body that tells the answer. */
  String text(SessionAnswer answer) {
    return answer.line();
  }

  @Override
  protected final void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      ResponseShape shape = ResponseShape.of(request);
      SessionAnswer answer = answer(request);
      shape.hold();
      shape.write(response, text(answer));
    } catch (RefusedException e) {
      refuse(response, e.status(), e);
    } catch (SessionEndedException e) {
      refuse(response, HttpServletResponse.SC_CONFLICT, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(
          "interrupted while holding the request, the server is stopping");
    }
  }

  @Override
  protected final void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    doGet(request, response);
  }

  /** Runs a piece of work on a session that a parallel request may end at any moment. */
  static <T> T whileValid(HttpSession session, SessionWork<T> work) throws RefusedException {
    try {
      return work.on(session);
    } catch (IllegalStateException e) {
      throw new SessionEndedException("the session was ended by another request", e);
    }
  }

  static void refuse(HttpServletResponse response, int status, Exception reason)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain");
    response.getOutputStream().write((reason.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** What is done with a session. */
  interface SessionWork<T> {
    T on(HttpSession session) throws RefusedException;
  }

  /** The session ended under the running request. */
  private static final class SessionEndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SessionEndedException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
