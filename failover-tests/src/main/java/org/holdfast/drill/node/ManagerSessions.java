// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.util.Map;
import java.util.Optional;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.tomcat.HoldfastManager;
import org.jspecify.annotations.Nullable;

/** Sessions of Holdfast's manager in Tomcat. */
final class ManagerSessions extends ReplicatedSessions implements TomcatSessions {
  private final RememberingManager manager = new RememberingManager();

  /** For an application that brings its own classes along. */
  ManagerSessions(NodeSettings settings) {
    this(settings, namedSettings(settings));
  }

  private ManagerSessions(NodeSettings settings, Map<String, String> named) {
    super(settings);
    named.forEach(manager::setProperty);
  }

  /** For the demo application, whose classes are the node's own. */
  static ManagerSessions ofDemo(NodeSettings settings) {
    return new ManagerSessions(settings, namedSettingsOfDemo(settings));
  }

  @Override
  public void installIn(Context context) {
    context.setDistributable(true);
    context.setManager(manager);
  }

  @Override
  @Nullable ReplicationNode replicationNode() {
    return manager.replicationNode();
  }

  @Override
  public Optional<Exception> failure() {
    return Optional.ofNullable(manager.failure);
  }

  /** Keeps the reason of a failed start, which Tomcat writes into its log and tells nobody. */
  private static final class RememberingManager extends HoldfastManager {
    private volatile @Nullable Exception failure;

    @Override
    protected void startInternal() throws LifecycleException {
      try {
        super.startInternal();
      } catch (LifecycleException e) {
        failure = e.getCause() instanceof RuntimeException reason ? reason : e;
        throw e;
      }
    }
  }
}
