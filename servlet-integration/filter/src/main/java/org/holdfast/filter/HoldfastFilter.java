// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.EventListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.servlet.session.OtherReplication;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: those of the container start and stop the filter; those of requests run through doFilter().
 * Lock: this, while the filter starts and stops. Requests take no lock.
 */

/**
 * A filter that gives the requests of a web application sessions that live on other nodes too, in
 * any container of Servlet 6. {@link HoldfastInitializer} adds it to distributable applications by
 * itself. Elsewhere it is added like any filter: as the first, for all paths and all dispatchers,
 * with asynchronous requests allowed.
 *
 * <p>Its init parameters are the settings of Holdfast; context parameters, environment variables
 * and system properties are, too, see {@link SettingsReader}. If several places have one setting,
 * the first of these wins: system property, environment variable, init parameter, context
 * parameter. With {@code enabled} set to false the filter passes requests on unchanged.
 */
public final class HoldfastFilter implements Filter {
  private static final Logger log = LoggerFactory.getLogger(HoldfastFilter.class);
  private static final String ATTRIBUTE = HoldfastFilter.class.getName();

  /**
   * The context attribute that is set where the container's form logins are kept in sessions of
   * this filter.
   */
  static final String KEEPS_LOGINS = HoldfastFilter.class.getName() + ".logins";

  /** The context attribute that is set once {@link #staysOff} has logged its warning. */
  private static final String HAS_WARNED = HoldfastFilter.class.getName() + ".staysOff";

  private static final String SCOPE = FilterScope.class.getName();

  /**
   * The request attribute with the scope of the application that the client sent the request to.
   */
  private static final String OUTER = SCOPE + ".outer";

  private final @Nullable List<EventListener> givenListeners;
  private final @Nullable Settings givenSettings;

  /**
   * The sessions of the application; null until the filter has started, and where it is switched
   * off. They stay after a stop, so that later requests are refused.
   */
  private volatile @Nullable FilterSessions sessions;

  /**
   * The request attribute with the scope. Its name contains the context path: a request that is
   * dispatched across contexts has a scope for each application.
   */
  private volatile String scopeAttribute = SCOPE;

  @GuardedBy("this")
  private boolean startedAlready;

  /** The listener that Tomcat calls before it stops the application; null in other containers. */
  @GuardedBy("this")
  private @Nullable TomcatStop tomcatStop;

  /** Creates a filter that finds the listeners of its application by itself. */
  public HoldfastFilter() {
    this.givenListeners = null;
    this.givenSettings = null;
  }

  /**
   * Creates a filter that asks neither its parameters nor the process for settings. Meant for
   * frameworks that have places and an order of their own. Attributes that cannot be replicated are
   * accepted, and stay on this node.
   */
  public HoldfastFilter(Settings settings) {
    this.givenListeners = null;
    this.givenSettings = settings;
  }

  /**
   * Creates a filter for containers that neither show their listeners nor look for annotations.
   *
   * @param listeners the listeners of session events, in the order of the calls
   */
  public HoldfastFilter(List<? extends EventListener> listeners) {
    this.givenListeners = List.copyOf(listeners);
    this.givenSettings = null;
  }

  /**
   * Joins the cluster, unless the application's initializer did.
   *
   * @throws ServletException naming the setting that is unknown or impossible, or saying why the
   *     cluster cannot be joined
   */
  @Override
  public void init(FilterConfig config) throws ServletException {
    try {
      SettingsReader reader = SettingsReader.ofProcess();
      reader.then(
          SettingsSource.own(
              "init parameter of the filter",
              Collections.list(config.getInitParameterNames()),
              config::getInitParameter));
      start(config.getServletContext(), reader);
      // Not in start(): a listener that was added in code must not ask for the filters.
      reportOtherReplication(config.getServletContext());
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new ServletException("Holdfast cannot start: " + e.getMessage(), e);
    }
  }

  static Settings settings(ServletContext context, SettingsReader reader) {
    return reader
        .then(
            SettingsSource.contextParameters(
                Collections.list(context.getInitParameterNames()), context::getInitParameter))
        .read();
  }

  /**
   * Returns whether the filter must stay off, because another integration of Holdfast serves the
   * application. Logs a warning then, once for each application.
   */
  static boolean staysOff(ServletContext context) {
    String other = OtherReplication.claimedBy(context);
    if (other != null && context.getAttribute(HAS_WARNED) == null) {
      context.setAttribute(HAS_WARNED, true);
      log.warn(
          "Holdfast is installed twice for web application {}: {} serves its sessions, and the"
              + " filter in the application stays off. Remove one of the two",
          context.getContextPath(),
          other);
    }
    return other != null;
  }

  /**
   * Joins the cluster, unless the filter is switched off or must stay off. Does nothing the second
   * time: both the initializer and the container call it.
   */
  synchronized void start(ServletContext context, SettingsReader reader) {
    if (startedAlready || staysOff(context)) {
      return;
    }
    Settings settings = givenSettings == null ? settings(context, reader) : givenSettings;
    if (!settings.enabled(true)) {
      log.info(
          "Holdfast does not replicate the sessions of {}, because enabled is false; the container"
              + " keeps them",
          context.getContextPath());
      sessions = null;
      return;
    }
    WebXml descriptor = WebXml.of(context);
    if (descriptor.logsInBySession() && context.getAttribute(KEEPS_LOGINS) == null) {
      log.warn(
          "{} uses the container's FORM login, which the container keeps in a session of its own:"
              + " Holdfast does not replicate the login, and the container's session cookie"
              + " conflicts with Holdfast's. Let the application log its users in, or use"
              + " Holdfast's integration for Tomcat or Jetty",
          context.getContextPath());
    }
    boolean keeps = givenSettings != null || descriptor.exists() && !descriptor.distributable();
    FilterSessions started =
        FilterSessions.start(context, settings, keeps, () -> listenersOf(context));
    sessions = started;
    tomcatStop = TomcatStop.before(context, started::finishRequests);
    scopeAttribute = SCOPE + ":" + context.getContextPath();
    context.setAttribute(ATTRIBUTE, this);
    startedAlready = true;
  }

