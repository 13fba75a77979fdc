// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.holdfast.replication.protocol.SimulatedClock.millis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.holdfast.history.Request;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.views.FullPeers;

/**
 * One run: clients at work, bad weather all the time, and one failure after the other, each only
 * after the cluster is whole again and was looked at: that is what the promise is made for.
 */
final class Simulation {
  private static final int FAULTS = 4;
  private static final int CLIENTS = 3;

  /** More than are repaired at a time. */
  private static final int IDLE_SESSIONS = 8;

  final SimulatedCluster cluster;
  private final Plan plan;
  private final SimulatedClock clock;
  private final Dice dice;
  private final Faults faults;
  private final SettledChecks settled;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final List<Integer> idle = new ArrayList<>();
  private final List<ReplicationMetrics> metrics = new ArrayList<>();

  Simulation(Plan plan, Trace trace) {
    this.plan = plan;
    cluster = SimulatedCluster.of(plan, trace);
    clock = cluster.clock;
    dice = new Dice(plan.seed, "run");
    settled = new SettledChecks(cluster);
    faults = new Faults(cluster, this::settle);
    cluster.onStart(node -> metrics.add(node.metrics));
    cluster.onStart(cluster.containers::watch);
    cluster.onStart(node -> node.replica.limitHeldBytes(cluster.maxHeldBytes()));
  }

  static Simulation ofSeed(long seed) {
    return new Simulation(Plan.ofSeed(seed), Trace.OFF);
  }

