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

package org.holdfast.jetty;

import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.jspecify.annotations.Nullable;

/**
 * The request that the current thread works on in a context, also when that is a thread of an
 * asynchronous request which the container started.
 */
final class CurrentRequest implements ContextHandler.ContextScopeListener {
  private static final ThreadLocal<@Nullable Request> CURRENT = new ThreadLocal<>();

  static @Nullable Request get() {
    return CURRENT.get();
  }

  /** Jetty enters the scope of the same request several times, at times without naming it. */
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
