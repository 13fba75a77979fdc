// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.replication.protocol.repair.DrainLook;

/** Makes faults happen and end. At the end the cluster has not settled yet. */
final class Faults {
  /** Drawn apart from the others, so that a seed that is kept goes on meaning the same. */
  private static final List<Fault> RARE = List.of(Fault.PARALLEL_VIEWS, Fault.DRAIN_AND_CRASH);

  private static final List<Fault> USUAL =
      Arrays.stream(Fault.values())
          .filter(fault -> !RARE.contains(fault) && !CutStarts.FAULTS.contains(fault))
          .toList();
  private static final int MOST_MEMBERS = 8;

  /** Within so long all members have a view that leaves one out. */
  private static final long VIEW_SPREAD_NANOS = millis(100);

  private final SimulatedCluster cluster;
  private final SimulatedClock clock;
  private final Consumer<Dice> settle;

  /**
   * @param settle waits until everything is protected again
   */
  Faults(SimulatedCluster cluster, Consumer<Dice> settle) {
    this.cluster = cluster;
    this.clock = cluster.clock;
    this.settle = settle;
  }

  /**
   * Makes one fault happen, and end.
   *
   * @param rare says whether it is one of the rare kinds
   */
  void inject(Dice dice, Dice rare) {
    Fault fault = USUAL.get(dice.below(USUAL.size()));
    if (rare.chance(0.08)) {
      fault = RARE.get(rare.below(RARE.size()));
    }
    List<SimulatedNode> running = cluster.alive();
    if (cluster.needsMajority() && running.size() >= 4 && dice.chance(0.2)) {
      fault = dice.chance(0.5) ? Fault.PARTITION : Fault.MOVING_PARTITION;
    }
    if (fault == Fault.CRASH && dice.chance(0.5)) {
      fault = Fault.TWO_CRASHES;
    }
    if (fault == Fault.TWO_CRASHES && !mayLoseTwoOf(running.size())) {
      fault = Fault.CRASH;
    }
    if (fault == Fault.DRAIN_AND_CRASH && !mayDrainAndLoseOneOf(running.size())) {
      fault = Fault.DRAIN;
    }
    if (running.size() < 2
        || (fault == Fault.JOIN && running.size() >= MOST_MEMBERS)
        || (fault == Fault.PARTITION && running.size() < 4)
        || (fault == Fault.PARALLEL_VIEWS && running.size() < 3)
        || (fault == Fault.MOVING_PARTITION && !(cluster.needsMajority() && running.size() >= 4))
        || (fault == Fault.QUICK_RESTART && !cluster.hasSecondaries())) {
      return;
    }
    SimulatedNode victim = dice.oneOf(running);
    List<SimulatedNode> others = new ArrayList<>(running);
    others.remove(victim);
    cluster.tally.count(Tally.FAULTS, fault.name());
    cluster.trace.note(clock.now(), fault + " of " + victim.self.name());
    switch (fault) {
      case CRASH -> crash(victim, others, dice);
      case TWO_CRASHES -> crashTwo(running, dice);
      case BROKEN_STREAM -> breakStream(victim, dice.oneOf(others), dice);
      case QUICK_RESTART -> quickRestart(victim, dice);
      case SHORT_PAUSE -> {
        victim.pause();
        pass(50, 2500, dice);
        victim.resume();
      }
      case LONG_PAUSE -> longPause(victim, others, dice);
      case CUT_LINK, ONE_WAY_CUT, ONE_WAY_LOSS -> cutLink(fault, victim, others, dice);
      case LONG_CUT_LINK -> {
        cut(victim, dice.oneOf(others));
        pass(2000, 3300, dice);
        suspect(running, others, dice);
        cluster.network.mendAll();
      }
      case PARALLEL_VIEWS -> partViews(victim, others, dice);
      case CUT_NODE -> partition(List.of(victim), others, dice);
      case PARTITION -> {
        int half = dice.chance(0.5) ? 2 : others.size() - 1;
        List<SimulatedNode> here = new ArrayList<>(others.subList(0, half - 1));
        here.add(victim);
        partition(here, others.subList(half - 1, others.size()), dice);
      }
      case MOVING_PARTITION -> movePartition(running, dice);
      case SLOW_MEMBER -> {
        cluster.network.slow(victim.self.name());
        pass(500, 2500, dice);
        cluster.network.mendAll();
      }
      case DRAIN -> {
        // A planned move needs room for what moves.
        cluster.limitHeldBytes(Long.MAX_VALUE);
        drain(victim, others, dice);
      }
      case DRAIN_AND_CRASH -> {
        cluster.limitHeldBytes(Long.MAX_VALUE);
        drainWhileOneCrashes(victim, others, dice);
      }
      case FALSE_SUSPICION -> suspect(running, others, dice);
      case JOIN -> {
        cluster.limitHeldBytes(Long.MAX_VALUE);
        cluster.copies.watch();
        cluster.start(cluster.nextName());
        List<SimulatedNode> all = cluster.alive();
        cluster.announce(all, all, spread(500, dice));
        pass(10, 1000, dice);
      }
      case START_BEHIND_CUT, RESTART_BEHIND_CUT, START_WITH_CUT_LINK ->
          throw new IllegalArgumentException(fault + " is one of CutStarts");
    }
    cluster.trace.note(clock.now(), "end of " + fault);
  }

