// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequestListener;
import java.util.EventListener;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.servlet.session.ClusterLink;
import org.holdfast.servlet.session.GeneratedNodeName;
import org.holdfast.servlet.session.LiveSessions;
import org.holdfast.servlet.session.RefusalReasons;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.holdfast.servlet.settings.Settings;
import org.jspecify.annotations.Nullable;

/*
 * Threads: request threads find and make sessions; the background thread ends them; threads of the replication core call
 * `live`; one thread at a time starts and stops. No lock of its own; LiveSessions describes those of `live`.
 * W1  an id that a client made up is never given to a session; a session that cannot be reached is never replaced by a
 *     new one.
 */

/** The sessions of one web application on this node, from its start to its stop. */
final class FilterSessions {
  private final ServletContext context;

  /**
   * The default name of the application. Stored, since a destroyed context may throw when it is
   * asked for its path.
   */
  private final String name;

  private final boolean exposeProtection;
  private final boolean hasRoute;
  private final boolean keepsWhatCannotMove;
  private final ClusterLink cluster = new ClusterLink();
  private final BackgroundThread background;
  private final LiveSessions<FilterSession> live;
  private final Lazy<SessionListeners> listeners;
  private final Lazy<WeldScopes> weld;
  private final Lazy<SessionTracking> tracking;
  private final Lazy<ContainerTimeout> timeout;
  private final LargeWrites largeWrites = new LargeWrites();
  private final Includes includes = new Includes();
  private volatile String route = "";

  private FilterSessions(
      ServletContext context,
      Settings settings,
      boolean keepsWhatCannotMove,
      Supplier<List<EventListener>> listeners) {
    this.context = context;
    this.name = defaultName(context);
    this.exposeProtection = settings.exposeProtection();
    this.hasRoute = settings.get("memberName") != null;
    this.keepsWhatCannotMove = keepsWhatCannotMove;
    this.listeners = new Lazy<>(() -> new SessionListeners(listeners.get()));
    this.weld =
        new Lazy<>(() -> new WeldScopes(context, listeners().of(ServletRequestListener.class)));
    this.tracking = new Lazy<>(() -> SessionTracking.of(context));
    this.timeout = new Lazy<>(() -> ContainerTimeout.of(context));
    this.background = new BackgroundThread("holdfast-sessions" + context.getContextPath());
    this.live =
        new LiveSessions<>(
            FilterSession.class,
            session -> new FilterSession(this, session, false),
            cluster,
            background,
            UnaryOperator.identity());
  }

  /**
   * Joins the cluster.
   *
   * @param keepsWhatCannotMove whether attributes that cannot be replicated are accepted
   * @param listeners supplies the listeners, when the first event is due
   * @throws RuntimeException saying why it cannot start; nothing is left behind
   */
  static FilterSessions start(
      ServletContext context,
      Settings settings,
      boolean keepsWhatCannotMove,
      Supplier<List<EventListener>> listeners) {
    FilterSessions sessions = new FilterSessions(context, settings, keepsWhatCannotMove, listeners);
    String member =
        sessions.hasRoute
            ? ""
            : GeneratedNodeName.withWarning("set holdfast.memberName on each node");
    NodeConfig node = settings.node(member);
    ApplicationConfig application = settings.application(sessions.name, classLoaderOf(context));
    sessions.live.join(node, application, FilterSessions.class);
    sessions.route = node.memberName();
    sessions.background.start(sessions.live::endTimedOut);
    return sessions;
  }

  /**
   * Returns the class loader of the application. Containers that load the application with their
   * own class loader may not name one.
   */
  static ClassLoader classLoaderOf(ServletContext context) {
    for (ClassLoader loader :
        new ClassLoader[] {
          context.getClassLoader(), Thread.currentThread().getContextClassLoader()
        }) {
      if (loader != null) {
        return loader;
      }
    }
    return FilterSessions.class.getClassLoader();
  }

  private static String defaultName(ServletContext context) {
    return context.getContextPath().isEmpty() ? "/" : context.getContextPath();
  }

  /**
   * Lets no request begin any more, and waits for the running ones, see {@link
   * ClusterLink#finishRequests}.
   */
  void finishRequests() {
    cluster.finishRequests();
  }

  /** Leaves the cluster, see {@link LiveSessions#leave}. */
  void stop() {
    live.leave();
  }

  /** Returns the member of the cluster, for its figures; null unless started. */
  @Nullable ReplicationNode node() {
    return cluster.node();
  }

  ClusterLink cluster() {
    return cluster;
  }

  ServletContext context() {
    return context;
  }

  SessionListeners listeners() {
    return listeners.get();
  }

  WeldScopes weld() {
    return weld.get();
  }

  SessionTracking tracking() {
    return tracking.get();
  }

  LargeWrites largeWrites() {
    return largeWrites;
  }

  Includes includes() {
    return includes;
  }

  boolean exposesProtection() {
    return exposeProtection;
  }

  /** Returns whether attributes that cannot be replicated are accepted, and stay on this node. */
  boolean keepsWhatCannotMove() {
    return keepsWhatCannotMove;
  }

  /** Returns {@code id} with the sticky route of this node, if it was given a name. */
  String routed(String id) {
    return hasRoute ? id + "." + route : id;
  }

  // finding and making

  /**
   * Finds a session for a request, which has entered it then; returns null if the cluster knows
   * none.
   *
   * @throws SessionUnavailableException if it may exist but cannot be reached
   */
  @Nullable FilterSession find(RoutedId id, FilterScope scope) {
    SessionReplicator current = replicator();
    FilterSession found = live.find(id.id(), scope::enter);
    if (found != null) {
      return found;
    }
    if (!id.isWellFormed()) {
      return null;
    }
    Lookup lookup = current.acquire(id.id(), id.route());
    if (lookup instanceof Lookup.Unavailable unavailable) {
      throw new SessionUnavailableException(unavailable.reason());
    }
    return lookup instanceof Lookup.Found taken
        ? charged(live.of(taken.session()), scope, current)
        : null;
  }

  /** Returns the live object of that id, without asking whether the session is still here. */
  @Nullable FilterSession peek(RoutedId id) {
    return live.peek(id.id());
  }

  /** Makes a session with an id of ours, which the request has entered. */
  FilterSession create(FilterScope scope) {
    SessionReplicator current = replicator();
    ReplicatedSession made = current.create(timeout.get().now(), System.currentTimeMillis());
    FilterSession session = live.of(made, fresh -> new FilterSession(this, fresh, true));
    return charged(session, scope, current);
  }

  private SessionReplicator replicator() {
    SessionReplicator current = cluster.replicator();
    if (current == null) {
      throw stopped();
    }
    return current;
  }

  private SessionUnavailableException stopped() {
    return new SessionUnavailableException(RefusalReasons.stopped(this));
  }

  /** Has the request take charge of a session that was entered for it. */
  private FilterSession charged(FilterSession session, FilterScope scope, SessionReplicator since) {
    scope.keepEntered(session);
    if (live.dropIfStopped(session, since)) {
      throw stopped();
    }
    return session;
  }

  void renamed(FilterSession session, String oldId) {
    live.renamed(session, oldId);
  }

  // ending

  /** See {@link LiveSessions#ended}. */
  void ended(FilterSession session, boolean ours) {
    live.ended(session, ours, this);
  }

  /** See {@link LiveSessions#endIfConfirmed}. */
  boolean endIfConfirmed(FilterSession session) {
    return live.endIfConfirmed(session);
  }

  @Override
  public String toString() {
    return name;
  }
}
