// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.util.component.LifeCycle;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.servlet.session.ClusterLink;
import org.holdfast.servlet.session.LiveSessions;
import org.holdfast.servlet.session.RefusalReasons;
import org.holdfast.servlet.session.RoutedId;
import org.jspecify.annotations.Nullable;

/*
 * Threads: request threads find and make sessions; a thread of the server's pool ends them; threads of the replication
 * core call `live`; one thread at a time starts and stops. No lock of its own; LiveSessions describes those of `live`.
 * J1  an id that a client made up is never given to a session; a session that cannot be reached is never replaced by a
 *     new one.
 * J2  Jetty looks a session up before it shows us the request. A session that was entered meanwhile is in the Arrivals of
 *     the thread. Then the gate takes charge of it, or the session handler releases it because it gave the request up.
 */

/** The sessions of one context on this node, from its start to its stop. */
final class JettySessions {
  private record Drawn(ReplicatedSession session, @Nullable RequestScope scope) {}

  private static final String SCOPE = RequestScope.class.getName() + ":";

  private static final AtomicLong NUMBERS = new AtomicLong();

  /**
   * The request attribute with the scope of this context; scopes of other contexts may be in a
   * request, too.
   */
  private final String scopeName = SCOPE + NUMBERS.incrementAndGet();

  private final AbstractSessionManager manager;
  private final JettySettings settings;
  private final ConcurrentMap<String, Drawn> drawn = new ConcurrentHashMap<>();
  private final ClusterLink cluster = new ClusterLink();
  private final BackgroundRounds background = new BackgroundRounds();
  private final LiveSessions<HoldfastSession> live =
      new LiveSessions<>(
          HoldfastSession.class,
          session -> HoldfastSession.of(this, session, false),
          cluster,
          background,
          work -> () -> manager().getSessionContext().run(work));

  /**
   * A listener of the server and the context: both report that they stop before connections are
   * closed and servlets are destroyed.
   */
  private final LifeCycle.Listener stopping =
      new LifeCycle.Listener() {
        @Override
        public void lifeCycleStopping(LifeCycle ignored) {
          cluster.finishRequests();
        }
      };

  /** The components that {@link #stopping} listens to. */
  private volatile List<LifeCycle> stoppable = List.of();

  private volatile JettySettings.OfContext context = JettySettings.OfContext.NONE;

  JettySessions(AbstractSessionManager manager, JettySettings settings) {
    this.manager = manager;
    this.settings = settings;
  }

  /** Joins the cluster. Called with the context as the current one. */
  void start() {
    JettySettings.OfContext read = settings.read(manager);
    live.join(read.node(), read.application(), manager.getServer());
    context = read;
    ContextHandler handler = ContextHandler.getCurrentContextHandler();
    Server server = manager.getServer();
    stoppable = handler == null ? List.of(server) : List.of(server, handler);
    stoppable.forEach(each -> each.addEventListener(stopping));
    background.start(manager.getServer(), live::endTimedOut);
  }

  /** Leaves the cluster, see {@link LiveSessions#leave}. */
  void stop() {
    stoppable.forEach(each -> each.removeEventListener(stopping));
    live.leave();
  }

  ClusterLink cluster() {
    return cluster;
  }

  AbstractSessionManager manager() {
    return manager;
  }

  /** Returns the member of the cluster, for its figures; null unless started. */
  @Nullable ReplicationNode node() {
    return cluster.node();
  }

  boolean exposesProtection() {
    return context.exposesProtection();
  }

  boolean keepsWhatCannotMove() {
    return context.keepsWhatCannotMove();
  }

  // ids

  /** Returns the sticky route of this node; empty if it was given no name. */
  String route() {
    return context.route();
  }

  /** Returns {@code id} with the sticky route of this node, if it was given a name. */
  String routed(String id) {
    return route().isEmpty() ? id : id + "." + route();
  }

  /**
   * Notes the ids that a client sent, and returns this context's id with the route of this node.
   * Contexts that share a cookie share its value, and the client may have been on another node
   * before.
   */
  String asked(String requested) {
    RoutedId all = RoutedId.parse(requested);
    Arrivals.ask(all);
    RoutedId own = all.of(cluster::isOwn);
    return routed(own == null ? all.id() : own.id());
  }

  /** Returns {@code id} without the route that {@link #routed} adds. */
  private static String bare(String id) {
    return RoutedId.parse(id).id();
  }

  /**
   * Returns whether the client has just sent {@code id} with the route that this node would send.
   */
  boolean wasAskedAsItIs(String id) {
    RoutedId all = Arrivals.asked();
    return all != null
        && all.ids().contains(bare(id))
        && Objects.equals(all.route(), route().isEmpty() ? null : route());
  }

