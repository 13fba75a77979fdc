// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import org.holdfast.micrometer.HoldfastMetrics;
import org.holdfast.replication.node.ReplicationNode;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Binds the meters once the web server, and with it the node, has started; takes them away again
 * when the application ends. Used by the threads that start and stop the application, one at a
 * time.
 */
final class NodeMeters implements ApplicationListener<ApplicationStartedEvent>, DisposableBean {
  private final ReplicatedSessions sessions;
  private final ObjectProvider<MeterRegistry> registry;
  private @Nullable HoldfastMetrics bound;

  NodeMeters(ReplicatedSessions sessions, ObjectProvider<MeterRegistry> registry) {
    this.sessions = sessions;
    this.registry = registry;
  }

  @Override
  public void onApplicationEvent(ApplicationStartedEvent event) {
    ReplicationNode node = sessions.node();
    // If there are several registries, one is the primary, which hands everything on to the others.
    MeterRegistry target = registry.getIfUnique();
    if (bound == null && node != null && target != null) {
      HoldfastMetrics metrics = new HoldfastMetrics(node);
      metrics.bindTo(target);
      bound = metrics;
    }
  }

  @Override
  public void destroy() {
    HoldfastMetrics metrics = bound;
    bound = null;
    if (metrics != null) {
      metrics.close();
    }
  }
}
