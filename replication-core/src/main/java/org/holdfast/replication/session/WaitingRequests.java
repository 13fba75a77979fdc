// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.concurrent.Semaphore;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;

/**
 * The requests of a node that wait for sessions which other nodes do not give away or say nothing
 * of. Each holds a thread of the server that could answer another request. Without a bound the
 * users of one silent node, who ask again and again, would take all threads of the others. Then no
 * request would be served until the wait is over. Thread-safe; never blocks.
 */
public final class WaitingRequests {
  private static final long SLACK_MILLIS = 100;

  private final int limit;
  private final long freeMillis;
  private final ReplicationMetrics metrics;
  private final Semaphore places;

  public WaitingRequests(NodeConfig config, ReplicationMetrics metrics) {
    this.limit = config.maxWaitingRequests();
    this.freeMillis = config.silenceTimeout().toMillis() + SLACK_MILLIS;
    this.metrics = metrics;
    this.places = new Semaphore(limit);
  }

  /**
   * Returns the milliseconds that a request may wait without a place. A hand-over between nodes
   * that are busy but well takes as long, or a takeover from a silent node that need not be waited
   * for.
   */
  long freeMillis() {
    return freeMillis;
  }

  /**
   * Takes a place, which is to be {@linkplain #leave left}; returns false, and counts it, if there
   * is none.
   */
  boolean tryStay() {
    boolean stays = places.tryAcquire();
    if (!stays) {
      metrics.count(Counter.CROWDED_OUT);
    }
    return stays;
  }

  void leave() {
    places.release();
  }

  /** Returns the reason, for the answer, why a request that may not stay is sent away. */
  String refusal() {
    return limit
        + " requests already wait for sessions that other nodes do not hand over"
        + " (maxWaitingRequests)";
  }
}
