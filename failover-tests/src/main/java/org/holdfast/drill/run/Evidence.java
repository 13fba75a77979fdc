// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.Cluster;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.report.PromiseReport;

/**
 * Looks whether what was done to nodes has acted on them, while it still lasts. A drill in which it
 * has not proves nothing. What views or users have shown needs no engine to tell it.
 */
final class Evidence {
  private final Cluster cluster;
  private final BooleanSupplier usersHaveSessions;
  private final Fencing fencing = new Fencing();
  private final Map<Incident, Fault> lasting = new LinkedHashMap<>();
  private final List<PromiseReport> found = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();

  /**
   * @param usersHaveSessions whether anybody has any, so that a node can be fenced of one
   */
  Evidence(Cluster cluster, BooleanSupplier usersHaveSessions) {
    this.cluster = cluster;
    this.usersHaveSessions = usersHaveSessions;
  }

  /** Something is about to be done to {@code nodes}. */
  void before(List<ClusterNode> nodes) {
    fencing.before(nodes);
  }

  /** Something was done. */
  void done(Incident incident, Fault fault) {
    if (usersHaveSessions.getAsBoolean()) {
      fencing.done(incident, fault);
    }
    if (!fault.endsNode()) {
      lasting.put(incident, fault);
    }
  }

  /** It is about to be taken back. */
  void look(Incident incident) {
    Fault fault = lasting.remove(incident);
    if (fault == null) {
      return;
    }
    Incident.What what = incident.what();
    String promised = "it has an effect: " + what.words();
    Optional<String> trace;
    Effect effect;
    try {
      trace = cluster.trace(fault, what.nodes());
      effect = cluster.effect(fault, what.nodes());
    } catch (FaultException e) {
      // It has to be taken back, whatever was seen of it.
      found.add(PromiseReport.unchecked(promised, String.valueOf(e.getMessage())));
      return;
    }
    if (effect == Effect.NONE) {
      troubles.add(
          trace
              .map(
                  seen ->
                      "nothing proved, as it had too little effect: " + what.words() + ", " + seen)
              .orElse("nothing proved, as it had no effect: " + what.words()));
      found.add(new PromiseReport(promised, trace.orElse("none was seen"), false));
    } else if (effect == Effect.UNKNOWN && !what.viewChanges() && what.awayFrom().isEmpty()) {
      found.add(PromiseReport.unchecked(promised, "the drill cannot see it"));
    } else {
      found.add(new PromiseReport(promised, trace.orElse("seen"), true));
    }
  }

  /** The end has come, and with it that of all that was to last until then. */
  void lookAtAll() {
    List.copyOf(lasting.keySet()).forEach(this::look);
    fencing.look();
  }

  List<PromiseReport> found() {
    return Stream.concat(found.stream(), fencing.found()).toList();
  }

  /** Why the drill proves nothing, or shows that a node was not told what it had to be. */
  List<String> troubles() {
    return Stream.concat(troubles.stream(), fencing.troubles()).toList();
  }
}
