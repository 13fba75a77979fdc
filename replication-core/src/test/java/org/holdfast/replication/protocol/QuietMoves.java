// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.protocol.replica.Replica;
import org.jspecify.annotations.Nullable;

/**
 * I11: while members join or leave as planned, messages are slow and users go on, no session has
 * ever fewer copies of what was acknowledged last than before.
 */
final class QuietMoves {
  static final String UPDATES = "updates in moves";

  private static final int SESSIONS = 6;

  /** Longer than a hand-over waits, but not longer than a member that leaves. */
  private static final long WORK = millis(2500);

  private final SimulatedCluster cluster;
  private final SimulatedClock clock;
  private final int secondaries;
  private final List<String> keys = new ArrayList<>();

  /** In use for long; nobody else asks for it meanwhile. */
  private String inUse = "";

  private @Nullable SimulatedNode leaving;
  private boolean stopped;

  QuietMoves(SimulatedCluster cluster, int secondaries) {
    this.cluster = cluster;
    this.clock = cluster.clock;
    this.secondaries = secondaries;
  }

  void run() {
    for (int i = 0; i < SESSIONS; i++) {
      String key = "moved" + i;
      keys.add(key);
      Replica replica = any().replica;
      Epoch epoch = replica.create(key, SimulatedClient.image(1), millis(1_800_000), clock.now());
      replica.end(key, epoch, clock.now());
      cluster.copies.acknowledged(key, new Label(epoch, Label.FIRST_VERSION));
    }
    clock.runFor(millis(50));
    cluster.network.weather(new SimulatedNetwork.Weather(0, 0, 0.4, 0));
    keys.forEach(this::keepWriting);
    cluster.copies.watch();
    SimulatedNode joiner = cluster.start("late");
    cluster.announce(cluster.alive(), cluster.alive(), millis(300));
    clock.runFor(millis(1500));
    settle();
    List<SimulatedNode> old = new ArrayList<>(cluster.alive());
    old.remove(joiner);
    leave(old.get(clock.random.nextInt(old.size())));
    cluster.copies.stop();
    stopped = true;
    cluster.network.weather(SimulatedNetwork.Weather.CALM);
  }

  private SimulatedNode any() {
    List<SimulatedNode> up = new ArrayList<>(cluster.up());
    up.remove(leaving);
    return up.get(clock.random.nextInt(up.size()));
  }

  private void keepWriting(String key) {
    clock.after(
        clock.between(millis(20), millis(120)),
        () -> {
          if (!stopped) {
            if (!key.equals(inUse)) {
              write(key, any());
            }
            keepWriting(key);
          }
        });
  }

  private void write(String key, SimulatedNode node) {
    node.replica.acquire(
        key,
        null,
        clock.now(),
        acquired -> {
          if (acquired instanceof Acquired.Owned owned) {
            write(key, node, owned);
          }
        });
  }

  private void write(String key, SimulatedNode node, Acquired.Owned owned) {
    Epoch epoch = owned.epoch();
    long next = SimulatedClient.counter(node.replica.snapshot(key).copy().image()) + 1;
    Map<String, byte[]> changed = Map.of(SimulatedClient.COUNTER, SimulatedClient.bytes(next));
    Changes changes = new Changes(null, changed, Set.of());
    long version = node.replica.update(key, epoch, changes, false, clock.now());
    node.replica.await(
        key,
        epoch,
        version,
        clock.now(),
        outcome -> {
          if (outcome == Outcome.PROTECTED) {
            cluster.tally.count(Tally.CHECKS, UPDATES);
            cluster.copies.acknowledged(key, new Label(epoch, version));
          }
          node.replica.end(key, epoch, clock.now());
        });
  }

  private void leave(SimulatedNode going) {
    long start = clock.now();
    boolean enough = cluster.alive().size() - 1 > secondaries;
    leaving = going;
    boolean working = startRequest(going);
    going.replica.drain(SimulatedCluster.DRAIN_NANOS, start);
    long most = start + millis(15_000);
    while (!going.replica.drainState().isOver()) {
      if (clock.now() > most) {
        throw new AssertionError(
            "I15 broken: drain does not end: " + going.replica.drainState() + cluster.describe());
      }
      clock.runFor(millis(5));
    }
    SessionHistory.check(
        !working || clock.now() - start >= WORK, "I15", inUse, "or another left in use");
    for (String key : keys) {
      int elsewhere = cluster.copies.copies(key) - (cluster.copies.has(going, key) ? 1 : 0);
      SessionHistory.check(
          elsewhere > secondaries || !enough,
          "I11",
          key,
          "has " + elsewhere + " copies when a member has left");
    }
    if (!enough) {
      cluster.copies.stop();
    }
    going.crash();
    cluster.announce(cluster.alive(), cluster.alive(), millis(100));
    settle();
  }

  /** Uses one of the sessions for as long as {@link #WORK}; returns whether one is there. */
  private boolean startRequest(SimulatedNode node) {
    for (String key : keys) {
      Epoch epoch = node.replica.snapshot(key).promised();
      if (node.replica.begin(key, epoch)) {
        inUse = key;
        clock.after(WORK, () -> node.receive(() -> node.replica.end(key, epoch, clock.now())));
        return true;
      }
    }
    return false;
  }

  /** With users at work something is always under way: they pause for the look. */
  private void settle() {
    stopped = true;
    if (!cluster.awaitSettled(millis(10_000))) {
      throw new AssertionError("I15 broken: not settled after a planned move" + cluster.describe());
    }
    stopped = false;
    keys.forEach(this::keepWriting);
  }
}
