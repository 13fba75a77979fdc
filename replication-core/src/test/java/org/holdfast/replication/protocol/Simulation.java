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
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;

/**
 * One seed's run: clients at work, bad weather all the time, and one failure after the other, each
 * only after the cluster is whole again: that is what the promise is made for.
 */
final class Simulation {

  /** A failure and its end. */
  enum Fault {
    CRASH,
    SHORT_PAUSE,
    LONG_PAUSE,
    CUT_LINK,
    ONE_WAY_CUT,
    LONG_CUT_LINK,
    CUT_NODE,
    FALSE_SUSPICION,
    JOIN,
    DRAIN
  }

  /** What all runs together reached. */
  static final class Statistics {
    final Map<String, Long> delivered = new TreeMap<>();
    final Map<String, Long> faults = new TreeMap<>();
    final Map<String, Long> counters = new TreeMap<>();
    long requests;
    long protectedAnswers;
    long judgedRequests;
    long steps;

    void add(Simulation run) {
      run.cluster
          .network
          .delivered()
          .forEach((type, n) -> delivered.merge(type, (long) n, Long::sum));
      run.faults.forEach((fault, n) -> faults.merge(fault.name(), (long) n, Long::sum));
      for (ReplicationMetrics metrics : run.metrics) {
        for (Counter counter : Counter.values()) {
          counters.merge(counter.name(), metrics.value(counter), Long::sum);
        }
      }
      requests += run.clients.stream().mapToLong(SimulatedClient::requests).sum();
      protectedAnswers += run.cluster.history.protectedAnswers();
      judgedRequests += run.judgedRequests;
      steps += run.cluster.invariants.steps();
    }
  }

  /** Longer than any pause or cut that ends. */
  private static final long SHORT_TOMBSTONE = millis(16_000);

  private static final int FAULTS = 4;
  private static final int CLIENTS = 3;

  final SimulatedCluster cluster;
  final Map<Fault, Integer> faults = new TreeMap<>();
  final List<SimulatedClient> clients = new ArrayList<>();
  final List<ReplicationMetrics> metrics = new ArrayList<>();
  private final SimulatedClock clock;
  private int joined;
  private long judgedRequests;

  Simulation(long seed, ReplicaConfig config, int size) {
    cluster = SimulatedCluster.of(size, seed, config);
    clock = cluster.clock;
    cluster.nodes().forEach(node -> metrics.add(node.metrics));
  }

  static Simulation ofSeed(long seed) {
    int size = 2 + (int) Math.floorMod(seed, 4L);
    return new Simulation(seed, configOf(seed, size), size);
  }

  /**
   * Mostly one secondary and no majority needed; tombstones that are forgotten within the run in
   * every other seed.
   */
  private static ReplicaConfig configOf(long seed, int size) {
    int secondaries = seed % 8 == 5 ? 2 : seed % 32 == 9 ? 0 : 1;
    long tombstone = seed % 2 == 0 ? SHORT_TOMBSTONE : SimulatedCluster.CONFIG.tombstoneNanos();
    boolean consistent = seed % 16 == 3 || seed % 32 == 18;
    return SimulatedCluster.config(secondaries, tombstone, consistent ? size : 0);
  }

  void run() {
    settle();
    cluster.network.weather(
        new SimulatedNetwork.Weather(
            clock.random.nextDouble() * 0.05,
            clock.random.nextDouble() * 0.05,
            clock.random.nextDouble() * 0.05,
            clock.chance(0.5) ? clock.random.nextDouble() * 0.02 : 0));
    double strays = clock.chance(0.3) ? 0.5 : 0.1;
    for (int i = 0; i < CLIENTS; i++) {
      SimulatedClient client = new SimulatedClient(cluster, "s" + i, strays);
      clients.add(client);
      client.run();
    }
    clock.runFor(clock.between(millis(50), millis(500)));
    for (int i = 0; i < FAULTS; i++) {
      Fault fault = Fault.values()[clock.random.nextInt(Fault.values().length)];
      inject(fault);
      settle();
      clock.runFor(clock.between(millis(50), millis(500)));
    }
    clients.forEach(SimulatedClient::stop);
    clock.runFor(millis(4000));
    settle();
    cluster.network.weather(SimulatedNetwork.Weather.CALM);
    clients.forEach(SimulatedClient::verify);
    clients.forEach(SimulatedClient::verifyEveryCallIsAnswered);
    if (cluster.tombstoneNanos() <= SHORT_TOMBSTONE) {
      clock.runFor(2 * SHORT_TOMBSTONE);
      clients.forEach(SimulatedClient::verifyEndedStayEnded);
    }
    judgedRequests = cluster.history.verify(clock.now());
  }

