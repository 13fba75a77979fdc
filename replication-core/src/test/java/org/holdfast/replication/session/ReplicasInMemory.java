// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.wire.MessageCodec;

/**
 * Three replicas without sockets, threads or time: what one sends to another is encoded and waits
 * until it is delivered. For figures that are to contain the work of a node and nothing else.
 */
final class ReplicasInMemory {
  static final long NOW_NANOS = 1;

  /** A message on its way. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Frame(int from, int to, byte[] bytes) {}

  final List<Member> members = new ArrayList<>();
  final List<Replica> replicas = new ArrayList<>();
  final Queue<Frame> frames = new ArrayDeque<>();

  ReplicasInMemory() {
    ReplicaConfig config =
        new ReplicaConfig(
            1,
            250_000_000L,
            250_000_000L,
            300_000_000L,
            3_000_000_000L,
            2_000_000_000L,
            600_000_000_000L,
            30_000_000_000L,
            200,
            16 << 20,
            Long.MAX_VALUE,
            0,
            false);
    for (int i = 0; i < 3; i++) {
      members.add(new Member("node-" + i, 1_700_000_000_000L + i, "127.0.0.1", 7_000 + i));
    }
    for (int i = 0; i < 3; i++) {
      int from = i;
      replicas.add(
          new Replica(
              members.get(i),
              config,
              (to, message) ->
                  frames.add(new Frame(from, members.indexOf(to), MessageCodec.encode(message))),
              (key, epoch) -> {},
              new Random(i),
              new ReplicationMetrics()));
    }
    View view = View.of(1, members.get(0).name(), members);
    replicas.forEach(replica -> replica.onView(view, NOW_NANOS));
    deliver();
    replicas.forEach(replica -> replica.tick(NOW_NANOS));
    deliver();
    if (!replicas.stream().allMatch(Replica::isSettled)) {
      throw new IllegalStateException("the view did not settle");
    }
  }

  /** Delivers until nothing is on its way. */
  void deliver() {
    for (Frame next = frames.poll(); next != null; next = frames.poll()) {
      deliver(next);
    }
  }

  void deliver(Frame frame) {
    replicas
        .get(frame.to)
        .onMessage(members.get(frame.from), MessageCodec.decode(frame.bytes), NOW_NANOS);
  }
}
