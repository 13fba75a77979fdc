// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * Sends one session's state to its holders, whole or as the changes since the state that they have.
 * Guarded by the lock of its session.
 */
final class Publisher {
  private final ReplicaContext node;
  private final String key;

  Publisher(ReplicaContext node, String key) {
    this.node = node;
    this.key = key;
  }

  /**
   * Sends the changes if the holder has what they are based on, else the whole.
   *
   * @param changes from the version before to that of {@code copy}; null if there is nothing but
   *     the whole
   */
  void send(Holder holder, Copy copy, @Nullable Changes changes, long leaseNanos, long nowNanos) {
    if (changes != null && holder.takesDeltaTo(copy.version())) {
      Message delta = new Message.Delta(key, copy.label(), copy.version() - 1, leaseNanos, changes);
      if (node.network.send(holder.member, delta)) {
        holder.sentDelta(copy.version(), nowNanos);
        noteIfUnheard(holder, nowNanos);
        node.metrics.count(Counter.DELTAS_SENT);
        node.metrics.add(Counter.PATCHES_SENT, changes.patches().size());
      } else {
        holder.notSent(nowNanos);
      }
    } else {
      sendFull(holder, copy, leaseNanos, nowNanos);
    }
  }

  /** Sends the whole, or that the session has ended. */
  void sendFull(Holder holder, Copy copy, long leaseNanos, long nowNanos) {
    Message message =
        copy.tombstone()
            ? new Message.Remove(key, copy.from(), copy.label())
            : new Message.Full(key, copy.from(), copy.label(), leaseNanos, copy.image());
    // It may be lost, whoever had it sent.
    node.timed.add(key);
    if (node.network.send(holder.member, message)) {
      holder.sentFull(copy.version(), nowNanos);
      noteIfUnheard(holder, nowNanos);
      node.metrics.count(Counter.FULLS_SENT);
    } else {
      holder.notSent(nowNanos);
    }
  }

  /** Who has just come refuses everything until it has heard from all, as this member does. */
  private void noteIfUnheard(Holder holder, long nowNanos) {
    Views views = node.views();
    boolean unsettled = views != null && !views.settled();
    if (unsettled && holder.hasAckedNothing()) {
      holder.mayHaveRefused(node, nowNanos);
    }
  }
}
