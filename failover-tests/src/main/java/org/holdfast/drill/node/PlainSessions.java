/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
