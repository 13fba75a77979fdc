// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static java.util.Objects.requireNonNull;

import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleListener;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.Manager;
import org.apache.catalina.Session;
import org.apache.catalina.session.ManagerBase;
import org.apache.catalina.session.StandardSession;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.node.Preparation;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.servlet.session.ClusterLink;
import org.holdfast.servlet.session.GeneratedNodeName;
import org.holdfast.servlet.session.OtherReplication;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: request threads find, create and end sessions; the container's background thread expires them; threads of the
 * replication core call released(); one thread at a time starts and stops.
 * Lock: `making`, around nothing but the choice of a session's one live object. `sessions` is a concurrent map from the
 * id without route to the live object.
 * I1  a live object is found only while its session is ours and has that id: a thread that finds one checks the id and
 *     enters it, and drops it when that fails.
 * I4  nothing stays in `sessions` that is not ours, or after a stop: a thread that puts one looks afterwards, a thread
 *     that ends one removes it afterwards.
 * I5  a request that runs into a stop is refused: its response would confirm changes that the cluster does not hold.
 * I2  an id that a client made up is never given to a session.
 * I3  a session that cannot be reached is never replaced by a new one.
 */

/**
 * A session manager whose sessions live on other nodes too. One element in {@code context.xml} is
 * all the set-up:
 *
 * <pre>{@code
 * <Manager className="org.holdfast.tomcat.HoldfastManager" cluster="shop" discovery="static:10.0.0.1:7800,10.0.0.2:7800"/>
 * }</pre>
 *
 * <p>Each {@link org.holdfast.servlet.settings.Setting} is an attribute. Attributes are text, and
 * names of files count from {@code catalina.base}; a bad value fails the start of the web
 * application. None has a getter: JMX shows each attribute of a manager that has one, and some are
 * secrets. Several web applications of one Tomcat share one member of the cluster.
 */
public class HoldfastManager extends ManagerBase {
  private static final Logger log = LoggerFactory.getLogger(HoldfastManager.class);

  /*
   * Kept as text until the start, because Tomcat only logs a warning when a setter refuses its value, and continues with
   * the default.
   */
  private final Map<String, String> written = new ConcurrentHashMap<>();

  private @Nullable Settings given;

  private final LifecycleListener ofContext = this::contextChanged;
  private @Nullable RequestHooks hooks;

  private final ExpiryBudget expiryBudget = new ExpiryBudget();
  private final Object making = new Object();
  private final Passivations passivations = new Passivations(this::getContext);

  private final ClusterLink cluster = new ClusterLink();
  private volatile @Nullable String route;

  /** The question whether the web application is distributable, which all sessions share. */
  private final BooleanSupplier distributable = this::hasDistributableContext;

  /** A flag that is set once a session was looked up or made outside of any scope. */
  private volatile boolean unscoped;

  /** Creates a manager that expires no session while a request uses it. */
  public HoldfastManager() {
    setSessionActivityCheck(true);
  }

  /**
   * Takes {@code settings} instead of the attributes and of the settings of the process. Meant for
   * frameworks that have places and an order of their own. To be called before the start.
   */
  public void useSettings(Settings settings) {
    given = settings;
  }

  /** Sets an attribute. The start rejects a name that no attribute has. */
  void set(String attribute, String value) {
    written.put(attribute, value);
  }

  /**
   * Sets an attribute by its name, {@code cluster} for instance. Tomcat calls this for each
   * attribute of the element that has no setter, and would only log a warning otherwise.
   *
   * @return true: the value is kept, and the start fails unless it is a setting
   */
  public boolean setProperty(String attribute, String value) {
    if (!attribute.equals("className")) {
      set(attribute, value);
    }
    return true;
  }

  /**
   * Returns the settings of the process, then of the attributes, then of the application; or the
   * settings that were {@linkplain #useSettings given} instead.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or set twice
   */
  Settings settings(SettingsSource ofTheApplication) {
    Settings instead = given;
    if (instead != null) {
      return instead;
    }
    return SettingsReader.ofProcess()
        .relativeTo(System.getProperty("catalina.base"))
        .then(SettingsSource.own("attribute", written.keySet(), written::get))
        .then(ofTheApplication)
        .read();
  }

  @Override
  public String getName() {
    return "HoldfastManager";
  }

  @Override
  public void setContext(Context context) {
    super.setContext(context);
    if (context != null && hooks == null) {
      hooks = new RequestHooks(context);
      context.addLifecycleListener(ofContext);
      // Also if a manager of the web application's own is about to take the place of this one.
      OwnJars.skip(context);
      Preparation.begin();
    }
  }