  // the request

  @Nullable RequestScope scopeOf(@Nullable Request request) {
    return request != null && request.getAttribute(scopeName) instanceof RequestScope scope
        ? scope
        : null;
  }

  RequestScope begin(Request request) {
    RequestScope scope = new RequestScope(this, request);
    request.setAttribute(scopeName, scope);
    return scope;
  }

  /** Ends the use of a session by a request that leaves it, or that never came to use it. */
  void released(HoldfastSession session) {
    session.endUse();
    Arrivals.release(session);
  }

  // finding and making

  /**
   * Finds a session for the request that this thread will have, and begins its use; null if there
   * is none.
   */
  @Nullable HoldfastSession find(String routedId) {
    String id = bare(routedId);
    SessionReplicator current = cluster.replicator();
    if (current == null) {
      Arrivals.refuse(id, RefusalReasons.stopped(this));
      return null;
    }
    HoldfastSession session = live.find(id, HoldfastSession::enter);
    if (session == null && RoutedId.isWellFormed(id)) {
      session = acquire(id, current);
    }
    if (session == null) {
      return null;
    }
    if (session.beginUse()) {
      Arrivals.add(session, true);
      return session;
    }
    if (session.isTimedOut() && !live.endIfConfirmed(session)) {
      session.exit();
      Arrivals.refuse(id, RefusalReasons.TIMED_OUT);
    } else {
      // The page learns here that the session has ended: the commit must confirm that.
      Arrivals.add(session, false);
    }
    return null;
  }

  private @Nullable HoldfastSession acquire(String id, SessionReplicator current) {
    RoutedId hint = Arrivals.asked();
    Lookup lookup = current.acquire(id, hint == null ? null : hint.route());
    if (lookup instanceof Lookup.Unavailable unavailable) {
      Arrivals.refuse(id, unavailable.reason());
    }
    if (!(lookup instanceof Lookup.Found taken)) {
      return null;
    }
    HoldfastSession session = live.of(taken.session());
    if (live.dropIfStopped(session, current)) {
      session.exit();
      Arrivals.refuse(id, RefusalReasons.stopped(this));
      return null;
    }
    return session;
  }

  /** Returns the live object of that id, without asking whether the session is still here. */
  @Nullable HoldfastSession peek(String id) {
    return live.peek(bare(id));
  }

  /**
   * Creates a session in the cluster, and returns its id with the route. Jetty calls {@link #make}
   * with that id next.
   *
   * @throws SessionUnavailableException if the context is stopped
   */
  String draw(@Nullable Request request, long createdMillis) {
    SessionReplicator current = cluster.replicator();
    if (current == null) {
      throw new SessionUnavailableException(RefusalReasons.stopped(this));
    }
    ReplicatedSession made = current.create(Duration.ZERO, createdMillis);
    drawn.put(made.id(), new Drawn(made, scopeOf(request)));
    return routed(made.id());
  }

  /**
   * Creates the live object of the session that {@link #draw} created in the cluster.
   *
   * @param id the id that {@link #draw} returned
   */
  HoldfastSession make(String id, long maxInactiveMillis) {
    Drawn made = drawn.remove(bare(id));
    if (made == null) {
      throw new IllegalStateException(
          "Holdfast creates a session only once, and only with an id that it drew for that"
              + " session");
    }
    made.session().setMaxInactive(Duration.ofMillis(maxInactiveMillis));
    HoldfastSession session =
        live.of(made.session(), fresh -> HoldfastSession.of(this, fresh, true));
    if (made.scope() != null) {
      made.scope().begun(session);
    } else {
      Arrivals.add(session, true);
    }
    return session;
  }

  /**
   * Gives a session a new id, and calls the listeners.
   *
   * @throws SessionUnavailableException if the session is not on this node any more
   */
  String rename(String oldId, @Nullable Request request) {
    HoldfastSession session = peek(oldId);
    if (session == null) {
      throw new SessionUnavailableException(
          "the session whose id should change is no longer on this node");
    }
    String newId = session.takeNewId();
    RequestScope scope = scopeOf(request);
    if (scope != null) {
      scope.renamed(session, bare(newId));
    }
    live.renamed(session, bare(oldId));
    manager.onSessionIdChanged(session, oldId);
    return newId;
  }

  /** See {@link LiveSessions#ended}. */
  void ended(HoldfastSession session, boolean ours) {
    live.ended(session, ours, this);
  }

  @Override
  public String toString() {
    return context.name();
  }
}
