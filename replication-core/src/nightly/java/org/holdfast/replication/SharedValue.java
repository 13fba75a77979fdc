// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication;

import java.util.function.IntUnaryOperator;

/**
 * A number in one session of a cluster, used on any of its {@link #NODES} nodes at once. In a
 * package of its own, so that its users do not see which build of the protocol is behind it.
 */
public interface SharedValue extends AutoCloseable {
  int NODES = 3;

  /** Makes clusters of one build of the protocol. */
  interface Clusters {
    /**
     * Nothing fails and everybody is patient: each request is answered by the node it is sent to.
     */
    SharedValue quiet();

    /**
     * Node 0 may die and patience is short: a client that is refused turns to the next node, so a
     * change may be made twice.
     *
     * @param freshNanos how old the proof may be that an answering node is still the primary
     */
    SharedValue faulty(long freshNanos);
  }

  /**
   * Sends a request to {@code node}; returns the value that it answers with.
   *
   * @param change from the value that the request finds to the one that it leaves
   * @throws IllegalStateException if it is refused, for good or though nothing failed
   */
  int request(int node, IntUnaryOperator change);

  /** Node 0 dies, as by {@code kill -9}; the others see their streams break. */
  void crash();

  @Override
  void close();
}
