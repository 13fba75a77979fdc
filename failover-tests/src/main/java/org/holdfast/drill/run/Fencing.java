// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.report.Counted;
import org.holdfast.drill.report.PromiseReport;

/**
 * Looks whether nodes that were away and came back as they were, hung or cut off, have learnt that
 * others went on with their sessions: one that has not may still serve what it holds of them. Nodes
 * count the epochs that a later one ended ({@code fenced}).
 */
final class Fencing {
  private static final String COUNTER = "fenced";

  private final Map<String, Long> before = new LinkedHashMap<>();
  private final Map<Incident, Map<String, Long>> away = new LinkedHashMap<>();
  private final List<PromiseReport> found = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();

  /** Something is about to be done to {@code nodes}, which still answer. */
  void before(List<ClusterNode> nodes) {
    before.clear();
    nodes.forEach(node -> fenced(node).ifPresent(epochs -> before.put(node.name(), epochs)));
  }

  /** It was done. */
  void done(Incident incident, Fault fault) {
    Incident.What what = incident.what();
    // Of a cut that leaves the others as the smaller side, those have to be told; nobody asked
    // them.
    boolean haveToBeTold = what.awayFrom().cardinality() == what.nodes().size();
    if (!fault.endsNode() && !what.lasting().isZero() && haveToBeTold) {
      away.put(incident, Map.copyOf(before));
    }
  }

  /** The end has come: all of them are back, and users have got over it. */
  void look() {
    away.forEach(this::look);
    away.clear();
  }

  private void look(Incident incident, Map<String, Long> counted) {
    long moved = incident.moved().size();
    if (moved == 0) {
      return;
    }
    String promised =
        "it is told of the sessions that went on elsewhere: " + incident.what().words();
    long epochs = 0;
    for (ClusterNode node : incident.what().nodes()) {
      if (incident.wasReplaced(node)) {
        found.add(PromiseReport.unchecked(promised, node.name() + " was started again since"));
        return;
      }
      Long first = counted.get(node.name());
      Optional<Long> now = fenced(node);
      if (first == null || now.isEmpty()) {
        found.add(
            PromiseReport.unchecked(
                promised, node.name() + " does not tell what it was fenced of"));
        return;
      }
      epochs += Math.max(0, now.get() - first);
    }
    found.add(
        new PromiseReport(
            promised,
            "fenced of "
                + Counted.of(epochs, "session")
                + "; answered elsewhere: "
                + Counted.of(moved, "user"),
            epochs > 0));
    if (epochs == 0) {
      troubles.add(
          "of the sessions that "
              + moved
              + " users went on with elsewhere it was fenced of none: "
              + incident.what().words());
    }
  }

  private static Optional<Long> fenced(ClusterNode node) {
    return node.status().map(NodeStatus::counters).map(counters -> counters.get(COUNTER));
  }

  Stream<PromiseReport> found() {
    return found.stream();
  }

  Stream<String> troubles() {
    return troubles.stream();
  }
}
