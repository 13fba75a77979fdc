// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.session.NullSessionDataStore;
import org.eclipse.jetty.session.SessionCache;
import org.eclipse.jetty.session.SessionCacheFactory;
import org.eclipse.jetty.session.SessionManager;
import org.eclipse.jetty.util.component.Container;
import org.jspecify.annotations.Nullable;

/**
 * A factory that, as a bean of the server, gives each of its contexts replicated sessions.
 * Thread-safe.
 *
 * <p>It also installs the id manager, and a handler directly behind the session handler, so there
 * is nothing else to set up.
 */
public final class HoldfastSessionCacheFactory
    implements SessionCacheFactory, Container.InheritedListener {
  private final Map<String, String> settings = new ConcurrentHashMap<>();
  private final @Nullable JettySettings complete;
  private volatile String base = "";

  /** Creates a factory without settings of its own; for {@code jetty.xml}. */
  public HoldfastSessionCacheFactory() {
    this(Map.of());
  }

  /**
   * @param settings by their names, {@code cluster} for instance; they are checked when a context
   *     starts
   */
  public HoldfastSessionCacheFactory(Map<String, String> settings) {
    this.settings.putAll(settings);
    this.complete = null;
  }

  /** Creates a factory that takes its settings from {@code complete} alone. */
  HoldfastSessionCacheFactory(JettySettings complete) {
    this.complete = complete;
  }

  /**
   * Adds a setting. An empty value, as of an unset property in a module, leaves the setting as it
   * is.
   */
  public void set(String name, String value) {
    if (!value.isBlank()) {
      settings.put(name, value);
    }
  }

  /**
   * Has relative names of files in settings count from {@code directory}.
   *
   * @param directory the base directory of Jetty's distribution; empty for the working directory
   */
  public void relativeTo(String directory) {
    base = directory;
  }

  /**
   * Looks through the files and the command line of Jetty's distribution for settings that Jetty
   * would silently ignore.
   *
   * @param jettyBase the base directory; empty if there is none
   * @throws IllegalArgumentException naming the place, the setting, and the nearest known one
   */
  public void refuseUnknownSettingsIn(String jettyBase) {
    if (!jettyBase.isBlank()) {
      // Jetty's start is the server's JVM, or names all properties to it; but not with --exec.
      StartFiles.refuseUnknownSettings(
          Path.of(jettyBase), System.getProperty("sun.java.command", ""));
    }
  }

  /** Has each context of the server claimed when it starts, before Jetty asks for its sessions. */
  @Override
  public void beanAdded(Container parent, Object child) {
    if (child instanceof ContextHandler context) {
      context.addEventListener(ContextClaim.INSTANCE);
    }
  }

  /** Does nothing: a context that is removed may be added again. */
  @Override
  public void beanRemoved(Container parent, Object child) {}

  /**
   * @throws IllegalArgumentException if {@code manager} is not one of Jetty's session handlers
   */
  @Override
  public SessionCache getSessionCache(SessionManager manager) {
    if (!(manager instanceof AbstractSessionManager jettys
        && manager instanceof Handler.Singleton handler)) {
      throw new IllegalArgumentException(
          "Holdfast replicates sessions only for a session handler of Jetty, was "
              + manager.getClass().getName());
    }
    JettySessions sessions =
        new JettySessions(jettys, complete == null ? new JettySettings(settings, base) : complete);
    HoldfastSessionCache cache = new HoldfastSessionCache(sessions);
    cache.setSessionDataStore(new NullSessionDataStore());
    jettys.setSessionIdManager(new HoldfastIdManager(sessions));
    handler.insertHandler(new GateHandler(sessions));
    return cache;
  }
}
