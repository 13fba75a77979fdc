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
    callAll(HttpSessionListener.class, listener -> listener.sessionCreated(event));
  }

  /** Calls the listeners of the end, in the reverse order. */
  void destroyed(HttpSession session) {
    HttpSessionEvent event = new HttpSessionEvent(session);
    ListIterator<EventListener> backwards = listeners.listIterator(listeners.size());
    while (backwards.hasPrevious()) {
      if (backwards.previous() instanceof HttpSessionListener listener) {
        call(listener, each -> each.sessionDestroyed(event));
      }
    }
  }

  void idChanged(HttpSession session, String oldId) {
    HttpSessionEvent event = new HttpSessionEvent(session);
    callAll(HttpSessionIdListener.class, listener -> listener.sessionIdChanged(event, oldId));
  }

  /**
   * Sets an attribute. Calls the binding listener of the value first, before other code can read
   * the value, and the listeners of the application last.
   *
   * @throws IllegalArgumentException if the value is refused; its {@code valueUnbound} was called
   *     then
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
    callAll(HttpSessionAttributeListener.class, listener -> listener.attributeAdded(event));
  }

  private void attributeReplaced(HttpSession session, String name, Object oldValue) {
    HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, oldValue);
    callAll(HttpSessionAttributeListener.class, listener -> listener.attributeReplaced(event));
  }

  void attributeRemoved(HttpSession session, String name, Object oldValue) {
    HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, oldValue);
    callAll(HttpSessionAttributeListener.class, listener -> listener.attributeRemoved(event));
  }

  private void bound(HttpSession session, String name, Object value) {
    if (value instanceof HttpSessionBindingListener listener) {
      call(listener, each -> each.valueBound(new HttpSessionBindingEvent(session, name, value)));
    }
  }

  void unbound(HttpSession session, String name, Object value) {
    if (value instanceof HttpSessionBindingListener listener) {
      call(listener, each -> each.valueUnbound(new HttpSessionBindingEvent(session, name, value)));
    }
  }

  void activated(HttpSession session, Object value) {
    if (value instanceof HttpSessionActivationListener listener) {
      call(listener, each -> each.sessionDidActivate(new HttpSessionEvent(session)));
    }
  }

  void passivating(HttpSession session, Object value) {
    if (value instanceof HttpSessionActivationListener listener) {
      call(listener, each -> each.sessionWillPassivate(new HttpSessionEvent(session)));
    }
  }

  private <L extends EventListener> void callAll(Class<L> kind, Consumer<L> event) {
    for (EventListener listener : listeners) {
      if (kind.isInstance(listener)) {
        call(kind.cast(listener), event);
      }
    }
  }

  private static <L extends EventListener> void call(L listener, Consumer<L> event) {
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
