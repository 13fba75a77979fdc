// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol.repair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.NextTick;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.session.Sessions;

/**
 * The batches of leases for the holders of sessions that were used but not changed. Belongs to the
 * protocol thread.
 */
public final class LeaseBatches implements NextTick.Timed {
  private static final int LEASES_PER_MESSAGE = 200;

  private final RepairPorts node;
  private final Sessions sessions;
  private long sentNanos;

  public LeaseBatches(RepairPorts node) {
    this.node = node;
    this.sessions = node.sessions;
  }

  /** Lets the first batch go one interval after this. */
  public void start(long now) {
    sentNanos = now;
  }

  /** Sends the leases that have gathered since the last batch, if that is long enough ago. */
  public void tick(long now) {
    if (now - sentNanos >= ReplicaConfig.TOUCH_NANOS) {
      sentNanos = now;
      send(now);
    }
  }

  /** Asks for the tick of the next batch, so that no lease has to ask for it. */
  @Override
  public void nextTick(NextTick next) {
    next.at(sentNanos + ReplicaConfig.TOUCH_NANOS);
  }

  private void send(long now) {
    Map<Member, List<Message.Touch.Lease>> batches = new HashMap<>();
    for (Iterator<String> each = node.agenda.touched().iterator(); each.hasNext(); ) {
      String key = each.next();
      each.remove();
      sessions.takeLease(
          key,
          now,
          (holder, lease) -> batches.computeIfAbsent(holder, none -> new ArrayList<>()).add(lease));
    }
    batches.forEach(this::send);
  }

  /**
   * Sends leases in portions, so that no batch is longer than a frame; a portion that the queue
   * does not take goes with the next batch.
   */
  private void send(Member holder, List<Message.Touch.Lease> leases) {
    for (int from = 0; from < leases.size(); from += LEASES_PER_MESSAGE) {
      int to = Math.min(leases.size(), from + LEASES_PER_MESSAGE);
      List<Message.Touch.Lease> portion = List.copyOf(leases.subList(from, to));
      if (!node.network.send(holder, new Message.Touch(portion))) {
        portion.forEach(lease -> sessions.tellLease(lease.key()));
      }
    }
  }
}
