// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import java.util.Collections;
import java.util.Iterator;
import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.session.Memory;
import org.holdfast.replication.protocol.session.Sessions;
import org.holdfast.replication.protocol.turn.Attempts;

/**
 * A walk over all sessions, once in a while and a few at a time, that drops what is too old to
 * matter. Belongs to the protocol thread.
 */
public final class Sweeper implements NextTick.Timed {
  /**
   * The number of sessions per tick: it takes a millisecond or so, however many sessions there are.
   */
  private static final int SWEEPS_PER_TICK = 1_000;

  private final Sessions sessions;
  private final Memory memory;

  /** The time at which the present walk, or the last one, began. */
  private long sinceNanos;

  /** The rest of the present walk. */
  private Iterator<String> walk = Collections.emptyIterator();

  /** The number of sessions found on that walk of which there are no live bytes. */
  private int remembered;

  public Sweeper(RepairPorts node, Memory memory) {
    this.sessions = node.sessions;
    this.memory = memory;
  }

  /** Lets the first walk begin one interval after this. */
  public void start(long nowNanos) {
    sinceNanos = nowNanos;
  }

  /** Begins a walk if it is time to, and continues the one that has begun. */
  public void tick(Attempts attempts, long nowNanos) {
    if (nowNanos - sinceNanos >= ReplicaConfig.SWEEP_NANOS && !walk.hasNext()) {
      sinceNanos = nowNanos;
      memory.sweep(remembered, nowNanos);
      remembered = 0;
      walk = sessions.keys().iterator();
    }
    for (int i = 0; i < SWEEPS_PER_TICK && walk.hasNext(); i++) {
      String key = walk.next();
      attempts.attempt(() -> sweep(key, nowNanos));
    }
  }

  /** Asks for the tick at which the present walk goes on, else for that of the next walk. */
  @Override
  public void nextTick(NextTick next) {
    if (walk.hasNext()) {
      next.soon();
    } else {
      next.at(sinceNanos + ReplicaConfig.SWEEP_NANOS);
    }
  }

  private void sweep(String key, long now) {
    if (sessions.sweep(key, now)) {
      remembered++;
    }
  }
}