  private void contextChanged(LifecycleEvent event) {
    if (event.getType().equals(Lifecycle.BEFORE_STOP_EVENT)) {
      // Before servlets and filters are destroyed, and before Tomcat maps no request to it any
      // more.
      cluster.finishRequests();
    }
    // So early that the valve comes before the authenticator, which uses sessions too; and after a
    // scanner of the web application's own was set.
    if (hooks != null && event.getType().equals(Lifecycle.BEFORE_START_EVENT)) {
      hooks.addValve();
      Context context = (Context) event.getLifecycle();
      OwnJars.skip(context);
      // Before a filter of Holdfast in the application looks.
      OtherReplication.claim(context.getServletContext(), "Holdfast's Manager");
    }
  }

  private void reportOtherReplication(String application) {
    Context context = getContext();
    if (context.getCluster() != null) {
      log.warn(
          "Tomcat's <Cluster> and Holdfast's Manager are both configured for web application {}:"
              + " the Manager replicates its sessions, and <Cluster> does not. Remove <Cluster>",
          application);
    }
    Map<String, String> filters = new HashMap<>();
    for (FilterDef each : context.findFilterDefs()) {
      filters.put(each.getFilterName(), String.valueOf(each.getFilterClass()));
    }
    String springs = OtherReplication.springSession(application, filters, "Holdfast's Manager");
    if (springs != null) {
      log.warn(springs);
    }
  }

  @Override
  protected void startInternal() throws LifecycleException {
    super.startInternal();
    RequestHooks hooks = requireNonNull(this.hooks, "a manager without context is not started");
    String application = getContext().getParent().getName() + getContext().getName();
    try {
      Settings settings = settings(parametersOf(getContext().getServletContext()));
      settings.requireEnabled("to keep Tomcat's own sessions, remove the Manager element");
      NodeConfig node = settings.node(defaultMemberName(settings));
      hooks.addValve().serve(this, settings.exposeProtection());
      cluster.join(
          node,
          settings.application(application, getContext().getLoader().getClassLoader()),
          new ClusterEvents(this::released, passivations, this::getContext),
          getContext().getParent());
    } catch (RuntimeException e) {
      cluster.leave(this::stopSessions);
      throw new LifecycleException(
          "session replication of web application "
              + application
              + " cannot start: "
              + e.getMessage(),
          e);
    }
    route = getJvmRoute();
    reportOtherReplication(application);
    hooks.addFilterAndListener();
    setState(LifecycleState.STARTING);
  }

  private static SettingsSource parametersOf(ServletContext application) {
    return SettingsSource.contextParameters(
        Collections.list(application.getInitParameterNames()), application::getInitParameter);
  }

  private String defaultMemberName(Settings settings) {
    String jvmRoute = getJvmRoute();
    return jvmRoute != null && !jvmRoute.isEmpty()
        ? jvmRoute
        : GeneratedNodeName.instead(
            settings.get("memberName") != null,
            "set jvmRoute of the Engine or memberName of the Manager");
  }

  /** Does nothing: the sessions that other managers load from a store are in the cluster. */
  @Override
  public void load() {}

  /** Does nothing: the sessions that other managers unload into a store are in the cluster. */
  @Override
  public void unload() {}

  /** Leaves the cluster. The sessions continue there, so no listener receives an end. */
  @Override
  protected void stopInternal() throws LifecycleException {
    setState(LifecycleState.STOPPING);
    if (hooks != null) {
      hooks.removeFilterAndListener();
    }
    cluster.finishRequests();
    cluster.leave(this::stopSessions);
    sessions.clear();
    super.stopInternal();
  }

  @Override
  protected void destroyInternal() throws LifecycleException {
    reportReplacement();
    getContext().removeLifecycleListener(ofContext);
    if (hooks != null) {
      hooks.removeValve();
    }
    super.destroyInternal();
  }

  /** Logs if the web application's own manager took the place of this one before the start. */
  private void reportReplacement() {
    Manager now = getContext().getManager();
    if (now != null && !(now instanceof HoldfastManager)) {
      log.info(
          "web application {} has a Manager of its own, {}: Holdfast does not replicate its"
              + " sessions",
          getContext().getName(),
          now);
    }
  }

  private void stopSessions() {
    sessions.values().forEach(session -> ((HoldfastSession) session).standing().stop());
    passivations.finish();
  }