  private void pass(long leastMillis, long mostMillis, Dice dice) {
    clock.runFor(dice.between(millis(leastMillis), millis(mostMillis)));
  }

  /** The time within which all receive a view; now and then one member receives it very late. */
  private static long spread(long usualMillis, Dice dice) {
    return millis(dice.chance(0.1) ? 3000 : usualMillis);
  }

  private void crash(SimulatedNode victim, List<SimulatedNode> others, Dice dice) {
    cluster.crash(victim, dice.chance(0.7) ? 1.0 : 0.3);
    pass(300, 3300, dice);
    cluster.announce(others, others, spread(500, dice));
    settle.accept(dice);
    restart(victim, dice);
    pass(10, 1000, dice);
  }

  /** Whether the promise is made for two failures at once, and somebody is left to keep it. */
  private boolean mayLoseTwoOf(int running) {
    boolean majorityIsLeft = !cluster.needsMajority() || 2 * (running - 2) > running;
    return cluster.config.secondaries() >= 2 && running >= 3 && majorityIsLeft;
  }

  /** Often the two that alone have what another holder lacks: chance would hardly find them. */
  private void crashTwo(List<SimulatedNode> running, Dice dice) {
    List<SimulatedNode> victims = new ArrayList<>();
    if (dice.chance(0.7)) {
      long end = clock.now() + millis(500);
      while (victims.isEmpty() && clock.now() < end) {
        clock.runFor(dice.between(100_000, millis(2)));
        victims.addAll(cluster.ahead());
      }
    }
    List<SimulatedNode> others = new ArrayList<>(running);
    others.removeAll(victims);
    while (victims.size() < 2) {
      SimulatedNode victim = dice.oneOf(others);
      victims.add(victim);
      others.remove(victim);
    }
    cluster.trace.note(clock.now(), "crash of " + victims.get(0).self.name());
    long between = dice.chance(0.5) ? dice.between(0, millis(5)) : dice.between(0, millis(500));
    cluster.crash(victims.get(0), dice.chance(0.7) ? 1.0 : 0.3);
    clock.runFor(between);
    cluster.trace.note(clock.now(), "crash of " + victims.get(1).self.name());
    cluster.crash(victims.get(1), dice.chance(0.7) ? 1.0 : 0.3);
    pass(300, 3300, dice);
    cluster.announce(others, others, spread(500, dice));
    settle.accept(dice);
    for (SimulatedNode victim : victims) {
      restart(victim, dice);
      pass(10, 1000, dice);
    }
  }

  /**
   * No member has failed, but messages under way are lost, and the members that notice report that.
   */
  private void breakStream(SimulatedNode one, SimulatedNode other, Dice dice) {
    boolean bothNotice = dice.chance(0.5);
    cluster.network.cut(one.self.name(), other.self.name());
    if (bothNotice || dice.chance(0.5)) {
      cluster.network.cut(other.self.name(), one.self.name());
    }
    noticeStream(one, other, false, dice);
    if (bothNotice) {
      noticeStream(other, one, false, dice);
    }
    pass(1, 1000, dice);
    cluster.network.mendAll();
    noticeStream(one, other, true, dice);
    if (bothNotice) {
      noticeStream(other, one, true, dice);
    }
    pass(3, 1000, dice);
  }

  /** Within 1 ms, so that the events of one stream come in their order. */
  private void noticeStream(SimulatedNode on, SimulatedNode peer, boolean up, Dice dice) {
    clock.after(
        dice.between(10_000, millis(1)),
        () ->
            on.receive(
                () -> {
                  if (up) {
                    on.replica.onPeerUp(peer.self);
                  } else {
                    on.replica.onPeerDown(peer.self);
                  }
                }));
  }

  private void quickRestart(SimulatedNode victim, Dice dice) {
    cluster.crash(victim, dice.chance(0.7) ? 1.0 : 0.3);
    pass(200, 2000, dice);
    restart(victim, dice);
    pass(10, 1000, dice);
  }

