// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import java.util.Collections;
import java.util.Iterator;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.session.Sessions;

/**
 * A search for the sessions served here that have a successor elsewhere, while other members act on
 * a view without this one. It asks those members about each session; the answer of one that has
 * promised the session to a successor ends the epoch here. That answer does not tell whether the
 * successor serves the session already, so this member does not wait for more. A session without a
 * successor stays here.
 *
 * <p>A member may be left out of a view because it lost its link to one other member. This search
 * ends its epochs, so that it does not serve sessions that their holders have taken over. Belongs
 * to the protocol thread.
 */
final class Succession {
  private final RepairPorts node;
  private final Sessions sessions;
  private Iterator<String> walk = Collections.emptyIterator();
  private boolean walked;
  private long walkNanos;

  Succession(RepairPorts node) {
    this.node = node;
    this.sessions = node.sessions;
  }

  void tick(long nowNanos) {
    Set<Member> excluders = node.cluster.excluders(nowNanos);
    node.cluster.setLeftBehind(!excluders.isEmpty());
    if (excluders.isEmpty() || node.cluster.isExcluded()) {
      walk = Collections.emptyIterator();
      return;
    }
    boolean again = !walked || nowNanos - walkNanos >= node.config.silenceTimeoutNanos();
    if (again && !walk.hasNext()) {
      walked = true;
      walkNanos = nowNanos;
      walk = sessions.keys().iterator();
    }
    int questions = 0;
    for (int looks = 0; looks < Repairs.LOOKS_PER_TICK && walk.hasNext(); looks++) {
      String key = walk.next();
      if (sessions.isOwn(key)) {
        sessions.askOfSuccessor(key, excluders, nowNanos);
        questions++;
      }
      if (questions == Repairs.QUESTIONS_PER_TICK) {
        break;
      }
    }
  }
}
