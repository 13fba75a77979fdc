// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * A valve that creates the {@link RequestScope} of each request of one web application, and ends it
 * before the container finishes the response. The manager adds it before Tomcat adds
 * authenticators, see {@link RequestHooks}; request threads run through it.
 */
final class ReplicationValve extends ValveBase {
  /**
   * @param exposeProtection whether responses report if their session was protected
   */
  private record Serving(HoldfastManager manager, boolean exposeProtection) {}

  /**
   * The manager that serves the requests; null until it has started. It never starts if the web
   * application replaces it by another manager.
   */
  private volatile @Nullable Serving serving;

  /** A flag that is set while a {@link RequestEnd} receives the end of each request. */
  private volatile boolean endsAreHeard;

  ReplicationValve() {
    super(true);
  }

  /** Has {@code manager} serve the requests from now on, also while it is stopped. */
  void serve(HoldfastManager manager, boolean exposeProtection) {
    serving = new Serving(manager, exposeProtection);
  }

  /** Sets whether there is a {@link RequestEnd}, which receives the end of each request. */
  void endsAreHeard(boolean heard) {
    endsAreHeard = heard;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    Serving served = serving;
    if (served == null) {
      getNext().invoke(request, response);
      return;
    }
    RequestScope scope =
        RequestScope.of(request, response, served.manager(), served.exposeProtection());
    @Nullable RequestScope previous = RequestScope.current();
    try {
      if (scope.makeCurrent()) {
        invokeNext(request, response);
      }
    } finally {
      try {
        if (request.isAsync()) {
          scope.awaitCompletion(endsAreHeard);
        } else {
          scope.end();
          if (endsAreHeard) {
            RequestEnd.expect(scope);
          }
        }
      } finally {
        RequestScope.leave(previous);
      }
    }
  }

  private void invokeNext(Request request, Response response) throws IOException, ServletException {
    try {
      getNext().invoke(request, response);
    } catch (SessionUnavailableException e) {
      // A valve after this one asked for the session. The scope has refused the request already.
      if (containerLog.isDebugEnabled()) {
        containerLog.debug("a request that gets 503 ended with an exception", e);
      }
    }
  }
}
