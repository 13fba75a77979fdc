// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.ListIterator;

/**
 * The scopes of Weld, so that its beans of the session live in a session of Holdfast's. Immutable.
 *
 * <p>Weld is a listener. It receives each request before any filter, and then asks the container's
 * request for the session. So this class calls Weld with the end of that request, and with the
 * begin of the filter's request. When the container ends its request, Weld ends the filter's.
 */
final class WeldScopes {
  private static final String WELD = "org.jboss.weld.";

  /** The attribute with which Weld marks a request that it has begun and not ended. */
  private static final String BEGUN = "org.jboss.weld.context.ignore.guard.marker";

  private final ServletContext context;
  private final List<ServletRequestListener> listeners;

  /**
   * @param listeners all of the application
   */
  WeldScopes(ServletContext context, List<ServletRequestListener> listeners) {
    this.context = context;
    this.listeners =
        listeners.stream()
            .filter(listener -> listener.getClass().getName().startsWith(WELD))
            .toList();
  }

  /**
   * Begins the scopes of {@code filtered}, which wraps {@code container}. Does nothing if the
   * container has not called Weld for the request. Passes on the exceptions of Weld and its
   * observers.
   */
  void begin(HttpServletRequest filtered, HttpServletRequest container) {
    if (listeners.isEmpty() || !hasBegun(container)) {
      return;
    }
    ServletRequestEvent ended = new ServletRequestEvent(context, container);
    ListIterator<ServletRequestListener> backwards = listeners.listIterator(listeners.size());
    while (backwards.hasPrevious()) {
      backwards.previous().requestDestroyed(ended);
    }
    ServletRequestEvent begun = new ServletRequestEvent(context, filtered);
    listeners.forEach(listener -> listener.requestInitialized(begun));
  }

  /**
   * Returns whether Weld has begun the request. Its mark can be switched off, but the container
   * calls Weld for each request of a client.
   */
  private static boolean hasBegun(HttpServletRequest request) {
    return request.getAttribute(BEGUN) != null
        || request.getDispatcherType() == DispatcherType.REQUEST;
  }
}