  void run() {
    settle(dice);
    cluster.limitHeldBytes(plan.maxHeldBytes);
    if (plan.isPaced()) {
      createIdleSessions();
    }
    cluster.network.weather(plan.weather);
    double strays = dice.chance(0.3) ? 0.5 : 0.1;
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new SimulatedClient(cluster, plan, i, strays));
    }
    clients.forEach(SimulatedClient::run);
    clock.runFor(dice.between(millis(50), millis(500)));
    for (int i = 0; i < FAULTS; i++) {
      if (plan.has("fault" + i)) {
        Dice rare = new Dice(plan.seed, "rare fault", i);
        round(new Dice(plan.seed, "fault", i), own -> faults.inject(own, rare));
      }
    }
    if (plan.startsBehindCut()) {
      round(new Dice(plan.seed, "fault at a start"), new CutStarts(cluster)::inject);
    }
    clients.forEach(SimulatedClient::stop);
    awaitCalls();
    settle(dice);
    cluster.network.weather(SimulatedNetwork.Weather.CALM);
    clients.forEach(client -> client.verify(dice, false));
    readIdleSessions();
    awaitCalls();
    cluster.calls.verifyNoneIsOpen();
    verifyEnds();
    long judged = cluster.history.verify(clock.now());
    tally(judged);
  }

  /** A fault; once it is over and everything is protected, a look at one session; a while. */
  private void round(Dice own, Consumer<Dice> fault) {
    cluster.ends.faulty(true);
    fault.accept(own);
    settle(own);
    cluster.copies.stop();
    cluster.ends.faulty(false);
    own.oneOf(clients).verify(own, true);
    cluster.limitHeldBytes(plan.maxHeldBytes);
    clock.runFor(own.between(millis(50), millis(500)));
  }

  /** The load goes on while the cluster mends itself, but pauses for the look at whether it has. */
  private void settle(Dice own) {
    clock.runFor(own.between(0, millis(800)));
    if (plan.isPaced() && cluster.awaitViewSettled(millis(5000))) {
      cluster.tally.count(Tally.CHECKS, "settled under load");
    }
    clients.forEach(client -> client.hold(true));
    // After the next fault only what was protected has to be there: all of it finds room now.
    cluster.limitHeldBytes(Long.MAX_VALUE);
    if (!cluster.awaitSettled(millis(60_000))) {
      throw new AssertionError(
          "I15 broken: not settled and protected 60 s after the last fault" + cluster.describe());
    }
    settled.verifyFigures();
    if (plan.isShortOfRoom()) {
      clock.runFor(2 * FullPeers.MOST_REST_NANOS); // who was refused is offered sessions again
    }
    cluster.trace.note(clock.now(), "settled");
    clients.forEach(client -> client.hold(false));
  }

  private SimulatedRequest idleSession(int number, Request kind) {
    return new SimulatedRequest(
        cluster,
        dice.oneOf(cluster.up()),
        "idle" + number,
        SimulatedClient.FIRST_ID,
        SimulatedClient.LONG_LEASE,
        kind,
        dice);
  }

  private void createIdleSessions() {
    for (int i = 0; i < IDLE_SESSIONS; i++) {
      idle.add(i);
      idleSession(i, Request.CREATE).create(() -> {});
    }
    clock.runFor(millis(20));
  }

  private void readIdleSessions() {
    for (int i : idle) {
      SimulatedRequest request = idleSession(i, Request.READ);
      request.serve(null, request::read, acquired -> {});
      clock.runFor(millis(5));
    }
  }

  private void awaitCalls() {
    long end = clock.now() + millis(6000);
    do {
      clock.runFor(millis(50));
    } while (cluster.calls.areOpen() && clock.now() < end);
  }

  /** The remaining sessions have expired, and ended ones are gone for good. */
  private void verifyEnds() {
    long due = cluster.ends.dueNanos(SimulatedClient.LONGEST_SHORT_LEASE);
    clock.runFor(Math.max(0, due - clock.now()));
    awaitCalls();
    long expired =
        cluster.ends.verifyAllEnded(SimulatedClient.LONGEST_SHORT_LEASE, cluster.history);
    cluster.tally.add(Tally.CHECKS, "sessions expired", expired);
    if (!plan.forgetful) {
      return;
    }
    cluster.alive().forEach(node -> node.tickEvery(10 * ReplicaConfig.TICK_NANOS));
    // An epoch goes on for as long as its tombstone lasts, which is then remembered for a quarter
    // of
    // that; each begins and ends with a look at all sessions, once a second.
    long tombstoneNanos = (long) ((Plan.SHORT_TOMBSTONE + millis(3000)) / (1 - plan.skew));
    clock.runFor(tombstoneNanos + tombstoneNanos / 4);
    // Once more if an end was shut out and offered to another member first, and if a peer that had
    // been slow was taken back meanwhile: then all that was released is released once more.
    for (int i = 0; i < 2 && !settled.hasForgotten(); i++) {
      clock.runFor(tombstoneNanos);
    }
    settled.verifyForgotten();
    Set<String> gone = new LinkedHashSet<>(cluster.containers.expired());
    clients.forEach(client -> gone.addAll(client.ended()));
    for (String key : gone) {
      clients.get(0).knock(key, dice.oneOf(cluster.up()), dice);
      clock.runFor(millis(20));
    }
    awaitCalls();
    cluster.calls.verifyNoneIsOpen();
  }

  private void tally(long judged) {
    Tally tally = cluster.tally;
    for (ReplicationMetrics each : metrics) {
      for (Counter counter : Counter.values()) {
        tally.add(Tally.COUNTERS, counter.name(), each.value(counter));
      }
    }
    long requests = clients.stream().mapToLong(SimulatedClient::sent).sum() + 2L * idle.size();
    tally.add(Tally.CHECKS, "requests sent", requests);
    tally.add(Tally.CHECKS, "requests judged", judged);
    tally.add(Tally.CHECKS, "protected answers", cluster.history.protectedAnswers());
    tally.add(Tally.CHECKS, "copies checked", cluster.invariants.steps());
    tally.count(Tally.SIZES, plan.members + " members");
    tally.count(Tally.SIZES, "k = " + plan.secondaries);
    tally.count(Tally.SIZES, plan.consistent ? "CONSISTENT" : "AVAILABLE");
    tally.count(Tally.SIZES, plan.isLeased() ? "serving lease" : "no serving lease");
    tally.count(Tally.SIZES, plan.forgetful ? "short memory" : "long memory");
    tally.count(Tally.SIZES, plan.isPaced() ? "few repairs at a time" : "many repairs at a time");
    tally.count(Tally.SIZES, plan.hasZones() ? "two zones" : "one zone");
    tally.count(Tally.SIZES, plan.hasVersions() ? "two versions" : "one version");
    tally.count(Tally.SIZES, plan.hasWrongClocks() ? "wrong clocks" : "right clocks");
    tally.count(
        Tally.SIZES, plan.encodingFailure > 0 ? "some values not encoded" : "all values encoded");
    tally.count(Tally.SIZES, plan.isShortOfRoom() ? "short of room" : "room for all");
    tally.count(Tally.SIZES, plan.startsBehindCut() ? "cut at a start" : "no cut at a start");
    tally.count(Tally.SIZES, "clocks within " + Math.round(100 * plan.skew) + " %");
  }
}
