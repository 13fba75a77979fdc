/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.List;

/**
 * I11: while members join or leave as planned, and messages are slow, no session has ever fewer
 * copies of what was acknowledged than before.
 */
final class QuietMoves {
  private static final int SESSIONS = 6;

  /** Longer than a hand-over waits, but not longer than a member that leaves. */
  private static final long WORK = millis(2500);

  private final SimulatedCluster cluster;
  private final SimulatedClock clock;
  private final int secondaries;
  private final List<String> keys = new ArrayList<>();
  private boolean watching;

  QuietMoves(SimulatedCluster cluster, int secondaries) {
    this.cluster = cluster;
    this.clock = cluster.clock;
    this.secondaries = secondaries;
  }

  void run() {
    for (int i = 0; i < SESSIONS; i++) {
      String key = "moved" + i;
      keys.add(key);
      List<SimulatedNode> up = cluster.up();
      Replica replica = up.get(clock.random.nextInt(up.size())).replica;
      Epoch term = replica.create(key, SimulatedClient.image(1), millis(1_800_000), clock.now());
      replica.end(key, term, clock.now());
    }
    clock.runFor(millis(50));
    cluster.network.weather(new SimulatedNetwork.Weather(0, 0, 0.4, 0));
    watching = cluster.alive().size() > secondaries;
    watch();
    SimulatedNode joiner = cluster.start("late");
    cluster.announce(cluster.alive(), cluster.alive(), millis(300));
    settle();
    List<SimulatedNode> old = new ArrayList<>(cluster.alive());
    old.remove(joiner);
    watching = cluster.alive().size() > secondaries;
    leave(old.get(clock.random.nextInt(old.size())));
    watching = false;
    cluster.network.weather(SimulatedNetwork.Weather.CALM);
  }

  private void leave(SimulatedNode leaving) {
    long start = clock.now();
    boolean working = startRequest(leaving);
    leaving.replica.drain(start);
    long most = start + millis(15_000);
    while (!leaving.replica.drainState().isOver()) {
      if (clock.now() > most) {
        throw new AssertionError(
            "I15 broken: drain does not end: " + leaving.replica.drainState() + cluster.describe());
      }
      clock.runFor(millis(5));
    }
    SessionHistory.check(
        !working || clock.now() - start >= WORK, "I15", keys.get(0), "or another left in use");
    for (String key : keys) {
      long elsewhere = copies(key) - (has(leaving, key) ? 1 : 0);
      SessionHistory.check(
          elsewhere > secondaries || cluster.alive().size() - 1 <= secondaries,
          "I11",
          key,
          "has " + elsewhere + " copies when a member has left");
    }
    leaving.crash();
    cluster.announce(cluster.alive(), cluster.alive(), millis(100));
    settle();
  }

  /** Uses one of the sessions for as long as {@link #WORK}; returns whether one is there. */
  private boolean startRequest(SimulatedNode node) {
    for (String key : keys) {
      Epoch term = node.replica.snapshot(key).promised();
      if (node.replica.begin(key, term)) {
        clock.after(WORK, () -> node.receive(() -> node.replica.end(key, term, clock.now())));
        return true;
      }
    }
    return false;
  }

  private void settle() {
    if (!cluster.awaitSettled(millis(10_000))) {
      throw new AssertionError("I15 broken: not settled after a planned move" + cluster.describe());
    }
  }

  private void watch() {
    clock.after(
        millis(1),
        () -> {
          if (watching) {
            keys.forEach(this::verifyCopies);
          }
          watch();
        });
  }

  private void verifyCopies(String key) {
    long copies = copies(key);
    SessionHistory.check(
        copies > Math.min(secondaries, cluster.alive().size() - 1),
        "I11",
        key,
        "has " + copies + " copies during a planned move");
  }

  private long copies(String key) {
    return cluster.alive().stream().filter(node -> has(node, key)).count();
  }

  private static boolean has(SimulatedNode node, String key) {
    return node.replica.sessions.keys().contains(key) && node.replica.snapshot(key).copy() != null;
  }
}
