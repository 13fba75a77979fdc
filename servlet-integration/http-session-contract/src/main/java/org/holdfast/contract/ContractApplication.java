// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.EventListener;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A web application of the contract for one node. The integration reads the parts that a deployment
 * descriptor or the container has to say ({@link #contextPath}, {@link #isDistributable}, {@link
 * #errorPages}, {@link #login}, {@link #sessionTimeoutMinutes}); {@link #install} registers the
 * rest.
 *
 * <p>Every application records the events of its listeners and serves them under {@code
 * /contract/events}.
 */
public final class ContractApplication {
  private static final int SECONDS_PER_MINUTE = 60;

  private final String contextPath;
  private final Map<String, Page> pages = new ConcurrentHashMap<>();
  private final Map<Integer, String> errorPages = new TreeMap<>();
  private final List<Filter> filters = new ArrayList<>();
  private final List<EventListener> listeners = new ArrayList<>();
  private final List<Consumer<ServletContext>> steps = new ArrayList<>();
  private final Gates gates = new Gates();
  private final EventLog events = new EventLog();
  private boolean distributable = true;
  private boolean crossContext;
  private int sessionTimeoutSeconds = 30 * SECONDS_PER_MINUTE;
  private @Nullable Login login;

  private ContractApplication(String contextPath) {
    this.contextPath = contextPath;
    page("/contract/events", events::serve);
    page("/contract/probe", CommonPages::count);
    page("/contract/reached", (q, r) -> r.getWriter().print(gates.isReached(gateIn(q))));
    page("/contract/open", (q, r) -> gates.open(gateIn(q)));
  }

  private static String gateIn(HttpServletRequest request) {
    return String.valueOf(request.getParameter("gate"));
  }

  /**
   * @param contextPath empty for the root, else with a slash before
   */
  public static ContractApplication at(String contextPath) {
    return new ContractApplication(contextPath);
  }

  public ContractApplication page(String path, Page page) {
    pages.put(path, page);
    return this;
  }

  /** Adds a filter of all requests and dispatches, in the order of the calls, before any page. */
  public ContractApplication filter(Filter filter) {
    filters.add(filter);
    return this;
  }

  public ContractApplication listener(EventListener listener) {
    listeners.add(listener);
    return this;
  }

  /** Adds a step that configures the context before it is initialised. */
  public ContractApplication configure(Consumer<ServletContext> step) {
    steps.add(step);
    return this;
  }

  /** Sets the location that serves errors of a status. */
  public ContractApplication errorPage(int status, String location) {
    errorPages.put(status, location);
    return this;
  }

  /** Leaves out {@code <distributable/>}, which applications have by default. */
  public ContractApplication notDistributable() {
    distributable = false;
    return this;
  }

  public ContractApplication crossContext() {
    crossContext = true;
    return this;
  }

  public ContractApplication sessionTimeoutMinutes(int minutes) {
    return sessionTimeoutSeconds(minutes * SECONDS_PER_MINUTE);
  }

  /** Sets the time-out, for containers that count seconds. */
  public ContractApplication sessionTimeoutSeconds(int seconds) {
    sessionTimeoutSeconds = seconds;
    return this;
  }

  public ContractApplication login(Login required) {
    login = required;
    return this;
  }

  // for the integrations

  public String contextPath() {
    return contextPath;
  }

  public boolean isDistributable() {
    return distributable;
  }

  /** Returns whether {@code ServletContext.getContext} shall give the other applications. */
  public boolean isCrossContext() {
    return crossContext;
  }

  public int sessionTimeoutMinutes() {
    return sessionTimeoutSeconds / SECONDS_PER_MINUTE;
  }

  public int sessionTimeoutSeconds() {
    return sessionTimeoutSeconds;
  }

  /** Returns the locations of error pages by status. */
  public Map<Integer, String> errorPages() {
    return errorPages;
  }

  /** Returns the login that the container has to do; null if there is none. */
  public @Nullable Login login() {
    return login;
  }

  /**
   * Registers servlet, filters and listeners. Call it once, while the context may still be
   * configured: by a {@code ServletContainerInitializer}, say.
   */
  public void install(ServletContext context) {
    context.setAttribute(EventLog.ATTRIBUTE, events);
    SessionRecorder recorder = new SessionRecorder(events);
    context.addListener(recorder);
    listeners.forEach(context::addListener);
    for (int i = 0; i < filters.size(); i++) {
      FilterRegistration.Dynamic filter = context.addFilter("contract-" + i, filters.get(i));
      filter.setAsyncSupported(true);
      filter.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), true, "/*");
    }
    ServletRegistration.Dynamic servlet = context.addServlet("contract", new PageServlet(pages));
    servlet.setAsyncSupported(true);
    servlet.addMapping("/");
    context.setSessionTrackingModes(
        EnumSet.of(SessionTrackingMode.COOKIE, SessionTrackingMode.URL));
    steps.forEach(step -> step.accept(context));
  }

  /**
   * Releases pages that wait for the test, since their node is leaving. When a node is killed, call
   * it only after nothing that they still do can reach another node.
   */
  public void endWaiting() {
    gates.openAll();
  }

  // for pages

  public Gates gates() {
    return gates;
  }

  public EventLog events() {
    return events;
  }
}
