// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.replica.Replica;

/** The node, as the sessions of its web applications need it. Any thread may call. */
public interface Host {
  NodeConfig config();

  Member self();

  /** Returns the newest view; one of this member alone before the first. */
  View view();

  Replica replica();

  ReplicationMetrics metrics();

  /** Returns the places of requests that wait for sessions, which all applications share. */
  WaitingRequests waiting();

  /** Returns the time in nanoseconds, by the clock that the replica goes by. */
  long now();

  /** Returns for how long an acknowledgement shows that this node is still the primary. */
  long freshNanos();

  /** Returns whether others may have gone on without this node, and had no time yet to tell it. */
  boolean mayBeLeftBehind();

  /** Returns whether the node leaves the cluster, or has left it. */
  boolean isClosed();

  /** Ends the service of an application. */
  void unregister(SessionReplicator replicator);
}
