// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that Tomcat calls before it stops a web application. Tomcat destroys servlets before
 * filters, so the filter itself is destroyed too late to wait for requests that still need their
 * servlet. No API shows that moment, so this uses reflection.
 *
 * <p>Threads: the one that starts the application makes it, the one that stops the application
 * calls and closes it.
 */
final class TomcatStop {
  private static final Logger log = LoggerFactory.getLogger(TomcatStop.class);
  private static final String BEFORE_STOP = "before_stop";

  private final Object application;
  private final Object listener;

  private TomcatStop(Object application, Object listener) {
    this.application = application;
    this.listener = listener;
  }

  /**
   * Has Tomcat call {@code step} before each stop of the application, while it still serves
   * requests.
   *
   * @return the listener, to close when the application stops; null in other containers, or if
   *     reflection fails
   */
  static @Nullable TomcatStop before(ServletContext context, Runnable step) {
    if (!context.getClass().getName().startsWith("org.apache.catalina.core.")) {
      return null;
    }
    try {
      Object application =
          ContainerObjects.field(ContainerObjects.field(context, "context"), "context");
      Method add = ContainerObjects.method(application, "addLifecycleListener", 1);
      Class<?> type = add.getParameterTypes()[0];
      Object listener =
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> answer(proxy, method, arguments, step));
      add.invoke(application, listener);
      return new TomcatStop(application, listener);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("{} does not show when it stops an application", context.getClass().getName(), e);
      return null;
    }
  }

  /** Answers a call of the listener: an event of the application, or a method of each object. */
  private static @Nullable Object answer(
      Object proxy, Method method, Object @Nullable [] arguments, Runnable step) {
    Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
    String name = method.getName();
    if (name.equals("equals")) {
      return proxy == first;
    }
    if (name.equals("hashCode")) {
      return System.identityHashCode(proxy);
    }
    if (name.equals("toString")) {
      return "Holdfast's filter";
    }
    try {
      if (first != null && BEFORE_STOP.equals(ContainerObjects.call(first, "getType"))) {
        step.run();
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Thrown on, it would keep Tomcat from stopping the application.
      log.warn("an application stops without waiting for its running requests", e);
    }
    return null;
  }

  /** Removes the listener. Tomcat would keep it, and the classes of the application with it. */
  void close() {
    try {
      ContainerObjects.method(application, "removeLifecycleListener", 1)
          .invoke(application, listener);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("Tomcat keeps the listener of an application that has stopped", e);
    }
  }
}
