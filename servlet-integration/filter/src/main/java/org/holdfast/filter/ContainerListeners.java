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

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EventListener;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the listener objects that a container has made for an application: its own, so that a
 * listener which also hears of the context is one object, and those that were added in code too. No
 * API says how, so this knows where Jetty, Undertow, Grizzly and Tomcat keep them, by the names of
 * their classes.
 */
final class ContainerListeners {
  private static final Logger log = LoggerFactory.getLogger(ContainerListeners.class);

  private ContainerListeners() {}

  /** Null if this container keeps them where nobody finds them. */
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
      Object kept = call(call(context, "getDeployment"), "getApplicationListeners");
      List<EventListener> found = new ArrayList<>();
      for (Object managed : elements(field(kept, "allListeners"))) {
        collect(call(managed, "instance"), found);
      }
      return found;
    }
    if (container.startsWith("org.eclipse.jetty.")) {
      Object handler = call(call(context, "getContext"), "getServletContextHandler");
      return listeners(call(handler, "getEventListeners"));
    }
    if (container.startsWith("org.glassfish.grizzly.servlet.")) {
      return listeners(call(context, "getEventListeners"));
    }
    if (container.startsWith("org.apache.catalina.core.")) {
      Object standard = field(field(context, "context"), "context");
      List<EventListener> found = listeners(call(standard, "getApplicationLifecycleListeners"));
      found.addAll(listeners(call(standard, "getApplicationEventListeners")));
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

  /** Calls a method without parameters wherever it is declared. */
  private static Object call(Object target, String method) throws ReflectiveOperationException {
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Method declared : type.getDeclaredMethods()) {
        if (declared.getName().equals(method) && declared.getParameterCount() == 0) {
          return accessible(declared).invoke(target);
        }
      }
    }
    throw new NoSuchMethodException(target.getClass().getName() + " has no " + method + "()");
  }

  private static Object field(Object target, String name) throws ReflectiveOperationException {
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Field declared : type.getDeclaredFields()) {
        if (declared.getName().equals(name)) {
          return accessible(declared).get(target);
        }
      }
    }
    throw new NoSuchFieldException(target.getClass().getName() + " has no field " + name);
  }

  private static <T extends AccessibleObject> T accessible(T member) {
    member.setAccessible(true);
    return member;
  }
}
