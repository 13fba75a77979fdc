// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.HashMap;
import java.util.Map;

/**
 * I11: while members come or leave as planned, no session has fewer copies of what was acknowledged
 * last than before. Looks after each message about a session, as long as nothing else is amiss.
 */
final class CopyCounts {
  static final String COUNTED = "copies counted in moves";

  private final SimulatedCluster cluster;

  /** The newest state of each session that was acknowledged. */
  private final Map<String, Label> newest = new HashMap<>();

  /** The copies of it that there have to be. */
  private final Map<String, Integer> least = new HashMap<>();

  private boolean watching;

  CopyCounts(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  /** An answer was protected: its primary and k others hold the state. */
  void acknowledged(String key, Label label) {
    if (label.compareTo(newest.getOrDefault(key, Label.NONE)) > 0) {
      newest.put(key, label);
      least.put(key, wanted());
    }
  }

  /** From now on there are never fewer copies than now, or k + 1 of what is acknowledged later. */
  void watch() {
    watching = true;
    newest.keySet().forEach(key -> least.put(key, Math.min(wanted(), copies(key))));
  }

  void stop() {
    watching = false;
  }

  private int wanted() {
    return cluster.config.secondaries() + 1;
  }

  void afterDelivery(Message message) {
    if (watching && message instanceof Message.OfSession about) {
      verify(about.key());
    }
  }

  void verify(String key) {
    if (!newest.containsKey(key) || cluster.history.mayHaveEnded(key)) {
      return;
    }
    int copies = copies(key);
    cluster.tally.count(Tally.CHECKS, COUNTED);
    SessionHistory.check(
        copies >= least.get(key),
        "I11",
        key,
        "has " + copies + " copies of " + newest.get(key) + " during a planned move");
  }

  /** On how many members that run there is what was acknowledged last, or what came after it. */
  int copies(String key) {
    int copies = 0;
    for (SimulatedNode node : cluster.nodes()) {
      copies += node.isAlive() && has(node, key) ? 1 : 0;
    }
    return copies;
  }

  boolean has(SimulatedNode node, String key) {
    if (!node.replica.knownKeys().contains(key)) {
      return false;
    }
    Copy copy = node.replica.snapshot(key).copy();
    return copy != null && !copy.tombstone() && copy.label().compareTo(newest.get(key)) >= 0;
  }
}
