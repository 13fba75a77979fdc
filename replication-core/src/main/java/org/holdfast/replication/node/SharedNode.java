// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The use that one application has of a node that several share. Thread-safe.
 *
 * @see ReplicationNode#shared
 */
public final class SharedNode implements AutoCloseable {
  private final ReplicationNode node;
  private final Runnable leave;
  private final AtomicBoolean closed = new AtomicBoolean();

  SharedNode(ReplicationNode node, Runnable leave) {
    this.node = node;
    this.leave = leave;
  }

  public ReplicationNode node() {
    return node;
  }

  /**
   * Ends this use; the last one {@linkplain ReplicationNode#close closes} the node. Does nothing
   * the second time: the other uses are not this one's to end.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      leave.run();
    }
  }
}
