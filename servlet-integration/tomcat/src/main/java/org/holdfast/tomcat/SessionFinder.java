// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.util.Map;
import org.apache.catalina.Session;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.servlet.session.ClusterLink;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sessions of one manager, here or in the cluster, and has the request that asked take
 * charge of them. Threads and invariants are those of the manager.
 */
final class SessionFinder {
  private final HoldfastManager manager;
  private final Map<String, Session> sessions;
  private final ClusterLink cluster;
  private volatile boolean unscoped;

  SessionFinder(HoldfastManager manager, Map<String, Session> sessions, ClusterLink cluster) {
    this.manager = manager;
    this.sessions = sessions;
    this.cluster = cluster;
  }

  /**
   * Whether a request may have a session that its scope was not told of: valves before ours and
   * threads of the application find some, in few web applications.
   */
  boolean mayHaveBeenFoundUnscoped() {
    return unscoped;
  }

  /** A session is looked up or made outside of any scope. */
  void noteUnscoped() {
    if (!unscoped) {
      unscoped = true;
    }
  }

  /** See {@link HoldfastManager#findSession}. */
  @Nullable HoldfastSession find(String requestedId) {
    RequestScope scope = RequestScope.current();
    if (scope == null) {
      noteUnscoped();
    }
    RoutedId id =
        scope != null && scope.isOfOtherContext(manager)
            ? scope.idIn(manager)
            : RoutedId.parse(requestedId).of(manager::isOwn);
    if (id == null) {
      return null;
    }
    HoldfastSession session = findLive(id, scope);
    if (session == null && scope != null && scope.hasUnderAnotherId(id)) {
      // Asked whether the id that the client sent is valid: it was, when the request came.
      return null;
    }
    if (session == null) {
      session = id.isWellFormed() ? acquire(id, scope) : null;
    }
    if (session != null && scope == null) {
      session.markUnguarded();
    }
    if (session != null && scope != null && !scope.isOfOtherContext(manager)) {
      scope.rewriteRoute(requestedId, id, session);
    }
    return session;
  }

  private @Nullable HoldfastSession findLive(RoutedId id, @Nullable RequestScope scope) {
    if (cluster.replicator() == null
        || !(sessions.get(id.id()) instanceof HoldfastSession session)) {
      return null;
    }
    // Its id may be changing: from the first moment on, the old one finds nothing any more.
    if (session.replicated().id().equals(id.id())
        && (scope == null ? session.replicated().isValid() : scope.enter(session))) {
      return session;
    }
    sessions.remove(id.id(), session);
    return null;
  }

  private @Nullable HoldfastSession acquire(RoutedId id, @Nullable RequestScope scope) {
    SessionReplicator current = cluster.replicator();
    Lookup lookup =
        scope == null || scope.isOfOtherContext(manager)
            ? manager.lookUp(id)
            : scope.lookUp(id, manager::lookUp);
    if (lookup instanceof Lookup.Unavailable unavailable) {
      throw unavailable(unavailable.reason(), scope);
    }
    return lookup instanceof Lookup.Found found
        ? charged(manager.liveObjectOf(found.session()), scope, current)
        : null;
  }

  /** What a request is told of a session that it cannot have now. */
  static SessionUnavailableException unavailable(String reason, @Nullable RequestScope scope) {
    if (scope != null) {
      scope.refuse(reason);
    }
    return new SessionUnavailableException(reason);
  }

  /** Has the request, if there is one, take charge of a session that was entered for it. */
  HoldfastSession charged(
      HoldfastSession session, @Nullable RequestScope scope, @Nullable SessionReplicator since) {
    if (scope == null) {
      session.markUnguarded();
      session.exit();
    } else {
      scope.keepEntered(session);
    }
    if (cluster.replicator() != since) {
      // It came just as the web application stopped: nothing would reach the cluster.
      session.markStopped();
      manager.drop(session);
      throw unavailable(manager.stopped(), scope);
    }
    return session;
  }
}
