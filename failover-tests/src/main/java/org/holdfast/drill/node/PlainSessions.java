// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.Context;
import org.apache.catalina.session.StandardManager;
import org.holdfast.drill.cluster.NodeStatus;

/**
 * The container's own sessions in the heap of one node, lost with it: what a drill must be able to
 * tell from replicated ones. Counts them by what the container tells it as a listener.
 */
final class PlainSessions implements TomcatSessions, HttpSessionListener {
  private final String nodeName;
  private final AtomicLong created = new AtomicLong();
  private final AtomicLong alive = new AtomicLong();

  PlainSessions(String nodeName) {
    this.nodeName = nodeName;
  }

  @Override
  public void installIn(Context context) {
    context.setManager(new StandardManager());
    context.addServletContainerInitializer(
        (none, application) -> application.addListener(this), Set.of());
  }

  @Override
  public void sessionCreated(HttpSessionEvent event) {
    created.incrementAndGet();
    alive.incrementAndGet();
  }

  @Override
  public void sessionDestroyed(HttpSessionEvent event) {
    alive.decrementAndGet();
  }

  @Override
  public NodeStatus status() {
    long sessions = alive.get();
    return new NodeStatus(
        nodeName,
        0,
        List.of(nodeName),
        true,
        sessions,
        0,
        sessions,
        Map.of("sessionsCreated", created.get()));
  }
}
