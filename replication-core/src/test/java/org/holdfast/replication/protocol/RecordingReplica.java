// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.replica.Replica;

/**
 * One replica whose messages are kept instead of sent, so that a test decides what arrives where.
 */
public final class RecordingReplica {
  record Sent(Member to, Message message) {}

  final Member self;
  final Replica replica;
  final ReplicationMetrics metrics = new ReplicationMetrics();
  final List<Sent> sent = new ArrayList<>();
  final List<String> released = new ArrayList<>();

  /** The sessions that were about to be handed over when the listener was called. */
  final List<String> leaving = new ArrayList<>();

  /** Whether the listener keeps a session. */
  boolean keeping;

  long discarded;
  private long nowNanos;
  private boolean accepting = true;

  RecordingReplica(Member self) {
    this(self, SimulatedCluster.CONFIG, 1);
  }

  /**
   * @param startNanos what the clock says at the start; any value, as with {@code System.nanoTime}
   */
  RecordingReplica(Member self, ReplicaConfig config, long startNanos) {
    this.self = self;
    nowNanos = startNanos;
    replica =
        new Replica(
            self,
            config,
            (to, message) -> {
              if (accepting) {
                sent.add(new Sent(to, message));
              }
              return accepting;
            },
            new ReplicaListener() {
              @Override
              public void onReleased(String key, Epoch epoch) {
                released.add(key);
              }

              @Override
              public boolean beforeHandOver(String key, Epoch epoch) {
                leaving.add(key);
                return keeping;
              }

              @Override
              public void onDiscarded(String key, long versions) {
                discarded += versions;
              }
            },
            new Random(1),
            metrics);
  }

  public static Member member(int index) {
    return new Member("n" + index, 1, "127.0.0.1", 7000 + index);
  }

  /**
   * Installs a view of these members that everybody has installed and rebalanced for. Unless it is
   * alone, it knows that there are no others.
   */
  void join(List<Member> members) {
    if (members.size() > 1) {
      replica.foundAllListed();
    }
    replica.onView(View.of(1, "test", members), nowNanos);
    for (Member member : members) {
      if (!member.equals(self)) {
        replica.onMessage(member, placed(1, true, members), nowNanos);
      }
    }
    tick();
    sent.clear();
  }

  /**
   * Reports that the sender has placed its sessions and received the same from all, never revoked.
   */
  private static Message.ViewStatus placed(long view, boolean newcomer, List<Member> members) {
    List<Long> seen = Collections.nCopies(members.size(), 0L);
    return new Message.ViewStatus(
        view, "test", true, newcomer, false, false, false, false, 0, seen, false, List.of());
  }

  long now() {
    return nowNanos;
  }

  void pass(long nanos) {
    for (long end = nowNanos + nanos; nowNanos - end < 0; ) {
      nowNanos += ReplicaConfig.TICK_NANOS;
      tick();
    }
  }

  /** Time passes and nothing runs: the process is stopped. */
  void skip(long nanos) {
    nowNanos += nanos;
  }

  /** Returns when the next tick is due. */
  long tick() {
    return replica.tick(nowNanos);
  }

  void queueFull(boolean full) {
    accepting = !full;
  }

  void receive(Member from, Message message) {
    replica.onMessage(from, message, nowNanos);
  }

  /** Takes what was sent so far of this type. */
  <M extends Message> List<M> take(Class<M> type) {
    List<M> taken =
        sent.stream().map(Sent::message).filter(type::isInstance).map(type::cast).toList();
    sent.clear();
    return taken;
  }

  Epoch create(String key, long counter) {
    return replica.create(key, SimulatedClient.image(counter), -1, nowNanos);
  }

  long write(String key, Epoch epoch, long counter) {
    return replica.update(key, epoch, step(counter), false, nowNanos);
  }

  static Changes step(long counter) {
    return new Changes(null, Map.of("n", SimulatedClient.bytes(counter)), Set.of());
  }

  /** The member that was sent the whole session first since the last look. */
  Member holderOf(String key) {
    return sent.stream()
        .filter(each -> each.message() instanceof Message.Full full && full.key().equals(key))
        .findFirst()
        .orElseThrow()
        .to();
  }

  void ack(Member from, String key, Epoch epoch, long version) {
    receive(from, new Message.Ack(key, new Label(epoch, version)));
  }

  /** The messages of this type to this member, which stay among the sent ones. */
  <M extends Message> List<M> sentTo(Member member, Class<M> type) {
    return sent.stream()
        .filter(each -> each.to().equals(member))
        .map(Sent::message)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  /** Takes version 3 of a session over from another, which hands it over; returns the new epoch. */
  Epoch takeOver(String key, Member from) {
    replica.acquire(key, null, nowNanos, acquired -> {});
    Epoch epoch = take(Message.Ask.class).get(0).epoch();
    Label label = new Label(Epoch.mint(0, from), 3);
    Message.Held state =
        new Message.Held(
            label, label, false, SimulatedClock.millis(60_000), SimulatedClient.image(3));
    receive(from, new Message.Promise(key, epoch, true, Epoch.NONE, 1, Optional.of(state)));
    return replica.snapshot(key).promised();
  }

  /** Installs another view that everybody has installed and rebalanced for. */
  void view(long number, List<Member> members) {
    replica.onView(View.of(number, "test", members), nowNanos);
    for (Member member : members) {
      if (!member.equals(self)) {
        receive(member, placed(number, false, members));
      }
    }
    pass(SimulatedClock.millis(50));
  }

  /** Installs another view that everybody has installed, and nobody has rebalanced for. */
  void confirm(long number, List<Member> members) {
    replica.onView(View.of(number, "test", members), nowNanos);
    for (Member member : members) {
      if (!member.equals(self)) {
        receive(
            member,
            new Message.ViewStatus(
                number, "test", false, false, false, false, false, false, 0, List.of(), false,
                List.of()));
      }
    }
  }

  Label held(String key) {
    Copy copy = replica.snapshot(key).copy();
    return copy == null ? Label.NONE : copy.label();
  }

  long counter(String key) {
    Copy copy = replica.snapshot(key).copy();
    if (copy == null) {
      throw new AssertionError("no copy of " + key);
    }
    return SimulatedClient.counter(copy.image());
  }
}
