// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

/** The conditions of a cluster once everything in it has settled. */
final class SettledChecks {
  private final SimulatedCluster cluster;

  SettledChecks(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  /** I13: the figures for operators are the true ones. Nobody misses anybody any more. */
  void verifyFigures() {
    for (SimulatedNode node : cluster.alive()) {
      if (node.replica.missesListed(node.now())) {
        throw new AssertionError(
            node.self.name() + " misses members although it has found all" + cluster.describe());
      }
      long held = node.replica.knownKeys().stream().mapToLong(key -> heldBytes(node, key)).sum();
      cluster.tally.count(Tally.CHECKS, "held bytes");
      if (node.replica.heldBytes() != held) {
        throw new AssertionError(
            node.self.name()
                + " holds "
                + held
                + " bytes for others and counts "
                + node.replica.heldBytes()
                + cluster.describe());
      }
      long served = node.replica.knownKeys().stream().filter(key -> isServed(node, key)).count();
      int degraded = node.replica.degradedSessions();
      boolean enough =
          cluster.config.secondaries() > 0 && cluster.alive().size() > cluster.config.secondaries();
      cluster.tally.count(
          Tally.CHECKS, enough ? "gauges with enough members" : "gauges with too few");
      if (node.replica.primarySessions() != served || degraded != (enough ? 0 : served)) {
        throw new AssertionError(
            "I13 broken: "
                + node.self.name()
                + " serves "
                + served
                + " sessions and counts "
                + node.replica.primarySessions()
                + ", of them degraded "
                + degraded
                + cluster.describe());
      }
    }
  }

  private static long heldBytes(SimulatedNode node, String key) {
    SessionSnapshot now = node.replica.snapshot(key);
    return now.primary() || now.copy() == null || now.copy().tombstone()
        ? 0
        : Copy.BYTES_BESIDES_IMAGE + now.copy().image().packed().length;
  }

  private static boolean isServed(SimulatedNode node, String key) {
    SessionSnapshot now = node.replica.snapshot(key);
    return now.primary() && now.copy() != null && !now.copy().tombstone();
  }

  /**
   * Whether nothing is known but the sessions that live, by who serves them and who holds copies.
   */
  boolean hasForgotten() {
    for (SimulatedNode node : cluster.alive()) {
      for (String key : node.replica.knownKeys()) {
        if (cluster.history.isEnded(key) || isStub(node, key)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isStub(SimulatedNode node, String key) {
    Copy known = node.replica.snapshot(key).copy();
    return known == null || known.tombstone();
  }

  /** I16: {@link #hasForgotten} after the time for which ends and fences are remembered. */
  void verifyForgotten() {
    for (SimulatedNode node : cluster.alive()) {
      for (String key : node.replica.knownKeys()) {
        SessionHistory.check(
            !cluster.history.isEnded(key),
            "I16",
            key,
            "has ended and is still remembered" + cluster.describe());
        SessionHistory.check(
            !isStub(node, key),
            "I16",
            key,
            "has left a fence or a stub on " + node.self.name() + cluster.describe());
        cluster.tally.count(Tally.CHECKS, "copies left when all is forgotten");
      }
    }
  }
}
