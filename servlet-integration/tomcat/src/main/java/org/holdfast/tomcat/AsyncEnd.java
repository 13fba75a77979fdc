// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;

/**
 * A listener that ends the scope of an asynchronous request when the request completes, on any
 * thread.
 */
final class AsyncEnd implements AsyncListener {
  private final RequestScope scope;
  private final boolean endsAreHeard;

  /**
   * @param endsAreHeard whether request listeners receive the end of the request, right after this
   *     listener
   */
  AsyncEnd(RequestScope scope, boolean endsAreHeard) {
    this.scope = scope;
    this.endsAreHeard = endsAreHeard;
  }

  /** Ends the scope. Tomcat calls this before it finishes the response. */
  @Override
  public void onComplete(AsyncEvent event) throws IOException {
    RequestScope previous = RequestScope.current();
    try {
      scope.makeCurrent();
      RequestEnd.end(scope);
      if (endsAreHeard) {
        RequestEnd.expect(scope);
      }
    } finally {
      RequestScope.leave(previous);
    }
  }

  @Override
  public void onTimeout(AsyncEvent event) {}

  @Override
  public void onError(AsyncEvent event) {}

  @Override
  public void onStartAsync(AsyncEvent event) {
    // Started again after a dispatch: the container has forgotten its listeners.
    event.getAsyncContext().addListener(this);
  }
}
