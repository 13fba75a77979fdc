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
 * A listener that claims the contexts whose sessions are Holdfast's before their initializers run,
 * so that a Holdfast filter in the application stands down. Once their filters are known, it logs
 * if Spring Session's is among them. Stateless.
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
      String springs =
          OtherReplication.springSession(context.getContextPath(), filtersOf(context), OWN);
      if (springs != null) {
        log.warn(springs);
      }
    }
  }

  /**
   * Returns whether the sessions are Holdfast's, or will be: Jetty asks its server's factory later.
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
   * Returns the names of the filters' classes by the names of the filters. Contexts of the Servlet
   * API have filters, but each environment has classes of its own for them.
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