  /**
   * Lets no request begin any more, and waits until the running ones have replicated their sessions
   * and have answered, at most for {@code drainTimeoutMillis}. For frameworks that close the
   * connections before they stop the web application; Tomcat itself does so afterwards. Does
   * nothing the second time.
   */
  public void finishRequests() {
    cluster.finishRequests();
    LastResponses.await(getContext());
  }

  /**
   * Lets requests begin again after {@link #finishRequests}. For frameworks that open the
   * connections again without a start of the web application.
   */
  public void resumeRequests() {
    cluster.resumeRequests();
  }

  /**
   * Returns the member of the cluster behind this manager, for its figures; null unless started.
   */
  public @Nullable ReplicationNode replicationNode() {
    return cluster.node();
  }

  /**
   * Returns the session, fetched from another node if need be; null if the cluster knows none of
   * this id.
   *
   * @param requestedId as the client sent it, with or without a route
   * @throws SessionUnavailableException if it may exist but cannot be reached
   */
  @Override
  public @Nullable Session findSession(@Nullable String requestedId) {
    return requestedId == null || RequestScope.isPeeking() ? null : find(requestedId);
  }

  /**
   * Finds the session for the request of this thread, which then keeps it here. Without a request
   * the caller's changes are committed when its use ends.
   */
  private @Nullable HoldfastSession find(String requestedId) {
    RequestScope scope = RequestScope.current();
    if (scope == null) {
      noteUnscoped();
    }
    RoutedId id =
        scope != null && scope.isOfOtherContext(this)
            ? scope.idIn(this)
            : RoutedId.parse(requestedId).of(cluster::isOwn);
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
    if (session != null && scope != null && !scope.isOfOtherContext(this)) {
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
        scope == null || scope.isOfOtherContext(this) ? lookUp(id) : scope.lookUp(id, this::lookUp);
    if (lookup instanceof Lookup.Unavailable unavailable) {
      throw unavailable(unavailable.reason(), scope);
    }
    return lookup instanceof Lookup.Found found
        ? charged(liveObjectOf(found.session()), scope, current)
        : null;
  }

  /**
   * Refuses the request, if there is one, and returns the exception for a session it cannot have
   * now.
   */
  private static SessionUnavailableException unavailable(
      String reason, @Nullable RequestScope scope) {
    if (scope != null) {
      scope.refuse(reason);
    }
    return new SessionUnavailableException(reason);
  }

  /** Has the request, if there is one, take charge of a session that was entered for it. */
  private HoldfastSession charged(
      HoldfastSession session, @Nullable RequestScope scope, @Nullable SessionReplicator since) {
    if (scope == null) {
      session.markUnguarded();
      session.exit();
    } else {
      scope.keepEntered(session);
    }
    if (cluster.replicator() != since) {
      // It came just as the web application stopped: nothing would reach the cluster.
      session.standing().markStopped();
      drop(session);
      throw unavailable(stopped(), scope);
    }
    return session;
  }

  /**
   * Returns whether a request may have a session that its scope does not know. In few web
   * applications, valves before ours and threads of the application find such sessions.
   */
  boolean mayHaveBeenFoundUnscoped() {
    return unscoped;
  }

  private void noteUnscoped() {
    if (!unscoped) {
      unscoped = true;
    }
  }

  /** Asks the cluster for the session with that id. */
  Lookup lookUp(RoutedId id) {
    SessionReplicator current = cluster.replicator();
    return current == null
        ? new Lookup.Unavailable(stopped())
        : current.acquire(id.id(), id.route());
  }

  ClusterLink cluster() {
    return cluster;
  }

  private boolean isStopped() {
    return cluster.replicator() == null;
  }

  /** Returns the reason for refusing a request that comes after the stop. */
  String stopped() {
    return "web application " + getContext().getName() + " is stopped";
  }

  /** Returns or creates the one live object of that session, also while its id changes. */
  HoldfastSession liveObjectOf(ReplicatedSession replicated) {
    HoldfastSession live;
    synchronized (making) {
      live =
          replicated.attachment() instanceof HoldfastSession session
              ? session
              : new HoldfastSession(this, replicated);
    }
    add(live);
    return live;
  }

  /** Returns the question whether values that cannot be replicated are refused. */
  BooleanSupplier distributable() {
    return distributable;
  }

  private boolean hasDistributableContext() {
    return getContext().getDistributable();
  }

  /** Returns the sticky route of this node; null if it has none. */
  @Nullable String route() {
    return route;
  }

  /** Returns {@code id} with the sticky route of this node, if it has one. */
  String routed(String id) {
    String suffix = route;
    return suffix == null ? id : id + "." + suffix;
  }

  /**
   * Creates a session with an id of ours; {@code requestedId} is ignored, for it comes from
   * outside.
   */
  @Override
  public Session createSession(@Nullable String requestedId) {
    RequestScope scope = RequestScope.current();
    if (scope == null) {
      noteUnscoped();
    } else {
      scope.checkMayBegin(this);
    }
    SessionReplicator current = cluster.replicator();
    // Any id will do: the session keeps the one it was replicated under.
    HoldfastSession session = charged((HoldfastSession) super.createSession(""), scope, current);
    if (scope != null) {
      scope.begun(session);
      scope.drew(session.replicated().id(), this);
    }
    return session;
  }

  @Override
  protected StandardSession getNewSession() {
    Duration maxInactive = Duration.ofMinutes(getContext().getSessionTimeout());
    SessionReplicator current = cluster.replicator();
    if (current == null) {
      throw unavailable(stopped(), RequestScope.current());
    }
    ReplicatedSession replicated = current.create(maxInactive, System.currentTimeMillis());
    return new HoldfastSession(this, replicated);
  }

  @Override
  public void add(Session session) {
    if (session instanceof HoldfastSession holdfast) {
      String parsed = RoutedId.parse(holdfast.getIdInternal()).id();
      String replicated = holdfast.replicated().id();
      // With a route the parsed text is a copy of one that the session keeps anyway.
      String id = parsed.equals(replicated) ? replicated : parsed;
      sessions.put(id, holdfast);
      // Looked at afterwards: a release or a stop that came before the put found nothing to remove.
      if (holdfast.standing().isReleased() || !holdfast.replicated().isValid() || isStopped()) {
        sessions.remove(id, holdfast);
      }
      noteActive();
    }
  }

  private void noteActive() {
    if (getActiveSessions() > getMaxActive()) {
      setMaxActive(getActiveSessions());
    }
  }

  @Override
  public void remove(Session session, boolean update) {
    super.remove(session, update);
    drop(session);
  }

  void drop(Session session) {
    String id = session.getIdInternal();
    if (id != null) {
      sessions.remove(RoutedId.parse(id).id(), session);
    }
  }

  /** Gives the session a new id of ours, keeps its place in the cluster and tells the listeners. */
  @Override
  public String rotateSessionId(Session session) {
    String drawn = ((HoldfastSession) session).replicated().rename();
    RequestScope scope = RequestScope.current();
    if (scope != null) {
      scope.drew(drawn, this);
    }
    String newId = routed(drawn);
    changeSessionId(session, newId, true, true);
    return newId;
  }

  /** Gives the session a new id like {@link #rotateSessionId}: ids are never taken from outside. */
  @Override
  public void changeSessionId(Session session, String ignoredId) {
    rotateSessionId(session);
  }

  @Override
  public void processExpires() {
    expiryBudget.spend(super::processExpires);
    SessionReplicator current = cluster.replicator();
    if (current != null) {
      current.endExpired(expired -> liveObjectOf(expired).expire(true));
    }
  }

  /**
   * Returns whether this thread may still wait for secondaries to confirm that this node may end a
   * session.
   */
  boolean hasTimeToExpire() {
    return expiryBudget.isLeft();
  }

  /** Returns whether this thread is the one that looks for expired sessions. */
  boolean isLookingForExpired() {
    return expiryBudget.isSpending();
  }

  /**
   * Refuses the current request, if there is one, and throws: its session may have ended elsewhere.
   */
  void refuseTimedOut() {
    throw unavailable(
        "it has timed out here, and this node cannot find out now whether another node has ended"
            + " it",
        RequestScope.current());
  }

  /**
   * Reports to the cluster that {@code session} has ended, before the response leaves if there is
   * one.
   */
  void ended(HoldfastSession session) {
    RequestScope scope = RequestScope.current();
    if (scope != null) {
      scope.use(session);
    } else {
      session.commitLate();
    }
  }

  /**
   * Drops a session that another node serves now. Called by the replication core on any thread, so
   * it runs no code of the application.
   */
  private void released(ReplicatedSession replicated) {
    if (replicated.attachment() instanceof HoldfastSession session) {
      session.standing().release();
      drop(session);
      passivations.add(session);
    }
  }
}
