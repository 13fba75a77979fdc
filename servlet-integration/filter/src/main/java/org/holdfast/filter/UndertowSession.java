// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import io.undertow.server.HttpServerExchange;
import io.undertow.server.session.Session;
import io.undertow.server.session.SessionConfig;
import io.undertow.server.session.SessionManager;
import io.undertow.servlet.handlers.security.CachedAuthenticatedSessionHandler;
import java.util.Collections;
import java.util.Set;
import org.holdfast.replication.session.ReplicatedSession;
import org.jspecify.annotations.Nullable;

/**
 * The session of one request as Undertow sees it: the session that the request has at the moment.
 * Values that Undertow keeps in it for itself travel with it, unseen by the application.
 */
final class UndertowSession implements Session {
  private static final String UNDERTOWS = "io.undertow.";
  private static final String LOGIN = CachedAuthenticatedSessionHandler.ATTRIBUTE_NAME;
  private static final String ID_CHANGED = CachedAuthenticatedSessionHandler.NO_ID_CHANGE_REQUIRED;

  /** The attribute with the address that the client goes to after its login. */
  private static final String LOCATION = "io.undertow.servlet.form.auth.redirect.location";

  private final FilterScope scope;
  private final SessionManager manager;
  private final boolean changesIdAtLogin;

  UndertowSession(FilterScope scope, SessionManager manager, boolean changesIdAtLogin) {
    this.scope = scope;
    this.manager = manager;
    this.changesIdAtLogin = changesIdAtLogin;
  }

  private @Nullable FilterSession current() {
    return scope.isOver() ? null : scope.session(false);
  }

  private FilterSession required() {
    FilterSession session = current();
    if (session == null) {
      throw new IllegalStateException("the request has no session any more");
    }
    return session;
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    if (name.equals(ID_CHANGED)) {
      // Undertow itself does not change the id then: setAttribute does, and calls listeners once.
      return true;
    }
    FilterSession session = current();
    if (session == null) {
      return null;
    }
    return name.startsWith(UNDERTOWS)
        ? UndertowValues.decode(ContainerValues.get(session.replicated(), name))
        : session.getAttribute(name);
  }

  @Override
  public @Nullable Object setAttribute(String name, Object value) {
    FilterSession session = required();
    if (!name.startsWith(UNDERTOWS)) {
      Object old = session.getAttribute(name);
      session.setAttribute(name, value);
      return old;
    }
    if (name.equals(LOGIN) && changesIdAtLogin && !session.isNew()) {
      changeId(session.replicated());
    }
    Object encoded = UndertowValues.encode(value);
    return UndertowValues.decode(
        encoded == null
            ? ContainerValues.remove(session.replicated(), name)
            : ContainerValues.put(session.replicated(), name, encoded));
  }

  /** Changes the id at the login, so that a person who knew the old id does not know the user's. */
  private void changeId(ReplicatedSession session) {
    String oldId = session.id();
    scope.changeSessionId();
    if (ContainerValues.get(session, LOCATION) instanceof String location) {
      // A client without cookies goes there by its id.
      ContainerValues.put(session, LOCATION, location.replace(oldId, session.id()));
    }
  }

  @Override
  public @Nullable Object removeAttribute(String name) {
    FilterSession session = current();
    if (session == null) {
      return null;
    }
    if (name.startsWith(UNDERTOWS)) {
      return UndertowValues.decode(ContainerValues.remove(session.replicated(), name));
    }
    Object old = session.getAttribute(name);
    session.removeAttribute(name);
    return old;
  }

  @Override
  public Set<String> getAttributeNames() {
    return Set.copyOf(Collections.list(required().getAttributeNames()));
  }

  @Override
  public String getId() {
    return required().getId();
  }

  @Override
  public void requestDone(HttpServerExchange exchange) {
    // The filter knows.
  }

  @Override
  public long getCreationTime() {
    return required().getCreationTime();
  }

  @Override
  public long getLastAccessedTime() {
    return required().getLastAccessedTime();
  }

  @Override
  public void setMaxInactiveInterval(int seconds) {
    required().setMaxInactiveInterval(seconds);
  }

  /**
   * @throws IllegalStateException if there is none any more, by which Undertow 2.3 knows it
   */
  @Override
  public int getMaxInactiveInterval() {
    return required().getMaxInactiveInterval();
  }

  @Override
  public void invalidate(HttpServerExchange exchange) {
    required().invalidate();
  }

  @Override
  public SessionManager getSessionManager() {
    return manager;
  }

  @Override
  public String changeSessionId(HttpServerExchange exchange, SessionConfig config) {
    return scope.changeSessionId();
  }
}
