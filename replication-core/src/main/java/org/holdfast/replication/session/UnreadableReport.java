// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.UnreadablePolicy;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.slf4j.LoggerFactory;

/**
 * A report of attributes of one web application that cannot be read here. It logs them once for
 * each class and tells the integration each time, and the session ends if the policy wants it.
 * Thread-safe.
 */
final class UnreadableReport {
  /** The number of classes and names that were logged and are kept, before all are forgotten. */
  private static final int MOST_TOLD = 1_000;

  private final String application;
  private final UnreadablePolicy policy;
  private final ReplicationMetrics metrics;
  private final SessionListener listener;
  private final Consumer<String> log;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  UnreadableReport(ApplicationConfig config, ReplicationMetrics metrics, SessionListener listener) {
    this(config, metrics, listener, LoggerFactory.getLogger(UnreadableReport.class)::warn);
  }

  UnreadableReport(
      ApplicationConfig config,
      ReplicationMetrics metrics,
      SessionListener listener,
      Consumer<String> log) {
    this.application = config.name();
    this.policy = config.serialization().unreadable();
    this.metrics = metrics;
    this.listener = listener;
    this.log = log;
  }

  /**
   * Logs the problem and runs the listener, which may run code of the application: call it without
   * locks.
   *
   * @param replaced whether the application has put something else there, or removed it: it can do
   *     without what was there, so that is no reason to end the session
   */
  void add(
      ReplicatedSession session, String name, CorruptAttributeException problem, boolean replaced) {
    tell(name, problem);
    listener.onUnreadable(session, name, problem);
    // A session that went elsewhere, or has ended, cannot be ended here.
    if (policy == UnreadablePolicy.INVALIDATE && !replaced && session.isValid()) {
      metrics.count(Counter.UNREADABLE_SESSIONS);
      listener.endUnreadable(session);
    }
  }

  private void tell(String name, CorruptAttributeException problem) {
    UnreadableClass unreadable = problem.unreadable();
    if (told.size() >= MOST_TOLD) {
      told.clear();
    }
    if (told.add(unreadable == null ? "attribute " + name : unreadable.className())) {
      log.accept(
          "this node cannot read an attribute of a session of application \""
              + application
              + "\", "
              + (policy == UnreadablePolicy.INVALIDATE
                  ? "so its session ends"
                  : "so the attribute reads as absent here, but its bytes are kept")
              + "; logged once for each class, counted as unreadableAttributes: "
              + problem.getMessage());
    }
  }
}