  private void restart(SimulatedNode victim, Dice dice) {
    cluster.trace.note(clock.now(), "restart of " + victim.self.name());
    cluster.start(victim.self.name());
    cluster.announce(cluster.alive(), cluster.alive(), spread(500, dice));
  }

  private void longPause(SimulatedNode victim, List<SimulatedNode> others, Dice dice) {
    victim.pause();
    pass(2000, 3300, dice);
    cluster.announce(others, others, spread(400, dice));
    pass(100, 1500, dice);
    if (cluster.config.tombstoneNanos() <= Plan.SHORT_TOMBSTONE && dice.chance(0.2)) {
      // The others forget what has ended.
      pass(16_000, 20_000, dice);
    }
    victim.resume();
    cluster.trace.note(clock.now(), victim.self.name() + " wakes");
    pass(100, 1500, dice);
    cluster.announce(cluster.alive(), cluster.alive(), spread(400, dice));
  }

  private void cutLink(Fault fault, SimulatedNode one, List<SimulatedNode> others, Dice dice) {
    SimulatedNode other = dice.oneOf(others);
    if (fault == Fault.ONE_WAY_LOSS) {
      cluster.network.lose(one.self.name(), other.self.name(), 0.3 + dice.upTo(0.6));
    } else if (fault == Fault.ONE_WAY_CUT) {
      cluster.network.cut(one.self.name(), other.self.name());
    } else {
      cut(one, other);
    }
    pass(100, 2500, dice);
    cluster.network.mendAll();
  }

  /**
   * Two members cannot reach each other, and each is left out of the other's view. The rest goes on
   * with one of them; the victim takes some of the rest for members of its own view, or nobody.
   */
  private void partViews(SimulatedNode victim, List<SimulatedNode> others, Dice dice) {
    SimulatedNode unheard = dice.oneOf(others);
    cut(victim, unheard);
    pass(2000, 3300, dice);
    cluster.announce(others, others, spread(500, dice));
    List<SimulatedNode> own = new ArrayList<>(List.of(victim));
    if (dice.chance(0.5)) {
      own.addAll(others);
      own.remove(unheard);
    }
    cluster.announceParallel(own, victim, spread(500, dice));
    pass(100, 4000, dice);
    cluster.network.mendAll();
    pass(10, 2000, dice);
    cluster.announce(cluster.alive(), cluster.alive(), spread(400, dice));
  }

  private void partition(List<SimulatedNode> here, List<SimulatedNode> there, Dice dice) {
    here.forEach(one -> there.forEach(other -> cut(one, other)));
    List<SimulatedNode> all = new ArrayList<>(here);
    all.addAll(there);
    isolate(here, all.size(), 0);
    isolate(there, all.size(), 0);
    pass(2000, 3300, dice);
    long late = spread(1000, dice);
    cluster.announce(here, here, late);
    cluster.announce(there, there, late);
    isolate(here, all.size(), late);
    isolate(there, all.size(), late);
    cluster.parted.part(here, there, cluster.whenAllKnow(late));
    pass(100, 2500, dice);
    cluster.parted.join();
    cluster.network.mendAll();
    all.forEach(node -> node.isolated(-1));
    pass(10, 2000, dice);
    cluster.announce(all, all, spread(400, dice));
  }

  /**
   * At each move some change sides, or many. In all this takes less time than anybody may be away.
   */
  private void movePartition(List<SimulatedNode> running, Dice dice) {
    long moves = dice.between(2, 4);
    List<SimulatedNode> here = new ArrayList<>();
    for (int i = 0; i < moves; i++) {
      List<SimulatedNode> there = new ArrayList<>(running);
      there.removeAll(here);
      do {
        change(here, there, dice);
      } while (here.isEmpty() || there.isEmpty() || dice.chance(0.4));
      cluster.trace.note(clock.now(), "cut between " + names(here) + " and " + names(there));
      cluster.network.mendAll();
      here.forEach(one -> there.forEach(other -> cut(one, other)));
      pass(300, 2200, dice);
      long late = spread(200, dice);
      cluster.announce(here, here, late);
      cluster.announce(there, there, late);
      cluster.parted.part(here, there, cluster.whenAllKnow(late));
      pass(300, 1800, dice);
      cluster.parted.join();
    }
    cluster.network.mendAll();
    pass(10, 1000, dice);
    cluster.announce(running, running, spread(400, dice));
  }

  private static List<String> names(List<SimulatedNode> nodes) {
    return nodes.stream().map(node -> node.self.name()).toList();
  }

