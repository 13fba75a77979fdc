// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;

/**
 * One seed's run without any failure, or with a single crash when leases are looked at. Much that
 * failures would excuse is wrong here: a request that is fenced, a session that is unknown, an
 * answer without protection, a copy less while a member joins or leaves, a session that expires too
 * early, too late or twice.
 */
final class QuietSimulation {
  final SimulatedCluster cluster;
  private final int secondaries;

  private QuietSimulation(long seed) {
    int size = 2 + (int) Math.floorMod(seed, 4L);
    secondaries = size > 3 && seed % 3 == 0 ? 2 : 1;
    cluster =
        SimulatedCluster.of(size, seed, SimulatedCluster.config(secondaries, millis(600_000)));
  }

  static QuietSimulation ofSeed(long seed) {
    return new QuietSimulation(seed);
  }

  void run() {
    cluster.network.keepOrder();
    awaitSettled();
    if (secondaries == 1) {
      // With more, a hand-over is also claimed, and of two that ask at once one may be fenced.
      new QuietRequests(cluster).run();
      QuietMishaps mishaps = new QuietMishaps(cluster);
      mishaps.run();
      verifyNothingWasTakenAway();
      if (cluster.nodes().size() > 2) {
        mishaps.cutOff();
        awaitSettled();
      }
    }
    QuietRequests.endlessRequest(cluster);
    new QuietLeases(cluster).run();
    awaitSettled();
    new QuietMoves(cluster, secondaries).run();
  }

  private void awaitSettled() {
    if (!cluster.awaitSettled(millis(10_000))) {
      throw new AssertionError("I15 broken: not settled without any fault" + cluster.describe());
    }
  }

  /** Nobody was silent, so nobody had a reason to take a session without its primary's consent. */
  private void verifyNothingWasTakenAway() {
    List<Counter> never =
        List.of(Counter.FENCED, Counter.UNAVAILABLE, Counter.ADOPTIONS, Counter.TAKEOVERS);
    for (SimulatedNode node : cluster.nodes()) {
      for (Counter counter : never) {
        if (node.metrics.value(counter) != 0) {
          throw new AssertionError(
              "R9 broken: "
                  + node.self.name()
                  + " counts "
                  + node.metrics.value(counter)
                  + " "
                  + counter
                  + " although nothing had failed");
        }
      }
    }
  }
}
