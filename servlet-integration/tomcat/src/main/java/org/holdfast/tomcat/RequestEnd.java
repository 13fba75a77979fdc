// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the scope of a request once more when the application's listeners have heard that the
 * request is over, so that what they changed is replicated too: Tomcat tells them when all valves
 * of the application are done, but before it finishes the response. To be the first of the
 * listeners, since that one is told last.
 */
final class RequestEnd implements ServletRequestListener {
  private static final Logger log = LoggerFactory.getLogger(RequestEnd.class);

  /**
   * The scope that has ended on this thread, of whose request listeners are told next. Weak, since
   * nobody may be told: another listener has thrown, or the application has just stopped. Until
   * then the response keeps it.
   */
  private static final ThreadLocal<@Nullable WeakReference<RequestScope>> ENDED =
      new ThreadLocal<>();

  /** The request of {@code scope} is over, and this thread is about to tell listeners so. */
  static void expect(RequestScope scope) {
    ENDED.set(new WeakReference<>(scope));
  }

  /** Forgets a request whose end was not told to this one, since another listener threw. */
  @Override
  public void requestInitialized(ServletRequestEvent event) {
    ENDED.set(null);
  }

  @Override
  public void requestDestroyed(ServletRequestEvent event) {
    WeakReference<RequestScope> ended = ENDED.get();
    ENDED.set(null);
    RequestScope scope = ended == null ? null : ended.get();
    if (scope == null || scope.response().getRequest().getRequest() != event.getServletRequest()) {
      return;
    }
    try {
      end(scope);
    } catch (IOException e) {
      log.debug("Client went away before it could be told that the session was not saved", e);
    }
  }

  /**
   * Ends {@code scope} where Tomcat would only log what is thrown and send what the application
   * wrote.
   */
  static void end(RequestScope scope) throws IOException {
    try {
      scope.end();
    } catch (RuntimeException e) {
      Response response = scope.response();
      log.error(
          "Session of a request to {} was not saved at its end",
          response.getContext().getName(),
          e);
      if (!response.isCommitted()) {
        response.setStatus(500);
        response.setContentType("text/plain");
        response
            .getOutputStream()
            .write("The session was not saved.\n".getBytes(StandardCharsets.US_ASCII));
      }
    }
  }
}
