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

  /**
   * Calls {@code event} on {@code listener}. Logs an exception without its message, which may hold
   * anything.
   */
  static void tell(
      HoldfastSession session,
      Object listener,
      BiConsumer<HttpSessionActivationListener, HttpSessionEvent> event) {
    try {
      event.accept(
          (HttpSessionActivationListener) listener, new HttpSessionEvent(session.getSession()));
    } catch (Throwable e) {
      ExceptionUtils.handleThrowable(e);
      log.warn(
          "{} threw {} when it was told that its session moves; the session moves all the same",
          listener.getClass().getName(),
          e.getClass().getName());
    }
  }
}
