// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
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

  /** The links of all web applications that have joined. */
  private static final Set<ClusterLink> JOINED = ConcurrentHashMap.newKeySet();

  private final RunningRequests requests = new RunningRequests();
  private volatile @Nullable SharedNode share;
  private volatile @Nullable SessionReplicator replicator;
  private volatile @Nullable Object site;
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
   *
   * @param site of all web applications whose clients may send one cookie to several of them
   */
  public void join(
      NodeConfig config, ApplicationConfig application, SessionListener listener, Object site) {
    Thread starter = Thread.currentThread();
    ClassLoader ofTheApplication = starter.getContextClassLoader();
    starter.setContextClassLoader(ClusterLink.class.getClassLoader());
    SharedNode joined;
    try {
      joined = ReplicationNode.shared(config, application, InstantSource.system());
    } finally {
      starter.setContextClassLoader(ofTheApplication);
    }
    share = joined;
    requests.open();
    SessionReplicator registered = joined.node().register(application, listener);
    replicator = registered;
    figures = AttributeTrafficBean.register(registered.attributeTraffic());
    this.site = site;
    JOINED.add(this);
  }

  /** Returns the message for an {@code application} whose start failed, since it cannot join. */
  public static String startFailure(String application, Exception cause) {
    return "session replication of web application "
        + application
        + " cannot start: "
        + cause.getMessage();
  }

  /** Returns whether {@code id} was drawn for this web application, by its form alone. */
  public boolean isOwn(String id) {
    SessionReplicator current = replicator;
    return current != null && current.isOwn(id);
  }

  /**
   * Returns whether {@code id} was drawn for another web application that runs in this site, by its
   * form alone.
   */
  public boolean isOfAnother(String id) {
    return !isOwn(id) && anyOther(other -> other.isOwn(id));
  }

  /**
   * Returns whether a session of another web application that runs in this site had {@code id}, and
   * this node serves it under another id now.
   */
  public boolean isReplacedInAnother(String id) {
    return anyOther(
        other -> {
          SessionReplicator current = other.replicator;
          return current != null && current.isReplaced(id);
        });
  }

  private boolean anyOther(Predicate<ClusterLink> condition) {
    for (ClusterLink other : JOINED) {
      if (other != this && other.site == site && condition.test(other)) {
        return true;
      }
    }
    return false;
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

  /** Lets requests begin again after {@link #finishRequests}. Does nothing unless joined. */
  public void resumeRequests() {
    if (replicator != null) {
      requests.open();
    }
  }

  private void finishRequests(String application, String member, Duration limit) {
    int running = requests.count();
    if (running == 0) {
      return;
    }
    log.info(
        "application {} on {} waits for {} running requests before it stops, at most {} ms; it"
            + " answers 503 to new requests",
        application,
        member,
        running,
        limit.toMillis());
    long start = System.nanoTime();
    int left = requests.awaitNone(limit);
    if (left > 0) {
      log.warn(
          "application {} on {} stops although {} of {} requests are still running after {} ms:"
              + " they get 503 when they use their session. Raise drainTimeoutMillis to give"
              + " requests more time",
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
    JOINED.remove(this);
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
