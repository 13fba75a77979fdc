// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * If only the side with a majority may serve: while the cluster is parted, and all know of it, no
 * more than one side answers.
 */
final class PartedCluster {
  static final String ANSWERED = "answers of one side of a partition";

  private final Tally tally;
  private List<Set<String>> sides = List.of();
  private long fromNanos;
  private int answering = -1;

  PartedCluster(Tally tally) {
    this.tally = tally;
  }

  /** From then on all members act on the view of their side. */
  void part(List<SimulatedNode> here, List<SimulatedNode> there, long knownNanos) {
    sides = List.of(names(here), names(there));
    fromNanos = knownNanos;
    answering = -1;
  }

  void join() {
    sides = List.of();
  }

  private static Set<String> names(List<SimulatedNode> side) {
    return side.stream().map(node -> node.self.name()).collect(Collectors.toSet());
  }

  /** A request was answered as if all were well. */
  void answered(String key, SimulatedNode node, long nowNanos) {
    if (nowNanos - fromNanos < 0) {
      return;
    }
    for (int side = 0; side < sides.size(); side++) {
      if (sides.get(side).contains(node.self.name())) {
        SessionHistory.check(
            answering < 0 || answering == side,
            "CONSISTENT",
            key,
            "was answered by " + node.self.name() + ", and another by the other side of a cut");
        answering = side;
        tally.count(Tally.CHECKS, ANSWERED);
      }
    }
  }
}
