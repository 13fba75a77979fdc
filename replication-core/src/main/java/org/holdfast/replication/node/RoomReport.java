// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;

/**
 * A report of the copies that this node refuses since it holds as many bytes for other nodes as it
 * may. Logs one line a minute. Belongs to the protocol thread.
 */
final class RoomReport {
  private final ReplicationMetrics metrics;
  private final long maxHeldBytes;
  private final LongSupplier heldBytes;
  private final Consumer<String> warning;
  private final RareLines rare = new RareLines();
  private long logged;

  /**
   * @param heldBytes the bytes that the node holds now
   */
  RoomReport(
      ReplicationMetrics metrics,
      long maxHeldBytes,
      LongSupplier heldBytes,
      Consumer<String> warning) {
    this.metrics = metrics;
    this.maxHeldBytes = maxHeldBytes;
    this.heldBytes = heldBytes;
    this.warning = warning;
  }

  /** Logs a line if one is due. Call it now and then. */
  void tick(long nowNanos) {
    long refused = metrics.value(Counter.COPIES_REFUSED);
    if (refused == logged || rare.count("no room", nowNanos) == 0) {
      return;
    }
    warning.accept(
        "this node holds "
            + heldBytes.getAsLong()
            + " bytes for other nodes, of at most "
            + maxHeldBytes
            + " (maxHeldBytes), and refused "
            + (refused - logged)
            + " copies or larger updates since this was logged last: their sessions need another"
            + " node that has room, or are degraded. Add nodes or heap, or raise maxHeldBytes");
    logged = refused;
  }
}
