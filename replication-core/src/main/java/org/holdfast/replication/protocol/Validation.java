// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.holdfast.replication.membership.Member;

/**
 * Asks the holders of one session whether this member is still its primary. Guarded by the lock of
 * its session.
 */
final class Validation {
  private final ReplicaContext node;
  private final String key;
  private final Holders holders;
  private boolean asked;
  private long askedNanos;

  Validation(ReplicaContext node, String key, Holders holders) {
    this.node = node;
    this.key = key;
    this.holders = holders;
  }

  /** Asks, unless that was done a moment ago and nobody has answered yet. */
  void askIfDue(Label label, long leaseSequence, long leaseNanos, long nowNanos) {
    long again = node.config.silenceTimeoutNanos() / 3;
    boolean open = asked && holders.haveOpenQuestion();
    if (!open) {
      ask(label, leaseSequence, leaseNanos, nowNanos);
    } else if (nowNanos - askedNanos >= again) {
      ask(label, leaseSequence, leaseNanos, nowNanos);
      askEverybody(label, leaseSequence, leaseNanos);
    }
  }

  /**
   * The holders are silent: a successor needed the promise of somebody else, too, who will say so.
   */
  private void askEverybody(Label label, long leaseSequence, long leaseNanos) {
    Views views = node.views();
    if (views != null) {
      for (Member member : views.current().members()) {
        if (!member.equals(node.self) && holders.of(member) == null && !node.peers.isDown(member)) {
          node.network.send(member, new Message.Validate(key, label, 0, leaseSequence, leaseNanos));
        }
      }
    }
  }

  /** Asks the holders for another acknowledgement; one that has promised a successor refuses. */
  void ask(Label label, long leaseSequence, long leaseNanos, long nowNanos) {
    asked = true;
    askedNanos = nowNanos;
    for (Holder holder : holders) {
      node.network.send(
          holder.member,
          new Message.Validate(
              key, label, holder.question(holders, nowNanos), leaseSequence, leaseNanos));
    }
  }
}
