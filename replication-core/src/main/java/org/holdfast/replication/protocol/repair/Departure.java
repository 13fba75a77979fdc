// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.session.Sessions;

/**
 * The departure of this member: it offers the sessions that it serves to others, a bounded number
 * at a time. It does so again and again, since members come and go and requests use the sessions
 * meanwhile. Belongs to the protocol thread.
 */
final class Departure implements NextTick.Timed {
  /** The number of sessions to look at per tick: a lock and a few comparisons each. */
  private static final int LOOKS_PER_TICK = 2000;

  /** The most hand-over timeouts for which a session in use is left alone. */
  private static final int PATIENCE = 5;

  private final RepairPorts node;
  private final Sessions sessions;
  private final Pace pace;

  private long startNanos;

  /** The time for which a session in use is left alone. */
  private long patienceNanos;

  private Iterator<String> walk = Collections.emptyIterator();
  private long walkNanos;

  /** The keys of sessions that were offered and not taken yet, with the time of the offer. */
  private final Map<String, Long> offered = new LinkedHashMap<>();

  Departure(RepairPorts node) {
    this.node = node;
    this.sessions = node.sessions;
    this.pace = new Pace(node.config);
  }

  /**
   * Begins to leave.
   *
   * @param limitNanos the time after which it leaves whatever is left
   */
  void start(long limitNanos, long nowNanos) {
    startNanos = nowNanos;
    walkNanos = nowNanos - node.config.silenceTimeoutNanos();
    long handOver = node.config.handOverTimeoutNanos();
    // A session that is taken away then still has time for one hand-over, and as much for its
    // protection elsewhere.
    long latest = Math.min(limitNanos / 2, limitNanos - 2 * handOver);
    patienceNanos = Math.max(0, Math.min(PATIENCE * handOver, latest));
  }

  /** Offers the next sessions; returns whether to tell the others again that this member leaves. */
  boolean tick(long nowNanos) {
    boolean again = nowNanos - walkNanos >= node.config.silenceTimeoutNanos();
    if (again && !walk.hasNext()) {
      walkNanos = nowNanos;
      walk = sessions.keys().iterator();
    }
    forgetTaken(nowNanos);
    pace.tick(true);
    boolean patient = nowNanos - startNanos < patienceNanos;
    for (int looks = 0; looks < LOOKS_PER_TICK && walk.hasNext() && hasRoom(); looks++) {
      String key = walk.next();
      if (sessions.offer(key, patient)) {
        offered.put(key, nowNanos);
      }
    }
    return again;
  }

  @Override
  public void nextTick(NextTick next) {
    if (node.cluster.isDraining()) {
      next.soon();
    }
  }

  private boolean hasRoom() {
    return offered.size() < pace.room();
  }

  private void forgetTaken(long nowNanos) {
    for (Iterator<Map.Entry<String, Long>> each = offered.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Long> offer = each.next();
      long age = nowNanos - offer.getValue();
      boolean open = sessions.isToBeGivenAway(offer.getKey());
      if (!open || age >= node.config.silenceTimeoutNanos()) {
        pace.took(age);
        each.remove();
      }
    }
  }
}
