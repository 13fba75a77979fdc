// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;

/**
 * What a lack of processor time or of disk leaves behind: periods in which the kernel let a node
 * wait, lines that its log lost. Thread-safe.
 */
final class Traces {
  private final Map<EngineContainer, Counts> before = new ConcurrentHashMap<>();

  private record Counts(long throttledPeriods, long linesLost) {
    static Counts of(ContainerNode node) {
      return new Counts(
          node.container().usage().at("/cpu_stats/throttling_data/throttled_periods").asLong(),
          node.status().map(NodeStatus::counters).map(all -> all.get("logLinesLost")).orElse(0L));
    }
  }

  /** Something is about to be taken from a node. */
  void begin(ContainerNode node) {
    before.put(node.container(), Counts.of(node));
  }

  /** Whether that was felt by all of {@code nodes}; unknown where one has ended since. */
  Effect effect(Fault fault, List<ContainerNode> nodes) {
    if (!(fault instanceof Fault.SlowCpu) && !(fault instanceof Fault.FullDisk)) {
      return Effect.SEEN; // the engine says so itself when it is done
    }
    boolean all = true;
    for (ContainerNode node : nodes) {
      Counts then = node.alive() ? before.get(node.container()) : null;
      if (then == null) {
        return Effect.UNKNOWN;
      }
      Counts now = Counts.of(node);
      all &=
          fault instanceof Fault.SlowCpu
              ? now.throttledPeriods > then.throttledPeriods
              : now.linesLost > then.linesLost;
    }
    return all ? Effect.SEEN : Effect.NONE;
  }
}
