// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.List;
import java.util.Set;

/**
 * Members that start while they cannot reach those that run. The cut ends before the time is over
 * after which members that were not found count as dead, and before a tombstone is forgotten. At
 * the end the cluster has not settled yet.
 */
final class CutStarts {
  static final Set<Fault> FAULTS =
      Set.of(Fault.START_BEHIND_CUT, Fault.RESTART_BEHIND_CUT, Fault.START_WITH_CUT_LINK);

  private final SimulatedCluster cluster;
  private final SimulatedClock clock;

  CutStarts(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.clock = cluster.clock;
  }

  /** Makes one such start happen, and ends the cut. */
  void inject(Dice dice) {
    List<SimulatedNode> there = cluster.alive();
    cluster.limitHeldBytes(Long.MAX_VALUE); // as for members that join
    double kind = dice.upTo(1);
    if (kind < 0.2) {
      begin(Fault.START_WITH_CUT_LINK);
      startWithCutLink(there, dice);
    } else if (kind < 0.6 || !cluster.hasSecondaries()) {
      begin(Fault.START_BEHIND_CUT);
      goOnAlone(found(cluster.nextName(), there), there, dice);
    } else {
      begin(Fault.RESTART_BEHIND_CUT);
      restart(there, dice);
    }
    cluster.network.mendAll();
    cluster.alive().forEach(node -> node.isolated(-1));
    pass(10, 2000, dice);
    cluster.announce(cluster.alive(), cluster.alive(), millis(dice.chance(0.1) ? 3000 : 400));
    pass(10, 1000, dice);
  }

  private void begin(Fault fault) {
    cluster.tally.count(Tally.FAULTS, fault.name());
    cluster.trace.note(clock.now(), fault.name());
  }

  private void pass(long leastMillis, long mostMillis, Dice dice) {
    clock.runFor(dice.between(millis(leastMillis), millis(mostMillis)));
  }

  /**
   * It joins over the links that it has. Then the others go on without it, as one cannot reach it.
   */
  private void startWithCutLink(List<SimulatedNode> there, Dice dice) {
    String name = cluster.nextName();
    cut(name, List.of(dice.oneOf(there)));
    cluster.startBehindCut(name);
    cluster.announce(cluster.alive(), cluster.alive(), millis(500));
    pass(10, 3300, dice);
    if (dice.chance(0.5)) {
      cluster.announce(there, there, millis(500));
      pass(100, 3000, dice);
    }
  }

  private void restart(List<SimulatedNode> there, Dice dice) {
    SimulatedNode victim = dice.oneOf(there);
    String name = victim.self.name();
    there.remove(victim);
    boolean isCutBefore = dice.chance(0.5);
    if (isCutBefore) {
      cut(name, there);
      pass(0, 2000, dice);
    }
    cluster.trace.note(clock.now(), "crash of " + name);
    cluster.crash(victim, isCutBefore ? 0.0 : dice.chance(0.7) ? 1.0 : 0.3);
    boolean isNoticedBefore = dice.chance(0.5);
    if (isNoticedBefore) {
      pass(300, 3300, dice);
      cluster.announce(there, there, millis(500));
    }
    pass(10, 1000, dice);
    SimulatedNode again = found(name, there);
    if (!isNoticedBefore) {
      pass(300, 2500, dice);
      cluster.announce(there, there, millis(500));
    }
    goOnAlone(again, there, dice);
  }

  /**
   * A cluster of one goes on, or becomes one of two behind the cut: the other joins it, or has
   * founded one, too. Where a majority is needed, two that start from nothing could be one.
   */
  private void goOnAlone(SimulatedNode founder, List<SimulatedNode> there, Dice dice) {
    pass(10, 1000, dice);
    if (!cluster.needsMajority() && dice.chance(0.5)) {
      String name = cluster.nextName();
      cut(name, there);
      SimulatedNode other = dice.chance(0.3) ? found(name, there) : cluster.startBehindCut(name);
      cluster.announceApart(2, List.of(founder, other), millis(500));
    }
    pass(100, dice.chance(0.1) ? 12_000 : 4000, dice);
  }

  /** Starts a member that founds its cluster alone: no listed address answers. */
  private SimulatedNode found(String name, List<SimulatedNode> there) {
    cluster.trace.note(clock.now(), name + " founds its cluster alone");
    cut(name, there);
    SimulatedNode node = cluster.startBehindCut(name);
    node.replica.foundedAlone(node.now());
    cluster.announceApart(1, List.of(node), 0);
    node.isolated(clock.now());
    return node;
  }

  private void cut(String one, List<SimulatedNode> others) {
    for (SimulatedNode other : others) {
      cluster.network.cut(one, other.self.name());
      cluster.network.cut(other.self.name(), one);
    }
  }
}
