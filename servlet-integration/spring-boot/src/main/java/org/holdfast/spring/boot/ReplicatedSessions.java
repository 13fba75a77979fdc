// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import java.util.function.Supplier;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.servlet.settings.Settings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/*
 * Threads: the one that starts the application makes it and says who serves; any other reads. `service` is written before the
 * web server accepts requests.
 */

/**
 * The replicated sessions of this application: their settings, and which integration serves them.
 */
public final class ReplicatedSessions implements SmartInitializingSingleton {
  private static final Logger log = LoggerFactory.getLogger(ReplicatedSessions.class);

  /**
   * @param name of the web server, or of the filter
   * @param node null unless it has started
   */
  private record Service(String name, Supplier<@Nullable ReplicationNode> node) {}

  private final Settings settings;
  private volatile @Nullable Service service;

  ReplicatedSessions(Settings settings) {
    this.settings = settings;
  }

  public Settings settings() {
    return settings;
  }

  /**
   * Sets the integration that serves the sessions.
   *
   * @param name {@code tomcat}, {@code jetty} or {@code filter}
   * @param node gives the member of the cluster, or null unless it has started
   */
  public void servedBy(String name, Supplier<@Nullable ReplicationNode> node) {
    service = new Service(name, node);
  }

  /** Returns {@code tomcat}, {@code jetty} or {@code filter}; {@code none} if none serves them. */
  public String integration() {
    Service current = service;
    return current == null ? "none" : current.name();
  }

  /** Returns the member of the cluster, for its figures; null unless the web server runs. */
  public @Nullable ReplicationNode node() {
    Service current = service;
    return current == null ? null : current.node().get();
  }

  @Override
  public void afterSingletonsInstantiated() {
    if (service == null) {
      log.warn(
          "Holdfast does not replicate the sessions: this application runs no embedded Tomcat or"
              + " Jetty. If an external container runs it, set Holdfast up there; else set"
              + " holdfast.enabled=false");
    }
  }
}
