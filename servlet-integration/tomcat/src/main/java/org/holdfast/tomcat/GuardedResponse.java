// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.catalina.connector.Response;
import org.apache.catalina.util.SessionConfig;
import org.apache.coyote.ActionCode;
import org.holdfast.servlet.CommitGuardedResponse;
import org.jspecify.annotations.Nullable;

/**
 * The response that pages write to. A reset leaves the session's cookie in it. Tomcat's own reset
 * removes the cookie, and the client would never learn of a session that has begun or got a new id.
 */
final class GuardedResponse extends CommitGuardedResponse {
  private static final String SET_COOKIE = "Set-Cookie";

  private final Response container;
  private final RequestScope scope;

  GuardedResponse(Response container, RequestScope scope) {
    super(container.getResponse(), scope);
    this.container = container;
    this.scope = scope;
  }

  @Override
  protected boolean isSuspended() {
    return container.isSuspended();
  }

  /**
   * Finishes the response, also if Tomcat ignores all writes after a forward: these bytes were
   * written before.
   */
  @Override
  public boolean finish(Runnable later) throws IOException {
    boolean suspended = container.isSuspended();
    container.setSuspended(false);
    try {
      return super.finish(later);
    } finally {
      container.setSuspended(suspended);
    }
  }

  @Override
  protected void breakOff() {
    ConnectionReset.prepare(container);
    container.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
  }

  /**
   * Writes below Tomcat's stream, which takes nothing while it is not ready. Tomcat's connection
   * keeps the bytes that the socket does not take at once.
   */
  @Override
  protected boolean writeEndAtOnce(byte[] end) throws IOException {
    container.flushBuffer();
    container.getCoyoteResponse().doWrite(ByteBuffer.wrap(end));
    return true;
  }

  @Override
  public void reset() {
    List<String> cookies = List.copyOf(container.getHeaders(SET_COOKIE));
    super.reset();
    if (!isRefused() && !cookies.isEmpty()) {
      String start = SessionConfig.getSessionCookieName(container.getContext()) + "=";
      cookies.stream()
          .filter(cookie -> cookie.startsWith(start))
          .forEach(cookie -> container.addHeader(SET_COOKIE, cookie));
    }
  }

  @Override
  public @Nullable String encodeURL(@Nullable String url) {
    return scope.knowsItsSession() ? super.encodeURL(url) : url;
  }

  @Override
  public @Nullable String encodeRedirectURL(@Nullable String url) {
    return scope.knowsItsSession() ? super.encodeRedirectURL(url) : url;
  }
}
