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
import org.springframework.context.SmartLifecycle;

/*
 * Threads: the one that starts the application makes it and says who serves; any other reads. `service` is written before the
 * web server accepts requests. The thread that stops the application calls `stop`.
 */

/**
 * The replicated sessions of this application: their settings, and which integration serves them.
 *
 * <p>When the application stops, it waits for the requests whose sessions are not replicated yet.
 * Boot's own wait misses them: for Boot a request has ended with its servlet, and then Boot closes
 * the connections before it stops the application's context.
 */
public final class ReplicatedSessions implements SmartInitializingSingleton, SmartLifecycle {
  /** The phase after Boot's graceful shutdown and before the stop of the web server. */
  private static final int PHASE = DEFAULT_PHASE - 1536;

  private static final Logger log = LoggerFactory.getLogger(ReplicatedSessions.class);

  /**
   * @param name of the web server, or of the filter
   * @param node null unless it has started
   * @param resumeRequests see {@link #servedBy(String, Supplier, Runnable, Runnable)}
   * @param finishRequests see there
   */
  private record Service(
      String name,
      Supplier<@Nullable ReplicationNode> node,
      Runnable resumeRequests,
      Runnable finishRequests) {}

  private final Settings settings;
  private volatile @Nullable Service service;
  private volatile boolean running;

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
    servedBy(name, node, () -> {}, () -> {});
  }

  /**
   * Like {@link #servedBy(String, Supplier)}, for an integration whose web server does not wait
   * until responses are complete.
   *
   * @param resumeRequests lets requests begin again; called when the application starts, also after
   *     a stop that did not close it
   * @param finishRequests lets no request begin any more, and waits for the running ones; called
   *     before the web server closes its connections
   */
  void servedBy(
      String name,
      Supplier<@Nullable ReplicationNode> node,
      Runnable resumeRequests,
      Runnable finishRequests) {
    service = new Service(name, node, resumeRequests, finishRequests);
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

  @Override
  public void start() {
    running = true;
    Service current = service;
    if (current != null) {
      current.resumeRequests().run();
    }
  }

  @Override
  public void stop() {
    running = false;
    Service current = service;
    if (current != null) {
      current.finishRequests().run();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