  /** The load goes on while the cluster mends itself, but pauses for the look at whether it has. */
  private void settle() {
    clock.runFor(clock.between(0, millis(1500)));
    clients.forEach(client -> client.hold(true));
    if (!cluster.awaitSettled(millis(60_000))) {
      throw new AssertionError(
          "I15 broken: not settled and protected 60 s after the last fault" + cluster.describe());
    }
    clients.forEach(client -> client.hold(false));
  }

  private void inject(Fault fault) {
    List<SimulatedNode> running = cluster.alive();
    if (running.size() < 2) {
      return;
    }
    faults.merge(fault, 1, Integer::sum);
    SimulatedNode victim = running.get(clock.random.nextInt(running.size()));
    List<SimulatedNode> others = new ArrayList<>(running);
    others.remove(victim);
    SimulatedNode other = others.get(clock.random.nextInt(others.size()));
    if (System.getProperty("trace") != null) {
      System.out.printf("%,d us  %s of %s%n", clock.now() / 1000, fault, victim.self.name());
    }
    switch (fault) {
      case CRASH -> crash(victim, others);
      case SHORT_PAUSE -> {
        victim.pause();
        clock.runFor(clock.between(millis(50), millis(2500)));
        victim.resume();
      }
      case LONG_PAUSE -> {
        victim.pause();
        clock.runFor(clock.between(millis(3000), millis(4500)));
        cluster.announce(others, others, millis(400));
        clock.runFor(clock.between(millis(100), millis(3000)));
        victim.resume();
        clock.runFor(clock.between(millis(100), millis(3000)));
        cluster.announce(running, running, millis(400));
      }
      case CUT_LINK, ONE_WAY_CUT -> {
        cut(victim, other, fault == Fault.ONE_WAY_CUT);
        clock.runFor(clock.between(millis(100), millis(2500)));
        cluster.network.mendAll();
      }
      case LONG_CUT_LINK -> {
        cut(victim, other, false);
        clock.runFor(clock.between(millis(3000), millis(4500)));
        suspect(running, others);
        cluster.network.mendAll();
      }
      case CUT_NODE -> {
        others.forEach(each -> cut(victim, each, false));
        victim.isolated(clock.now());
        clock.runFor(clock.between(millis(3000), millis(4500)));
        cluster.announce(List.of(victim), List.of(victim), millis(1000));
        cluster.announce(others, others, millis(1000));
        clock.runFor(clock.between(millis(100), millis(5000)));
        cluster.network.mendAll();
        victim.isolated(-1);
        clock.runFor(clock.between(millis(10), millis(2000)));
        cluster.announce(running, running, millis(400));
      }
      case DRAIN -> drain(victim, others);
      case FALSE_SUSPICION -> suspect(running, others);
      case JOIN -> {
        SimulatedNode joiner = cluster.start("j" + joined++);
        metrics.add(joiner.metrics);
        List<SimulatedNode> all = cluster.alive();
        cluster.announce(all, all, millis(500));
        clock.runFor(clock.between(millis(10), millis(1000)));
      }
    }
  }

  private void crash(SimulatedNode victim, List<SimulatedNode> others) {
    cluster.crash(victim, clock.chance(0.7) ? 1.0 : 0.3);
    clock.runFor(clock.between(millis(500), millis(4500)));
    cluster.announce(others, others, millis(500));
    settle();
    SimulatedNode again = cluster.start(victim.self.name());
    metrics.add(again.metrics);
    cluster.announce(cluster.alive(), cluster.alive(), millis(500));
    clock.runFor(clock.between(millis(10), millis(1000)));
  }

  /** A planned stop: it ends when everything is elsewhere, and nothing is lost by it. */
  private void drain(SimulatedNode victim, List<SimulatedNode> others) {
    victim.replica.drain(clock.now());
    long end = clock.now() + millis(30_000);
    while (!victim.replica.drainState().isOver()) {
      if (clock.now() - end > 0) {
        throw new AssertionError(
            "drain of "
                + victim.self.name()
                + " does not end: "
                + victim.replica.drainState()
                + cluster.describe());
      }
      clock.runFor(millis(20));
    }
    victim.crash();
    cluster.announce(others, others, millis(100));
    settle();
    SimulatedNode again = cluster.start(victim.self.name());
    metrics.add(again.metrics);
    cluster.announce(cluster.alive(), cluster.alive(), millis(500));
  }

  /** The others go on without the victim, which does not know; then they find together again. */
  private void suspect(List<SimulatedNode> running, List<SimulatedNode> others) {
    cluster.announce(others, others, millis(500));
    clock.runFor(clock.between(millis(100), millis(3000)));
    cluster.announce(running, running, millis(500));
    clock.runFor(clock.between(millis(10), millis(600)));
  }

  private void cut(SimulatedNode one, SimulatedNode other, boolean oneWay) {
    cluster.network.cut(one.self.name(), other.self.name());
    if (!oneWay) {
      cluster.network.cut(other.self.name(), one.self.name());
    }
  }
}
