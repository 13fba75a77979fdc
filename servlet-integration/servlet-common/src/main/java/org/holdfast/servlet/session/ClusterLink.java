// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.time.Duration;
import java.time.InstantSource;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.metrics.AttributeTrafficBean;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.node.SharedNode;
import org.holdfast.replication.session.SessionListener;
import org.holdfast.replication.session.SessionReplicator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A web application's connection with the cluster, from its start to its stop. One thread at a time
 * joins and leaves; any may read.
 */
public final class ClusterLink {
  private static final Logger log = LoggerFactory.getLogger(ClusterLink.class);

  private final RunningRequests requests = new RunningRequests();
  private volatile @Nullable SharedNode share;
  private volatile @Nullable SessionReplicator replicator;
  private volatile AttributeTrafficBean.@Nullable Registration figures;

  /** Returns the member that the web applications of this container share; null unless joined. */
  public @Nullable ReplicationNode node() {
    SharedNode joined = share;
    return joined == null ? null : joined.node();
  }

  /** Returns the replicator; null unless joined, and another one after each join. */
  public @Nullable SessionReplicator replicator() {
    return replicator;
  }

  /** Returns the requests that a stop of the web application waits for. */
  public RunningRequests requests() {
    return requests;
  }

  /**
   * Joins the cluster; the caller leaves it again, also if this throws.
   *
   * <p>The node's threads may outlive this web application, when another one shares the node: they
   * must not hold its class loader, which they would inherit from the thread that starts it.
   */
  public void join(NodeConfig config, ApplicationConfig application, SessionListener listener) {
    Thread starter = Thread.currentThread();
    ClassLoader ofTheApplication = starter.getContextClassLoader();
    starter.setContextClassLoader(ClusterLink.class.getClassLoader());
    SharedNode joined;
    try {
      joined = ReplicationNode.shared(config, InstantSource.system());
    } finally {
      starter.setContextClassLoader(ofTheApplication);
    }
    share = joined;
    requests.open();
    SessionReplicator registered = joined.node().register(application, listener);
    replicator = registered;
    figures = AttributeTrafficBean.register(registered.attributeTraffic());
  }

  /**
   * Lets no request begin any more, and waits for the running ones to end: they find and commit
   * sessions as before. Blocks, for as long as {@link ReplicationNode#finish} gives them. Call it
   * as early in a stop as possible, while the web application still works. Does nothing the second
   * time, or unless joined.
   */
  public void finishRequests() {
    ReplicationNode node = node();
    SessionReplicator current = replicator;
    if (node != null && current != null && requests.close()) {
      node.finish(limit -> finishRequests(current.applicationName(), node.self().name(), limit));
    }
  }

  private void finishRequests(String application, String member, Duration limit) {
    int running = requests.count();
    if (running == 0) {
      return;
    }
    log.info(
        "{} stops on {} when {} requests have ended, or in {} ms; it answers others 503",
        application,
        member,
        running,
        limit.toMillis());
    long start = System.nanoTime();
    int left = requests.awaitNone(limit);
    if (left > 0) {
      log.warn(
          "{} stops on {} before {} of {} requests have ended, after {} ms: they are cut off, and"
              + " answered 503 when they use their session. A longer drainTimeoutMillis gives them"
              + " more time",
          application,
          member,
          left,
          running,
          Duration.ofNanos(System.nanoTime() - start).toMillis());
    }
  }

  /**
   * Leaves the cluster if joined; {@link #finishRequests} comes before. While {@code before} runs,
   * {@link #replicator} is null already and the node is still there. An exception of {@code before}
   * is thrown on once the cluster is left.
   */
  public void leave(Runnable before) {
    SessionReplicator closing = replicator;
    replicator = null;
    AttributeTrafficBean.Registration shown = figures;
    figures = null;
    try {
      if (shown != null) {
        shown.close();
      }
      before.run();
    } finally {
      try {
        if (closing != null) {
          closing.close();
        }
      } finally {
        leaveNode();
      }
    }
  }

  private void leaveNode() {
    SharedNode leaving = share;
    share = null;
    if (leaving != null) {
      leaving.close();
    }
  }
}
