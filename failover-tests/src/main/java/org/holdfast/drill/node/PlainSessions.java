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

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.catalina.Context;
import org.apache.catalina.session.StandardManager;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.replication.metrics.AttributeTrafficSnapshot;

/**
 * Tomcat's own sessions in the heap of one node, lost with it: what a drill must be able to tell
 * from replicated ones.
 */
final class PlainSessions implements NodeSessions {
  private final String nodeName;
  private final StandardManager manager = new StandardManager();

  PlainSessions(String nodeName) {
    this.nodeName = nodeName;
  }

  @Override
  public void installIn(Context context) {
    context.setManager(manager);
  }

  @Override
  public NodeStatus status() {
    long sessions = manager.getActiveSessions();
    return new NodeStatus(
        nodeName,
        0,
        List.of(nodeName),
        true,
        sessions,
        0,
        sessions,
        Map.of("sessionsCreated", manager.getSessionCounter()));
  }

  @Override
  public List<AttributeTrafficSnapshot> attributes() {
    return List.of();
  }

  @Override
  public Optional<InetSocketAddress> replicationAddress() {
    return Optional.empty();
  }

  @Override
  public Optional<Exception> failure() {
    return Optional.empty();
  }

  @Override
  public void close() {
    // The web application has stopped the manager; there is nothing else.
  }
}
