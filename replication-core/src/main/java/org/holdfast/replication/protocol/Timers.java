// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/**
 * Does what has become due in the sessions in which something is open. Belongs to the protocol
 * thread.
 */
final class Timers {
  private final ReplicaContext node;
  private final Sessions sessions;

  Timers(ReplicaContext node, Sessions sessions) {
    this.node = node;
    this.sessions = sessions;
  }

  /**
   * @param pausedNanos for how long this member was stopped before this tick, 0 if it was not
   */
  void tick(Attempts attempts, long pausedNanos, long nowNanos) {
    for (String key : node.timed) {
      attempts.attempt(() -> tick(key, pausedNanos, nowNanos));
    }
  }

  private void tick(String key, long pausedNanos, long now) {
    sessions.run(
        key,
        (session, effects) -> {
          boolean open = false;
          try {
            if (session.round != null) {
              session.round.extend(pausedNanos);
            }
            open = session.tick(now, effects);
          } finally {
            // Whatever goes wrong in here must not come again each tick; a callback comes later.
            if (!open) {
              node.timed.remove(key);
            }
          }
        });
  }
}
