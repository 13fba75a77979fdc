// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.jspecify.annotations.Nullable;

/**
 * The request that the current thread works on in a context, also on a thread that the container
 * started for an asynchronous request.
 */
final class CurrentRequest implements ContextHandler.ContextScopeListener {
  private static final ThreadLocal<@Nullable Request> CURRENT = new ThreadLocal<>();

  static @Nullable Request get() {
    return CURRENT.get();
  }

  /**
   * Notes the request. Jetty enters the scope of the same request several times, at times without
   * naming it.
   */
  @Override
  public void enterScope(Context ignored, @Nullable Request request) {
    if (request != null && CURRENT.get() == null) {
      CURRENT.set(request);
    }
  }

  @Override
  public void exitScope(Context ignored, @Nullable Request request) {
    if (request != null && CURRENT.get() == request) {
      CURRENT.set(null);
    }
  }
}
