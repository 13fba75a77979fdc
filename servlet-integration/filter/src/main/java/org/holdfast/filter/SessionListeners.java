// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.EventListener;
import java.util.List;
import java.util.ListIterator;
import java.util.function.Consumer;
import org.holdfast.servlet.session.ServletAttributes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of an application, which receive the events of its sessions, as the values in the
 * sessions do. Their exceptions are logged by class alone, since the message may hold anything, and
 * stop nothing. Immutable.
 */
final class SessionListeners {
  private static final Logger log = LoggerFactory.getLogger(SessionListeners.class);

  private final List<EventListener> listeners;

  /**
   * @param listeners in the order in which they were declared
   */
  SessionListeners(List<? extends EventListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  /** Returns the listeners of one kind. */
  <L extends EventListener> List<L> of(Class<L> kind) {
    return listeners.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  void created(HttpSession session) {
    HttpSessionEvent event = new HttpSessionEvent(session);
    tellAll(HttpSessionListener.class, listener -> listener.sessionCreated(event));
  }

  /** Tells the listeners of the end, in the reverse order. */
  void destroyed(HttpSession session) {
    HttpSessionEvent event = new HttpSessionEvent(session);
    ListIterator<EventListener> backwards = listeners.listIterator(listeners.size());
    while (backwards.hasPrevious()) {
      if (backwards.previous() instanceof HttpSessionListener listener) {
        tell(listener, told -> told.sessionDestroyed(event));
      }
    }
  }

  void idChanged(HttpSession session, String oldId) {
    HttpSessionEvent event = new HttpSessionEvent(session);
    tellAll(HttpSessionIdListener.class, listener -> listener.sessionIdChanged(event, oldId));
  }

  /**
   * Sets an attribute, and tells the value before other code finds it, then the listeners.
   *
   * @throws IllegalArgumentException if the value is refused; it has received that it is not bound
   *     after all
   */
  void put(HttpSession session, ServletAttributes attributes, String name, Object value) {
    boolean binds = value instanceof HttpSessionBindingListener && attributes.get(name) != value;
    if (binds) {
      bound(session, name, value);
    }
    Object old;
    try {
      old = attributes.put(name, value);
    } catch (RuntimeException e) {
      if (binds) {
        unbound(session, name, value);
      }
      throw e;
    }
    if (old != null && old != value) {
      unbound(session, name, old);
    }
    if (old == null) {
      attributeAdded(session, name, value);
    } else {
      attributeReplaced(session, name, old);
    }
  }

  private void attributeAdded(HttpSession session, String name, Object value) {
    HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, value);
    tellAll(HttpSessionAttributeListener.class, listener -> listener.attributeAdded(event));
  }

  private void attributeReplaced(HttpSession session, String name, Object oldValue) {
    HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, oldValue);
    tellAll(HttpSessionAttributeListener.class, listener -> listener.attributeReplaced(event));
  }

  void attributeRemoved(HttpSession session, String name, Object oldValue) {
    HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, oldValue);
    tellAll(HttpSessionAttributeListener.class, listener -> listener.attributeRemoved(event));
  }

  private void bound(HttpSession session, String name, Object value) {
    if (value instanceof HttpSessionBindingListener listener) {
      tell(listener, told -> told.valueBound(new HttpSessionBindingEvent(session, name, value)));
    }
  }

  void unbound(HttpSession session, String name, Object value) {
    if (value instanceof HttpSessionBindingListener listener) {
      tell(listener, told -> told.valueUnbound(new HttpSessionBindingEvent(session, name, value)));
    }
  }

  void activated(HttpSession session, Object value) {
    if (value instanceof HttpSessionActivationListener listener) {
      tell(listener, told -> told.sessionDidActivate(new HttpSessionEvent(session)));
    }
  }

  void passivating(HttpSession session, Object value) {
    if (value instanceof HttpSessionActivationListener listener) {
      tell(listener, told -> told.sessionWillPassivate(new HttpSessionEvent(session)));
    }
  }

  private <L extends EventListener> void tellAll(Class<L> kind, Consumer<L> event) {
    for (EventListener listener : listeners) {
      if (kind.isInstance(listener)) {
        tell(kind.cast(listener), event);
      }
    }
  }

  private static <L extends EventListener> void tell(L listener, Consumer<L> event) {
    try {
      event.accept(listener);
    } catch (RuntimeException | LinkageError | AssertionError e) {
      log.warn(
          "session listener {} threw {}; the session continues",
          listener.getClass().getName(),
          e.getClass().getName());
    }
  }
}
