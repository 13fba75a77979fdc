// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.session.SessionCache;
import org.eclipse.jetty.session.SessionCacheFactory;
import org.eclipse.jetty.util.component.LifeCycle;
import org.holdfast.servlet.session.OtherReplication;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that claims each context whose sessions Holdfast's cache replicates. Jetty calls it
 * when a context starts, before the context's initializers run: a Holdfast filter in the
 * application finds the claim and stays off. Once the context has started, its filters are known,
 * and the listener logs a warning if Spring Session's filter is among them. Stateless.
 */
final class ContextClaim implements LifeCycle.Listener {
  static final ContextClaim INSTANCE = new ContextClaim();

  private static final Logger log = LoggerFactory.getLogger(ContextClaim.class);
  private static final String OWN = "Holdfast for Jetty";

  private ContextClaim() {}

  @Override
  public void lifeCycleStarting(LifeCycle event) {
    if (event instanceof ContextHandler context && isOurs(context)) {
      context.setAttribute(OtherReplication.SERVED_BY, OWN);
    }
  }

  @Override
  public void lifeCycleStarted(LifeCycle event) {
    if (event instanceof ContextHandler context && isOurs(context)) {
      String warning =
          OtherReplication.springSessionWarning(context.getContextPath(), filtersOf(context), OWN);
      if (warning != null) {
        log.warn(warning);
      }
    }
  }

  /**
   * Returns whether Holdfast replicates the sessions of {@code context}. A context that starts may
   * have no session cache yet: Jetty takes one from the server's factory later.
   */
  private static boolean isOurs(ContextHandler context) {
    AbstractSessionManager manager = HoldfastJetty.managerOf(context);
    if (manager == null) {
      return false;
    }
    SessionCache cache = manager.getSessionCache();
    Server server = context.getServer();
    return cache == null
        ? server != null
            && server.getBean(SessionCacheFactory.class) instanceof HoldfastSessionCacheFactory
        : cache instanceof HoldfastSessionCache;
  }

  /**
   * Returns the class name of each filter, by the name of the filter. Each environment, such as
   * ee10, has its own classes for filters, so this uses reflection. Contexts without the Servlet
   * API have no filters.
   */
  private static Map<String, String> filtersOf(ContextHandler context) {
    Map<String, String> filters = new HashMap<>();
    try {
      Object servlets = call(context, "getServletHandler");
      if (servlets != null && call(servlets, "getFilters") instanceof Object[] holders) {
        for (Object holder : holders) {
          filters.put(
              String.valueOf(call(holder, "getName")),
              String.valueOf(call(holder, "getClassName")));
        }
      }
    } catch (ReflectiveOperationException e) {
      log.debug("Holdfast cannot read the filters of context {}", context, e);
    }
    return filters;
  }

  private static @Nullable Object call(Object target, String getter)
      throws ReflectiveOperationException {
    return target.getClass().getMethod(getter).invoke(target);
  }
}
