// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EventListener;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A finder of the listener objects that a container has for an application, also of objects that
 * were added in code. It finds the container's own, so that a listener which also receives events
 * of the context is one object. No API shows them, so it knows where Jetty, Undertow, Grizzly and
 * Tomcat keep them, by the names of their classes.
 */
final class ContainerListeners {
  private static final Logger log = LoggerFactory.getLogger(ContainerListeners.class);

  private ContainerListeners() {}

  /** Returns the listener objects; null if this container does not show them. */
  static @Nullable List<EventListener> of(ServletContext context) {
    try {
      return read(context);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("{} does not show its listeners", context.getClass().getName(), e);
      return null;
    }
  }

  private static @Nullable List<EventListener> read(ServletContext context)
      throws ReflectiveOperationException {
    String container = context.getClass().getName();
    if (container.startsWith("io.undertow.servlet.")) {
      Object kept =
          ContainerObjects.call(
              ContainerObjects.call(context, "getDeployment"), "getApplicationListeners");
      List<EventListener> found = new ArrayList<>();
      for (Object managed : elements(ContainerObjects.field(kept, "allListeners"))) {
        collect(ContainerObjects.call(managed, "instance"), found);
      }
      return found;
    }
    if (container.startsWith("org.eclipse.jetty.")) {
      Object handler =
          ContainerObjects.call(
              ContainerObjects.call(context, "getContext"), "getServletContextHandler");
      return listeners(ContainerObjects.call(handler, "getEventListeners"));
    }
    if (container.startsWith("org.glassfish.grizzly.servlet.")) {
      return listeners(ContainerObjects.call(context, "getEventListeners"));
    }
    if (container.startsWith("org.apache.catalina.core.")) {
      Object standard =
          ContainerObjects.field(ContainerObjects.field(context, "context"), "context");
      List<EventListener> found =
          listeners(ContainerObjects.call(standard, "getApplicationLifecycleListeners"));
      found.addAll(listeners(ContainerObjects.call(standard, "getApplicationEventListeners")));
      return found;
    }
    return null;
  }

  private static List<EventListener> listeners(Object arrayOrCollection) {
    List<EventListener> found = new ArrayList<>();
    for (Object element : elements(arrayOrCollection)) {
      collect(element, found);
    }
    return found;
  }

  private static void collect(Object candidate, List<EventListener> found) {
    if (candidate instanceof EventListener listener && !found.contains(listener)) {
      found.add(listener);
    }
  }

  private static List<Object> elements(Object arrayOrCollection) {
    if (arrayOrCollection instanceof Collection<?> collection) {
      return List.copyOf(collection);
    }
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(arrayOrCollection); i++) {
      elements.add(Array.get(arrayOrCollection, i));
    }
    return elements;
  }
}
