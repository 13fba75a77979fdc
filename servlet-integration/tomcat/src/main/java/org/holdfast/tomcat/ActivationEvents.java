// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.util.function.BiConsumer;
import org.apache.tomcat.util.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls that tell attributes of a session that the session moves. */
final class ActivationEvents {
  private static final Logger log = LoggerFactory.getLogger(ActivationEvents.class);

  private ActivationEvents() {}

  static boolean isListener(Object value) {
    return value instanceof HttpSessionActivationListener;
  }

  static void didActivate(HoldfastSession session, Object listener) {
    tell(session, listener, HttpSessionActivationListener::sessionDidActivate);
  }

  static void willPassivate(HoldfastSession session, Object listener) {
    tell(session, listener, HttpSessionActivationListener::sessionWillPassivate);
  }

  /**
   * Calls {@code event} on {@code listener}. Logs an exception without its message, which may hold
   * anything.
   */
  private static void tell(
      HoldfastSession session,
      Object listener,
      BiConsumer<HttpSessionActivationListener, HttpSessionEvent> event) {
    try {
      event.accept(
          (HttpSessionActivationListener) listener, new HttpSessionEvent(session.getSession()));
    } catch (Throwable e) {
      ExceptionUtils.handleThrowable(e);
      log.warn(
          "activation listener {} threw {}; the session moves nevertheless",
          listener.getClass().getName(),
          e.getClass().getName());
    }
  }
}
