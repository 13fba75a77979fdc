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
 * A maker of second objects of the session listeners that an application declares in {@code
 * web.xml} or by {@link WebListener}. It is for containers that do not show their own objects.
 * Listeners that were added in code are not found here.
 */
final class DeclaredListeners {
  private static final Logger log = LoggerFactory.getLogger(DeclaredListeners.class);

  private DeclaredListeners() {}

  /**
   * @param scanned classes that the container found to implement a session listener
   */
  static List<EventListener> of(
      ServletContext context, WebXml descriptor, Collection<Class<?>> scanned) {
    Set<Class<?>> declared = new LinkedHashSet<>();
    for (String name : descriptor.listeners()) {
      try {
        declared.add(Class.forName(name, false, FilterSessions.classLoaderOf(context)));
      } catch (ClassNotFoundException | LinkageError e) {
        // The container says so, too.
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
      if (hearsOfSessions(type)) {
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

  private static boolean hearsOfSessions(Class<?> type) {
    return HttpSessionListener.class.isAssignableFrom(type)
        || HttpSessionAttributeListener.class.isAssignableFrom(type)
        || HttpSessionIdListener.class.isAssignableFrom(type);
  }
}
