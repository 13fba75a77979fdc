// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.session;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.primary.Primary;

/**
 * The sessions served here that no request uses: their time may be over, or another member may take
 * them. Any thread may ask; each session is looked at under its lock, one after the other.
 */
public final class UnusedSessions {
  private final SessionPorts node;
  private final Sessions sessions;

  public UnusedSessions(SessionPorts node, Sessions sessions) {
    this.node = node;
    this.sessions = sessions;
  }

  /**
   * Returns the sessions served here, used by no request now, whose lease ended more than one
   * interval of lease batches ago. A member that was stopped may list what another has ended: take
   * a step of the session first and have it acknowledged. Costs a look at each session.
   */
  public List<String> expired(long nowNanos) {
    List<String> expired = new ArrayList<>();
    if (node.cluster.mayServe()) {
      sessions.forEach(
          session -> {
            if (isExpired(session, nowNanos)) {
              expired.add(session.key());
            }
          });
    }
    return expired;
  }

  /**
   * Returns whether the lease of an unused session ended more than one interval of lease batches
   * ago: its adopter may have missed the last batch.
   */
  private static boolean isExpired(SessionState session, long now) {
    Primary own = session.primary;
    return own != null
        && own.running() == 0
        && own.handOver() == null
        && !session.held().tombstone()
        && session.hasLeaseEnded(now, ReplicaConfig.TOUCH_NANOS);
  }

  /**
   * Returns whether a session that was {@linkplain #expired listed} is still to be ended: its lease
   * is over, and no request uses it but the caller. The caller counts as one from before it asked
   * the secondaries until the end is acknowledged.
   */
  public boolean isLeftToExpire(String key, Epoch epoch, long nowNanos) {
    return sessions.has(key, session -> session.requests().isLeftToExpire(epoch, nowNanos));
  }

  /**
   * Returns the keys of the sessions served here, used or not, that are {@code wanted}. Looks at
   * each session.
   */
  public List<String> served(Predicate<String> wanted) {
    List<String> served = new ArrayList<>();
    sessions.forEach(
        session -> {
          if (session.primary != null
              && !session.held().tombstone()
              && wanted.test(session.key())) {
            served.add(session.key());
          }
        });
    return served;
  }

  /**
   * Asks another member to take the session, if it is served here and no request uses it now. That
   * member may be gone, or lose the question: ask again.
   */
  public void offer(String key) {
    boolean unused = sessions.offer(key, true);
  }
}
