// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.session.Sessions;
import org.holdfast.replication.protocol.turn.Attempts;

/**
 * The timers of the sessions in which something is open: a tick does what has become due there.
 * Belongs to the protocol thread.
 */
public final class Timers implements NextTick.Timed {
  private final RepairPorts node;
  private final Sessions sessions;

  public Timers(RepairPorts node) {
    this.node = node;
    this.sessions = node.sessions;
  }

  /**
   * @param pausedNanos the time for which this member was stopped before this tick, 0 if it was not
   */
  public void tick(Attempts attempts, long pausedNanos, long nowNanos) {
    for (String key : node.agenda.timed()) {
      attempts.attempt(() -> sessions.tick(key, pausedNanos, nowNanos));
    }
  }

  /** Asks for a tick soon while something is open in any session. */
  @Override
  public void nextTick(NextTick next) {
    if (!node.agenda.timed().isEmpty()) {
      next.soon();
    }
  }
}
