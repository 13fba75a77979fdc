// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.session.HouseKeeper;
import org.eclipse.jetty.session.SessionIdManager;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * The id manager of one context, which Jetty's session handler calls. The cluster draws all ids; an
 * id from a client is never given to a new session. Each id ends with the route of this node, also
 * for the application. Unlike Jetty's own id manager, this one is not shared: contexts have
 * sessions with different ids.
 */
final class HoldfastIdManager extends AbstractLifeCycle implements SessionIdManager {
  private final JettySessions sessions;

  HoldfastIdManager(JettySessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public boolean isIdInUse(String id) {
    return sessions.peek(id) != null;
  }

  /** Draws a new id, and ignores the id that the client sent. */
  @Override
  public String newSessionId(
      @Nullable Request request, @Nullable String ignoredRequested, long created) {
    return sessions.draw(request, created);
  }

  @Override
  public String renewSessionId(String oldId, String ignoredExtendedId, Request request) {
    return sessions.rename(oldId, request);
  }

  @Override
  public String getId(String requested) {
    return sessions.asked(requested);
  }

  @Override
  public String getExtendedId(String id, @Nullable Request ignoredRequest) {
    return id;
  }

  @Override
  public String getWorkerName() {
    return sessions.route();
  }

  @Override
  public void expireAll(String id) {
    invalidateAll(id);
  }

  @Override
  public void invalidateAll(String id) {
    HoldfastSession session = sessions.peek(id);
    if (session != null && session.isValid()) {
      session.invalidate();
    }
  }

  /** Does nothing: {@link JettySessions} looks for expired sessions. */
  @Override
  public void scavenge() {}

  @Override
  public void setSessionHouseKeeper(HouseKeeper ignored) {}

  @Override
  public @Nullable HouseKeeper getSessionHouseKeeper() {
    return null;
  }
}
