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
 * A factory of session caches that replicate. As a bean of a server, it gives replicated sessions
 * to each context of that server. Jetty calls it when a context starts. Thread-safe.
 *
 * <p>It also installs the id manager, and a handler directly behind the session handler, so
 * operators need not set up anything else.
 */
public final class HoldfastSessionCacheFactory
    implements SessionCacheFactory, Container.InheritedListener {
  private final Map<String, String> settings = new ConcurrentHashMap<>();

  /** The settings to use instead of {@link #settings} and of all other places; null if none. */
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

  /** Adds a setting. Ignores an empty value: a module has one for each property that is not set. */
  public void set(String name, String value) {
    if (!value.isBlank()) {
      settings.put(name, value);
    }
  }

  /**
   * Sets the directory to which names of files in settings are relative.
   *
   * @param directory the base directory of Jetty's distribution; empty for the working directory
   */
  public void relativeTo(String directory) {
    base = directory;
  }

  /**
   * Rejects settings in the files and on the command line of Jetty's distribution that Jetty would
   * ignore without a message.
   *
   * @param jettyBase the base directory; empty if there is none
   * @throws IllegalArgumentException naming the place, the setting, and the nearest known one
   */
  public void refuseUnknownSettingsIn(String jettyBase) {
    if (!jettyBase.isBlank()) {
      // The command line of this process is that of start.jar, or has all properties that start.jar
      // passed on. With --exec it has none of them, and this finds only those in files.
      StartFiles.refuseUnknownSettings(
          Path.of(jettyBase), System.getProperty("sun.java.command", ""));
    }
  }

  /** Has {@link ContextClaim} claim each context of the server when that context starts. */
  @Override
  public void beanAdded(Container parent, Object child) {
    if (child instanceof ContextHandler context) {
      context.addEventListener(ContextClaim.INSTANCE);
    }
  }

  /** Does nothing: the listener stays in a removed context, which may be added again. */
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
