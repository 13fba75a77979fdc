// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.session.SessionCacheFactory;
import org.eclipse.jetty.session.SessionManager;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.servlet.settings.Settings;
import org.jspecify.annotations.Nullable;

/**
 * The set-up of replicated sessions in embedded Jetty. {@code install} does it for one context. To
 * do it for all contexts, add {@link HoldfastSessionCacheFactory} to the server as a bean.
 * Stateless.
 */
public final class HoldfastJetty {
  private HoldfastJetty() {}

  /**
   * Makes the sessions of {@code context} replicated ones. Call it before the context starts. If
   * you give the context another session handler, do so before.
   *
   * @param context a {@code ServletContextHandler} or {@code WebAppContext} of ee10 or ee11, with
   *     sessions
   * @param settings by their names, {@code cluster} for instance; a system property or environment
   *     variable overrides them
   * @throws IllegalArgumentException if {@code context} has no sessions
   */
  public static void install(ContextHandler context, Map<String, String> settings) {
    install(context, new HoldfastSessionCacheFactory(settings));
  }

  /**
   * Makes the sessions of {@code context} replicated ones, as {@link #install(ContextHandler, Map)}
   * does, but takes all settings from {@code settings} alone. Meant for frameworks that have places
   * and an order of their own.
   *
   * @param keepsWhatCannotMove whether attributes that cannot be replicated are accepted, and stay
   *     on this node
   * @throws IllegalArgumentException if {@code context} has no sessions
   */
  public static void install(
      ContextHandler context, Settings settings, boolean keepsWhatCannotMove) {
    install(
        context,
        new HoldfastSessionCacheFactory(JettySettings.complete(settings, keepsWhatCannotMove)));
  }

  private static void install(ContextHandler context, SessionCacheFactory factory) {
    AbstractSessionManager manager = managerOf(context);
    if (manager == null) {
      throw new IllegalArgumentException(
          "context "
              + context.getContextPath()
              + " has no session handler, so there are no sessions to replicate");
    }
    manager.setSessionCache(factory.getSessionCache(manager));
    context.addEventListener(ContextClaim.INSTANCE);
  }

  /** Returns the session handler of {@code context}; null if it has none. */
  static @Nullable AbstractSessionManager managerOf(ContextHandler context) {
    List<SessionManager> managers = List.copyOf(context.getContainedBeans(SessionManager.class));
    return managers.stream()
        .filter(AbstractSessionManager.class::isInstance)
        .map(AbstractSessionManager.class::cast)
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the member of the cluster that serves {@code context}, for its figures; null unless
   * Holdfast replicates the sessions of the context and the context has started.
   */
  public static @Nullable ReplicationNode replicationNode(ContextHandler context) {
    AbstractSessionManager manager = managerOf(context);
    return manager != null && manager.getSessionCache() instanceof HoldfastSessionCache cache
        ? cache.sessions().node()
        : null;
  }
}
