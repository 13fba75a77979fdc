// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.DegradedPolicy;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.PartitionPolicy;

/** The state of a node, as a balancer should know it. */
public enum Standing {
  /**
   * The node serves. Its sessions may be without copies: a node without a peer is all that is left,
   * and must not be taken out of service.
   */
  UP,
  /** The node runs, but its settings make it refuse requests until other nodes are there. */
  OUT_OF_SERVICE,
  /** The node is in no cluster: not started yet, or stopped. */
  DOWN;

  /**
   * Judges a node that runs.
   *
   * @param members of its view, itself included
   */
  static Standing of(int members, NodeConfig node, ApplicationConfig application) {
    boolean waitsForPeers =
        application.degraded() != DegradedPolicy.CONTINUE && node.secondaries() > 0 && members < 2;
    boolean waitsForMajority =
        node.partition() == PartitionPolicy.CONSISTENT && 2 * members <= node.expectedNodes();
    return waitsForPeers || waitsForMajority ? OUT_OF_SERVICE : UP;
  }
}