  /** One member goes to the other side. */
  private static void change(List<SimulatedNode> here, List<SimulatedNode> there, Dice dice) {
    boolean thither = !here.isEmpty() && dice.chance(0.4) || there.isEmpty();
    List<SimulatedNode> from = thither ? here : there;
    SimulatedNode one = dice.oneOf(from);
    from.remove(one);
    (thither ? there : here).add(one);
  }

  /** A member without a majority knows that when it is alone, or when its view says so. */
  private void isolate(List<SimulatedNode> side, int all, long viewNanos) {
    boolean knows = side.size() == 1 ? viewNanos == 0 : viewNanos > 0;
    if (2 * side.size() <= all && knows) {
      side.forEach(node -> node.isolated(clock.now() + viewNanos));
    }
  }

  /** A planned stop: it ends when everything is elsewhere, and nothing is lost by it. */
  private void drain(SimulatedNode victim, List<SimulatedNode> others, Dice dice) {
    drain(victim, dice, () -> {});
    cluster.announce(others, others, millis(100));
    settle.accept(dice);
    restart(victim, dice);
  }

  /**
   * @param beforeTheEnd happens in each look after all sessions, before the look ends
   */
  private void drain(SimulatedNode victim, Dice dice, Runnable beforeTheEnd) {
    victim.replica.drain(SimulatedCluster.DRAIN_NANOS, victim.now());
    long end = clock.now() + millis(30_000);
    while (!drainState(victim, dice, beforeTheEnd).isOver()) {
      if (clock.now() - end > 0) {
        throw new AssertionError(
            "I15 broken: drain of "
                + victim.self.name()
                + " does not end: "
                + victim.replica.drainState()
                + cluster.describe());
      }
      clock.runFor(millis(20));
    }
    victim.crash();
  }

  /** A look at all sessions takes its time, and the world goes on between any two steps of it. */
  private DrainState drainState(SimulatedNode victim, Dice dice, Runnable beforeTheEnd) {
    DrainLook look = victim.replica.drainLook();
    do {
      if (dice.chance(0.1)) {
        clock.runFor(dice.between(0, millis(20)));
      }
    } while (look.step());
    if (dice.chance(0.3)) {
      clock.runFor(dice.between(0, millis(500)));
    }
    beforeTheEnd.run();
    return victim.replica.conclude(look);
  }

  /** Whether the others have all that the two have, and somebody may go on with it. */
  private boolean mayDrainAndLoseOneOf(int running) {
    boolean majorityIsLeft = !cluster.needsMajority() || 2 * (running - 2) > running;
    return cluster.hasSecondaries() && running >= 3 && majorityIsLeft;
  }

  /** One of the two failures is planned: nothing is lost by them. */
  private void drainWhileOneCrashes(SimulatedNode victim, List<SimulatedNode> others, Dice dice) {
    SimulatedNode dying = dice.oneOf(others);
    List<SimulatedNode> members = new ArrayList<>(others);
    members.add(victim);
    // At first it still has the copies of what the other serves.
    clock.after(
        dice.between(0, dice.chance(0.5) ? millis(20) : millis(300)),
        () -> {
          if (victim.isAlive()) {
            cluster.trace.note(clock.now(), "crash of " + dying.self.name());
            cluster.crash(dying, dice.chance(0.7) ? 1.0 : 0.3);
            clock.after(dice.between(millis(300), millis(3300)), () -> leaves(dying, members));
          }
        });
    // The view without it often comes in the midst of a look, when all sessions are counted.
    drain(
        victim,
        dice,
        () -> {
          if (!dying.isAlive() && members.contains(dying) && dice.chance(0.1)) {
            leaves(dying, members);
            clock.runFor(VIEW_SPREAD_NANOS);
          }
        });
    leaves(victim, members);
    while (!dying.isAlive() && members.contains(dying)) {
      clock.runFor(millis(20));
    }
    settle.accept(dice);
    restart(victim, dice);
    if (!dying.isAlive()) {
      restart(dying, dice);
    }
  }

  private void leaves(SimulatedNode gone, List<SimulatedNode> members) {
    if (members.remove(gone)) {
      cluster.announce(members, members, VIEW_SPREAD_NANOS);
    }
  }

  /** The others go on without the victim, which does not know; then they find together again. */
  private void suspect(List<SimulatedNode> running, List<SimulatedNode> others, Dice dice) {
    cluster.announce(others, others, spread(500, dice));
    pass(100, 3000, dice);
    cluster.announce(running, running, spread(500, dice));
    pass(10, 600, dice);
  }

  private void cut(SimulatedNode one, SimulatedNode other) {
    cluster.network.cut(one.self.name(), other.self.name());
    cluster.network.cut(other.self.name(), one.self.name());
  }
}
