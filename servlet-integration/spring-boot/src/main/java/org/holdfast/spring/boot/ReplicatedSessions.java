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
 * Threads: the thread that starts the application creates the object and calls `servedBy`; any thread may read. `service` is
 * written before the web server accepts requests. The threads that start and stop the application, one at a time, call
 * `resumeRequests` and `finishRequests`.
 */

/**
 * The replicated sessions of this application: their settings, and which integration serves them.
 */
public final class ReplicatedSessions implements SmartInitializingSingleton {
  private static final Logger log = LoggerFactory.getLogger(ReplicatedSessions.class);

  /** The integration that serves the sessions, as {@code servedBy} describes it. */
  private record Service(
      String name,
      Supplier<@Nullable ReplicationNode> node,
      Runnable resumeRequests,
      Runnable finishRequests) {}

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
    servedBy(name, node, () -> {}, () -> {});
  }

  /**
   * Sets an integration whose requests Boot's graceful shutdown does not wait for to their end.
   * Boot's wait on Tomcat ends with the servlet, before the session is replicated and the response
   * is written. On Jetty and Undertow it ends with the response.
   *
   * @param resumeRequests lets requests begin again; does nothing unless a stop came before
   * @param finishRequests lets no request begin any more, and waits for the running ones
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

  /** Lets requests begin again, after a stop of the application that did not close it. */
  void resumeRequests() {
    Service current = service;
    if (current != null) {
      current.resumeRequests().run();
    }
  }

  /**
   * Waits until the running requests have replicated their sessions and have answered, as far as
   * the web server does not. The web server still has its connections.
   */
  void finishRequests() {
    Service current = service;
    if (current != null) {
      current.finishRequests().run();
    }
  }
}
