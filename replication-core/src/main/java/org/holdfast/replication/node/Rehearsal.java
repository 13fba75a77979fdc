// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.Acquired;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.wire.MessageCodec;

/**
 * A rehearsal in which three replicas in memory take some sessions over, and adopt others for which
 * no request asks. It loads and compiles the classes before the first real failure: the users of a
 * dead node all arrive at once, and would wait for that. Touches nothing outside of it; costs some
 * 200 ms of one processor, less if its thread is interrupted.
 */
final class Rehearsal {
  private static final int ASKED_FOR = 400;
  private static final int ORPHANS = 400;
  private static final int MOST_TICKS = 1000;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Frame(int from, int to, byte[] bytes) {}

  private final List<Member> members = new ArrayList<>();
  private final List<Replica> replicas = new ArrayList<>();
  private final Queue<Frame> frames = new ArrayDeque<>();
  private final int askedFor;
  private final int orphans;
  private long nowNanos = 1;
  private boolean firstIsDead;
  private int served;

  /** Creates a rehearsal of as many sessions as it takes until the code is compiled. */
  Rehearsal(ReplicaConfig config) {
    this(config, ASKED_FOR, ORPHANS);
  }

  /**
   * @param askedFor the number of sessions that requests come for
   * @param orphans the number of sessions that no request asks for
   */
  Rehearsal(ReplicaConfig config, int askedFor, int orphans) {
    this.askedFor = askedFor;
    this.orphans = orphans;
    for (int i = 0; i < 3; i++) {
      members.add(new Member("rehearsal-" + i, i, "127.0.0.1", 1 + i));
    }
    for (int i = 0; i < 3; i++) {
      int from = i;
      replicas.add(
          new Replica(
              members.get(i),
              config,
              (to, message) -> frames.add(frame(from, to, MessageCodec.encode(message))),
              (key, epoch) -> {},
              new Random(i),
              new ReplicationMetrics()));
    }
  }

  private Frame frame(int from, Member to, byte[] bytes) {
    return new Frame(from, members.indexOf(to), bytes);
  }

  /**
   * The result of a rehearsal.
   *
   * @param served the number of requests that were served; the two survivors take each session in
   *     turn
   * @param kept the number of sessions that survivors serve in the end
   */
  record Outcome(int served, int kept) {}

  Outcome run() {
    View view = View.of(1, members.get(0).name(), members);
    replicas.forEach(replica -> replica.onView(view, nowNanos));
    deliver();
    replicas.forEach(replica -> replica.tick(nowNanos));
    deliver();
    SessionImage image = new SessionImage(new byte[60], Map.of("attribute", new byte[20]));
    for (int i = 0; i < askedFor + orphans && !isToEnd(); i++) {
      replicas.get(0).create(key(i), image, -1, nowNanos);
      deliver();
    }
    firstIsDead = true;
    for (int i = 1; i < 3; i++) {
      replicas.get(i).onPeerDown(members.get(0));
    }
    for (int i = 0; i < askedFor && !isToEnd(); i++) {
      serve(key(i), 1 + i % 2);
      serve(key(i), 2 - i % 2);
    }
    adopt();
    return new Outcome(served, kept());
  }

  private void adopt() {
    List<Member> left = members.subList(1, 3);
    List<Replica> survivors = replicas.subList(1, 3);
    View view = View.of(2, left.get(0).name(), left);
    survivors.forEach(replica -> replica.onView(view, nowNanos));
    deliver();
    for (int i = 0; i < MOST_TICKS && !isToEnd() && kept() < askedFor + orphans; i++) {
      nowNanos += ReplicaConfig.TICK_NANOS;
      survivors.forEach(replica -> replica.tick(nowNanos));
      deliver();
    }
  }

  private static boolean isToEnd() {
    return Thread.currentThread().isInterrupted();
  }

  private int kept() {
    return replicas.subList(1, 3).stream().mapToInt(Replica::primarySessions).sum();
  }

  private void serve(String key, int on) {
    Replica replica = replicas.get(on);
    replica.acquire(
        key,
        members.get(0),
        nowNanos,
        acquired -> {
          if (acquired instanceof Acquired.Owned owned) {
            served++;
            Changes step = new Changes(null, Map.of("attribute", new byte[21]), Set.of());
            long version = replica.update(key, owned.epoch(), step, false, nowNanos);
            replica.await(key, owned.epoch(), version, nowNanos, outcome -> {});
            replica.end(key, owned.epoch(), nowNanos);
          }
        });
    deliver();
  }

  private void deliver() {
    for (Frame next = frames.poll(); next != null; next = frames.poll()) {
      if (!firstIsDead || next.to != 0) {
        replicas
            .get(next.to)
            .onMessage(members.get(next.from), MessageCodec.decode(next.bytes), nowNanos);
      }
    }
  }

  private static String key(int number) {
    return "rehearsal-" + number;
  }
}
