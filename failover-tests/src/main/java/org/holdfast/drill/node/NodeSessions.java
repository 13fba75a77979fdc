// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
