// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.concurrent.Semaphore;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;

/**
 * How many requests of a node wait for their sessions, which other nodes do not give away or say
 * nothing of. Each holds a thread of the server that could answer somebody else: without a bound
 * the users of one silent node, who ask again and again, would take all threads of the others, and
 * nobody would be served until the wait is over. Thread-safe; never blocks.
 */
final class WaitingRequests {
  private static final long SLACK_MILLIS = 100;

  private final int limit;
  private final long freeMillis;
  private final ReplicationMetrics metrics;
  private final Semaphore places;

  WaitingRequests(NodeConfig config, ReplicationMetrics metrics) {
    this.limit = config.maxWaitingRequests();
    this.freeMillis = config.silenceTimeout().toMillis() + SLACK_MILLIS;
    this.metrics = metrics;
    this.places = new Semaphore(limit);
  }

  /**
   * How long a request may wait without a place: as long as a hand-over takes between nodes that
   * are busy but well, or a takeover from one that is silent and need not be waited for.
   */
  long freeMillis() {
    return freeMillis;
  }

  /** Takes a place, which is to be {@linkplain #leave left}; false, counted, if there is none. */
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

  /** Why whoever may not stay is sent away, for the answer. */
  String refusal() {
    return limit
        + " requests wait for their sessions already, which other nodes do not give away or say"
        + " nothing of (maxWaitingRequests)";
  }
}
