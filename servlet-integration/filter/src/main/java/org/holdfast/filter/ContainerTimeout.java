// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time that a session of an application may be idle until it is given an interval of its own.
 *
 * <p>A {@link ServletContext} reports minutes, rounded down, and zero or less means never (Servlet
 * 7.5): 59 seconds of a container would become an eternity. So this class asks Jetty, Undertow and
 * Grizzly for their seconds. The answer is read anew for each session, as some let it be changed
 * while the application runs.
 */
final class ContainerTimeout {
  private static final Logger log = LoggerFactory.getLogger(ContainerTimeout.class);

  /** A getter of a number of seconds. */
  private interface Seconds {
    Object read() throws ReflectiveOperationException;
  }

  private final ServletContext context;
  private final @Nullable Seconds seconds;

  private ContainerTimeout(ServletContext context, @Nullable Seconds seconds) {
    this.context = context;
    this.seconds = seconds;
  }

  /** Returns the timeout of an application. To be called when the application is configured. */
  static ContainerTimeout of(ServletContext context) {
    try {
      return new ContainerTimeout(context, secondsOf(context));
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("{} does not show its seconds", context.getClass().getName(), e);
      return new ContainerTimeout(context, null);
    }
  }

  /**
   * Returns the getter of the seconds; null if this container has minutes alone, or is not known.
   */
  private static @Nullable Seconds secondsOf(ServletContext context)
      throws ReflectiveOperationException {
    String container = context.getClass().getName();
    if (container.startsWith("io.undertow.servlet.")) {
      Object manager =
          ContainerObjects.call(
              ContainerObjects.call(context, "getDeployment"), "getSessionManager");
      // Not by its class, which cannot be loaded where Undertow's are hidden from this code.
      if (manager.getClass().getName().endsWith(".filter.UndertowSessions")) {
        manager = ContainerObjects.field(manager, "containers");
      }
      return variable(manager, "defaultSessionTimeout");
    }
    if (container.startsWith("org.eclipse.jetty.")) {
      Object handler =
          ContainerObjects.call(
              ContainerObjects.call(context, "getContext"), "getServletContextHandler");
      Object sessions = ContainerObjects.call(handler, "getSessionHandler");
      Method interval = ContainerObjects.method(sessions, "getMaxInactiveInterval");
      return () -> interval.invoke(sessions);
    }
    if (container.startsWith("org.glassfish.grizzly.servlet.")) {
      return variable(context, "sessionTimeoutInSeconds");
    }
    return null;
  }

  private static Seconds variable(Object target, String name) throws NoSuchFieldException {
    Field variable = ContainerObjects.variable(target, name);
    return () -> variable.get(target);
  }

  /** Returns the timeout of the moment; zero or negative if sessions never time out. */
  Duration now() {
    try {
      if (seconds != null && seconds.read() instanceof Integer read) {
        return Duration.ofSeconds(read);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("The container does not show its seconds any more", e);
    }
    try {
      return Duration.ofMinutes(context.getSessionTimeout());
    } catch (IllegalStateException | UnsupportedOperationException e) {
      log.debug("The container has no session timeout; its sessions never time out", e);
      return Duration.ZERO;
    }
  }
}
