// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionCache;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.NullSessionDataStore;
import org.eclipse.jetty.session.SessionData;
import org.jspecify.annotations.Nullable;

/**
 * The session cache that Jetty's session handler calls. The handler swallows exceptions, so none is
 * thrown here: a reason to refuse a request is noted with its {@link RequestScope}.
 */
final class HoldfastSessionCache extends AbstractSessionCache {
  private final JettySessions sessions;
  private final CurrentRequest currentRequest = new CurrentRequest();

  /**
   * The context of the sessions, while they are started; null if the session handler is in none.
   */
  private @Nullable ContextHandler context;

  HoldfastSessionCache(JettySessions sessions) {
    super(sessions.manager());
    this.sessions = sessions;
  }

  JettySessions sessions() {
    return sessions;
  }

  /**
   * @throws IllegalStateException if another store was set up too, or if the cluster cannot be
   *     joined
   */
  @Override
  protected void doStart() throws Exception {
    if (!(getSessionDataStore() instanceof NullSessionDataStore)) {
      throw new IllegalStateException(
          "Holdfast keeps the sessions itself, but there is also a "
              + getSessionDataStore().getClass().getName()
              + ": remove one of the two");
    }
    super.doStart();
    sessions.start();
    context = ContextHandler.getCurrentContextHandler();
    if (context != null) {
      context.addEventListener(currentRequest);
    }
  }

  @Override
  protected void doStop() throws Exception {
    if (context != null) {
      context.removeEventListener(currentRequest);
    }
    sessions.stop();
    super.doStop();
  }

  @Override
  public void shutdown() {
    // The sessions stay in the cluster.
  }

  @Override
  public @Nullable ManagedSession get(String id) {
    return sessions.find(id);
  }

  @Override
  public ManagedSession newSession(String id, long time, long maxInactiveMillis) {
    return sessions.make(id, maxInactiveMillis);
  }

  @Override
  public void add(String id, ManagedSession session) {
    if (session instanceof HoldfastSession ours) {
      ours.beginFirstUse();
    }
  }

  /** Does nothing: {@link GuardedStream} commits, as it can still replace the response by 503. */
  @Override
  public void commit(ManagedSession ignored) {}

  @Override
  public void release(ManagedSession session) {
    if (session instanceof HoldfastSession ours) {
      sessions.released(ours);
    }
  }

  @Override
  public boolean contains(String id) {
    return sessions.peek(id) != null;
  }

  @Override
  public boolean exists(String id) {
    return sessions.peek(id) != null;
  }

  /** Returns the session, which the caller ends. */
  @Override
  public @Nullable ManagedSession delete(String id) {
    return sessions.peek(id);
  }

  /**
   * Returns null: {@link HoldfastIdManager} renames sessions, and gives no id that other code drew.
   */
  @Override
  public @Nullable ManagedSession renewSessionId(
      String oldId, String newId, String oldExtendedId, String newExtendedId) {
    return null;
  }

  @Override
  public Set<String> checkExpiration(Set<String> ignored) {
    return Set.of();
  }

  @Override
  public void checkInactiveSession(ManagedSession ignored) {
    // The cluster decides where a session lives.
  }

  // what the methods above do without

  @Override
  public ManagedSession newSession(SessionData ignored) {
    throw new UnsupportedOperationException(
        "Holdfast creates sessions in the cluster, not from session data");
  }

  @Override
  protected @Nullable ManagedSession doGet(String id) {
    return sessions.peek(id);
  }

  @Override
  protected @Nullable ManagedSession doPutIfAbsent(String id, ManagedSession ignored) {
    return sessions.peek(id);
  }

  @Override
  protected @Nullable ManagedSession doComputeIfAbsent(
      String id, Function<String, ManagedSession> ignored) {
    return sessions.find(id);
  }

  @Override
  protected boolean doReplace(String id, ManagedSession oldValue, ManagedSession newValue) {
    return false;
  }

  @Override
  public @Nullable ManagedSession doDelete(String id) {
    return sessions.peek(id);
  }
}
