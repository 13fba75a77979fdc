// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * What can be seen of all sessions at a time. Any thread may ask; each session is looked at under
 * its lock, one after the other, so that the sum is of no single moment.
 */
final class Survey {
  private final ReplicaContext node;
  private final Sessions sessions;

  Survey(ReplicaContext node, Sessions sessions) {
    this.node = node;
    this.sessions = sessions;
  }

  /** See {@link Replica#longestLagNanos}. */
  long longestLagNanos(long nowNanos) {
    long[] longest = {0};
    for (String key : node.timed) {
      sessions.look(
          key,
          session -> {
            if (session.primary != null) {
              longest[0] = Math.max(longest[0], session.primary.lagNanos(nowNanos));
            }
          });
    }
    return longest[0];
  }

  /** Begins the look of {@link Replica#drainState}. */
  DrainLook drainLook() {
    return new DrainLook(node, sessions);
  }
}
