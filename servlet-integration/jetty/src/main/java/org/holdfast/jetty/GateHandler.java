// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A handler directly behind the session handler, called by the threads of requests. It creates the
 * {@link RequestScope} of a request, wraps the stream of its response, and moves the session that
 * the session handler found to the scope. It answers a request itself if the scope refuses it, for
 * example because the node that has the session does not answer.
 */
final class GateHandler extends Handler.Wrapper {
  private final JettySessions sessions;

  GateHandler(JettySessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public InvocationType getInvocationType() {
    // The last bytes of a response wait for acknowledgements of the secondaries.
    return InvocationType.BLOCKING;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    RequestScope scope = sessions.scopeOf(request);
    boolean outermost = scope == null;
    if (scope == null) {
      RequestScope begun = sessions.begin(request);
      request.addHttpStreamWrapper(
          stream -> new GuardedStream(stream, begun, request.getConnectionMetaData()));
      scope = begun;
    }
    Arrivals.moveTo(scope);
    if (scope.isRefused()) {
      // The stream replaces the empty response by 503.
      callback.succeeded();
      return true;
    }
    End end = new End(callback);
    try {
      return super.handle(new Inner(request, scope), response, end);
    } finally {
      if (outermost && !end.isDone) {
        scope.detach(response.isCommitted());
      }
    }
  }

  /**
   * The request as the handlers behind the gate see it. Jetty asks this request for the session
   * whose id it writes into a link. An id that is gone stays out of links.
   */
  private static final class Inner extends Request.Wrapper {
    private final RequestScope scope;

    Inner(Request request, RequestScope scope) {
      super(request);
      this.scope = scope;
    }

    @Override
    public @Nullable Session getSession(boolean create) {
      Session session = super.getSession(create);
      return session instanceof HoldfastSession ours && scope.isKnownByFormerId(ours)
          ? SessionView.notInLinks(ours)
          : session;
    }
  }

  /**
   * A callback that notes when the application is done with the request. If it is not done when the
   * container's thread leaves, the request continues asynchronously.
   */
  private static final class End extends Callback.Nested {
    private volatile boolean isDone;

    End(Callback callback) {
      super(callback);
    }

    @Override
    public void succeeded() {
      isDone = true;
      super.succeeded();
    }

    @Override
    public void failed(Throwable reason) {
      isDone = true;
      super.failed(reason);
    }
  }
}
