// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EventListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session listeners that an application declares in {@code web.xml} or by {@link WebListener}.
 * It creates a second object of each, for containers whose own objects {@link ContainerListeners}
 * cannot read. It does not find listeners that the application adds in code. Stateless.
 */
final class DeclaredListeners {
  private static final Logger log = LoggerFactory.getLogger(DeclaredListeners.class);

  private DeclaredListeners() {}

  /**
   * Creates the listeners. Logs those that cannot be created, and leaves them out.
   *
   * @param scanned the classes with a session listener interface that the container found
   */
  static List<EventListener> of(
      ServletContext context, WebXml descriptor, Collection<Class<?>> scanned) {
    Set<Class<?>> declared = new LinkedHashSet<>();
    for (String name : descriptor.listeners()) {
      try {
        declared.add(Class.forName(name, false, FilterSessions.classLoaderOf(context)));
      } catch (ClassNotFoundException | LinkageError e) {
        // The container reports this, too.
        log.debug("listener {} cannot be loaded", name, e);
      }
    }
    if (!descriptor.complete()) {
      scanned.stream()
          .filter(type -> type.isAnnotationPresent(WebListener.class))
          .forEach(declared::add);
    }
    List<EventListener> listeners = new ArrayList<>();
    for (Class<?> type : declared) {
      if (isSessionListener(type)) {
        try {
          listeners.add(context.createListener(type.asSubclass(EventListener.class)));
        } catch (ServletException | RuntimeException e) {
          log.warn(
              "the container cannot create session listener {}, so the listener receives no session"
                  + " events",
              type.getName(),
              e);
        }
      }
    }
    return listeners;
  }

  private static boolean isSessionListener(Class<?> type) {
    return HttpSessionListener.class.isAssignableFrom(type)
        || HttpSessionAttributeListener.class.isAssignableFrom(type)
        || HttpSessionIdListener.class.isAssignableFrom(type);
  }
}