  private void reportOtherReplication(ServletContext context) {
    if (sessions == null) {
      return;
    }
    if (TomcatCluster.isSetUp(context)) {
      log.warn(
          "Tomcat's <Cluster> and Holdfast's filter are both configured for web application {}: the"
              + " filter replicates its sessions, and <Cluster> does not. Remove <Cluster>",
          context.getContextPath());
    }
    Map<String, String> filters = new HashMap<>();
    context
        .getFilterRegistrations()
        .forEach((name, each) -> filters.put(name, String.valueOf(each.getClassName())));
    String warning =
        OtherReplication.springSessionWarning(
            context.getContextPath(), filters, "Holdfast's filter");
    if (warning != null) {
      log.warn(warning);
    }
  }

  private List<EventListener> listenersOf(ServletContext context) {
    if (givenListeners != null) {
      return givenListeners;
    }
    List<EventListener> containers = ContainerListeners.of(context);
    return containers != null
        ? containers
        : DeclaredListeners.of(
            context, WebXml.of(context), HoldfastInitializer.scannedClasses(context));
  }

  /** Leaves the cluster; the sessions stay there. */
  @Override
  public void destroy() {
    stop();
  }

  /**
   * Leaves the cluster, after it has waited for running requests. The filter then refuses all
   * requests that ask for a session. If it let them use the container's sessions, the container
   * would replace the cookie of the client.
   */
  synchronized void stop() {
    FilterSessions stopping = sessions;
    if (startedAlready && stopping != null) {
      startedAlready = false;
      if (tomcatStop != null) {
        tomcatStop.close();
        tomcatStop = null;
      }
      stopping.stop();
    }
  }

  /** Returns the filter that serves an application; null if none does or it has not started. */
  public static @Nullable HoldfastFilter of(ServletContext context) {
    return context.getAttribute(ATTRIBUTE) instanceof HoldfastFilter filter ? filter : null;
  }

  /** Returns the member of the cluster behind this filter, for its figures; null unless started. */
  public @Nullable ReplicationNode replicationNode() {
    FilterSessions started = sessions;
    return started == null ? null : started.node();
  }

  /** Returns the scope of {@code request}; null if the request has not come to this filter yet. */
  @Nullable FilterScope scopeOf(ServletRequest request) {
    return request.getAttribute(scopeAttribute) instanceof FilterScope scope ? scope : null;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    FilterSessions started = sessions;
    if (started != null
        && request instanceof HttpServletRequest httpRequest
        && response instanceof HttpServletResponse httpResponse) {
      pass(started, httpRequest, httpResponse, chain);
    } else {
      chain.doFilter(request, response);
    }
  }

  /**
   * Gives a request its scope, and wraps request and response. Does so once: later dispatches in
   * this application use the same scope and wrappers.
   */
  private void pass(
      FilterSessions started,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException {
    FilterScope scope = scopeOf(request);
    if (scope == null) {
      FilterScope outer = request.getAttribute(OUTER) instanceof FilterScope first ? first : null;
      scope = new FilterScope(started, request, response, outer);
      request.setAttribute(scopeAttribute, scope);
      if (outer == null) {
        request.setAttribute(OUTER, scope);
      }
    }
    FilteredRequest present = FilteredRequest.in(request, scope);
    if (present != null) {
      dispatch(scope, present, request, response, chain);
      return;
    }
    FilteredResponse guarded = new FilteredResponse(response, scope, request);
    FilteredRequest filtered = new FilteredRequest(request, scope, guarded);
    dispatch(scope, filtered, filtered, guarded, chain);
  }

  /**
   * Runs one dispatch. The outermost dispatch ends the scope, which replicates the sessions before
   * the response leaves. An asynchronous request ends later, see {@link FilterAsyncContext}.
   */
  private static void dispatch(
      FilterScope scope,
      FilteredRequest filtered,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException {
    FilteredResponse guarded = filtered.response();
    boolean outermost = scope.arrive((HttpServletResponse) guarded.getResponse());
    if (outermost) {
      guarded.resume();
      filtered.beginDispatch();
    }
    try {
      if (scope.isTooLate()) {
        return;
      }
      if (outermost) {
        scope.sessions().weld().begin(filtered, (HttpServletRequest) filtered.getRequest());
      }
      chain.doFilter(request, response);
    } catch (IOException | ServletException | RuntimeException e) {
      if (!outermost || !scope.isRefused()) {
        throw e;
      }
      log.debug("a request that gets 503 ended with an exception", e);
    } finally {
      try {
        if (outermost && filtered.goesOn()) {
          scope.awaitCompletion();
        } else if (outermost) {
          // Only asynchronous requests write without blocking: the end is written at once.
          boolean unused = scope.end(guarded, () -> {});
        }
      } finally {
        scope.depart();
      }
    }
  }
}
