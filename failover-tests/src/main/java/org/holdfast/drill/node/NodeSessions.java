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
import java.util.Optional;
import org.apache.catalina.Context;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.replication.metrics.AttributeTrafficSnapshot;

/**
 * Who keeps the sessions of a node. Installed before the web application starts; what it opens, it
 * opens when the application starts, and closes no later than in {@link #close}.
 */
interface NodeSessions extends AutoCloseable {

  /** Chooses who keeps the sessions of the demo application on a node with these settings. */
  static NodeSessions ofDemo(NodeSettings settings) {
    if (!settings.replicates()) {
      return new PlainSessions(settings.name());
    }
    return settings.manager().equals("holdfast")
        ? ReplicatedSessions.ofDemo(settings)
        : new TribesSessions(settings);
  }

  /**
   * Chooses who keeps the sessions of a user's web application beside the demo.
   *
   * @throws IllegalArgumentException if somebody other than Holdfast shall replicate them
   */
  static NodeSessions ofWar(NodeSettings settings) {
    if (!settings.replicates()) {
      return new PlainSessions(settings.name());
    }
    if (!settings.manager().equals("holdfast")) {
      throw new IllegalArgumentException(
          "--war goes with --manager holdfast only, was " + settings.manager());
    }
    return new ReplicatedSessions(settings);
  }

  /** Takes charge of the sessions of {@code context}, which has not started yet. */
  void installIn(Context context);

  /** Says how many sessions there are and how well they are kept; cheap, from any thread. */
  NodeStatus status();

  /** What attributes cost, for each application whose sessions are replicated; from any thread. */
  List<AttributeTrafficSnapshot> attributes();

  /** Where replication is accepted, once the application has started; empty without replication. */
  Optional<InetSocketAddress> replicationAddress();

  /** Why they could not take charge of the sessions, if the application started without them. */
  Optional<Exception> failure();

  /** Leaves the cluster after the application has stopped; idempotent. */
  @Override
  void close();
}
