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

package org.holdfast.tomcat;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;

/** Ends the scope of an asynchronous request when it is complete, on whichever thread that is. */
final class AsyncEnd implements AsyncListener {
  private final RequestScope scope;
  private final boolean isHeard;

  /**
   * @param isHeard whether listeners are told of the request's end, right after this
   */
  AsyncEnd(RequestScope scope, boolean isHeard) {
    this.scope = scope;
    this.isHeard = isHeard;
  }

  /** Tomcat calls this before it finishes the response. */
  @Override
  public void onComplete(AsyncEvent event) throws IOException {
    RequestScope previous = RequestScope.current();
    try {
      scope.makeCurrent();
      RequestEnd.end(scope);
      if (isHeard) {
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
