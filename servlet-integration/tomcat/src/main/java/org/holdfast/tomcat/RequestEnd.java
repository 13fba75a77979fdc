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
 * A listener that ends the scope of a request once more after the application's listeners, so that
 * their changes are replicated too. Tomcat calls {@code requestDestroyed} when all valves of the
 * application are done, but before it finishes the response. This must be the first of the
 * listeners, since Tomcat calls them in the reverse order.
 *
 * <p>The thread that ends a request calls it.
 */
final class RequestEnd implements ServletRequestListener {
  private static final Logger log = LoggerFactory.getLogger(RequestEnd.class);

  /**
   * The scope that has ended on this thread, and whose end the listeners receive next. They may
   * never receive it, because another listener has thrown or the application has just stopped. So
   * the reference is weak; the response keeps the scope until the end.
   */
  private static final ThreadLocal<@Nullable WeakReference<RequestScope>> ENDED =
      new ThreadLocal<>();

  /**
   * Notes that the request of {@code scope} is over, and that this thread calls the listeners next.
   */
  static void expect(RequestScope scope) {
    ENDED.set(new WeakReference<>(scope));
  }

  /** Forgets a request whose end this listener did not receive, since another listener threw. */
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
      log.debug(
          "the client disconnected before it received the error that its session was not saved", e);
    }
  }

  /**
   * Ends {@code scope}, and answers 500 if that fails. Tomcat would only log the exception and send
   * the response that the application wrote.
   */
  static void end(RequestScope scope) throws IOException {
    try {
      scope.end();
    } catch (RuntimeException e) {
      Response response = scope.response();
      log.error(
          "the session of a request to {} was not saved at the end of the request",
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
