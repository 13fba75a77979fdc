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
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.replication.metrics.AttributeTrafficSnapshot;

/** Reports on the sessions of a node. Any thread may call it. */
interface NodeSessions {

  /** Says how many sessions there are and how well they are kept; cheap. */
  NodeStatus status();

  /** Returns what attributes cost, for each application whose sessions are replicated. */
  default List<AttributeTrafficSnapshot> attributes() {
    return List.of();
  }

  /** Where replication is accepted, once the application has started; empty without replication. */
  default Optional<InetSocketAddress> replicationAddress() {
    return Optional.empty();
  }
}
