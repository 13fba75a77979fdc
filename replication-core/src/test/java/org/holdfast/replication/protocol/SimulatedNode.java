// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.session.attributes.SimulatedAttributes;

/**
 * One member under simulation: the production replica, and whether its process runs, is stopped or
 * is dead. In some of the runs with fresh seeds it sleeps as a node does, and ticks only when that
 * is due. Else it ticks all the time, and a tick before it is due must do nothing.
 */
final class SimulatedNode {
  /** A member's own clock: where it began, and how it runs against the true one. */
  record Rate(double speed, long originNanos) {
    static final Rate TRUE = new Rate(1, 0);
  }

  /**
   * In one of five runs with fresh seeds members sleep. The seeds that lists name are not among
   * these, so they keep their meaning.
   */
  private static final long SLEEPY_OF = 5;

  private static final long SLEEPY = 2;

  /** Clocks that run at different rates round times, so a tick comes a little early or late. */
  private static final long ROUNDING_NANOS = ReplicaConfig.TICK_NANOS / 2;

  /** The application's view of a session that is served here, in one epoch. */
  private record Served(Epoch epoch, SimulatedAttributes attributes) {}

  final Member self;
  final Replica replica;
  final ReplicationMetrics metrics = new ReplicationMetrics();
  private final SimulatedClock clock;
  private final Rate rate;
  private final List<Runnable> whilePaused = new ArrayList<>();
  private final Set<Member> reached = new HashSet<>();
  private boolean alive = true;
  private boolean paused;
  private long pausedSinceNanos;
  private long pausedNanos;
  private long isolatedNanos = -1;
  private View view;

  /** Interval of ticks, on the own clock. */
  private long tickNanos = ReplicaConfig.TICK_NANOS;

  /** Whether it ticks only when that is due. */
  private final boolean sleeps;

  /** The time of the last tick and that of the next, as the last one said, by the own clock. */
  private long tickedNanos;

  private long dueNanos;

  /** Whether an event has made a tick due since the last one. */
  private boolean tickWanted = true;

  /** What the replica has sent and called, and what its metrics count. */
  private long sent;

  private long called;

  /** Gone with the process. */
  private final Map<String, Served> served = new HashMap<>();

  /**
   * @param start which start of all it is, from 1 on
   */
  SimulatedNode(
      Member self,
      long start,
      ReplicaConfig config,
      SimulatedNetwork network,
      SimulatedClock clock,
      Rate rate,
      OpenCalls calls,
      Runnable afterStep) {
    this.self = self;
    this.clock = clock;
    this.rate = rate;
    Dice dice = new Dice(clock.seed, self.name(), start);
    this.replica =
        new Replica(
            self,
            config,
            (to, message) -> {
              sent++;
              return network.send(this, to, message);
            },
            (key, epoch) -> {
              called++;
              calls.released(this, key, epoch);
            },
            dice.random.split(),
            metrics);
    sleeps = clock.seed >= Seeds.FRESH && clock.seed % SLEEPY_OF == SLEEPY;
    tickedNanos = now();
    dueNanos = tickedNanos;
    replica.whenTickIsWanted(this::wantTick);
    tickFrom(dice.between(0, tickNanos), afterStep);
  }

  /** The time by the own clock. */
  long now() {
    return rate.originNanos + (long) (clock.now() * rate.speed);
  }

  /**
   * The application's view of a session in the epoch in which it is served here.
   *
   * @param arrived the session as it was when the epoch began, or as it is by its own commits
   */
  SimulatedAttributes attributes(String key, Epoch epoch, SessionImage arrived) {
    Served known = served.get(key);
    if (known == null || !known.epoch.equals(epoch)) {
      known =
          new Served(epoch, new SimulatedAttributes(SimulatedClient.COUNTER, arrived.attributes()));
      served.put(key, known);
    }
    return known.attributes;
  }

  /** Schedules for the own clock. */
  void after(long ownNanos, Runnable action) {
    clock.after((long) (ownNanos / rate.speed), action);
  }

  /** From now on ticks are rarer, where nothing goes on that would be late by it. */
  void tickEvery(long ownNanos) {
    tickNanos = ownNanos;
  }

  private void tickFrom(long delay, Runnable afterStep) {
    after(
        delay,
        () -> {
          if (!alive) {
            return;
          }
          if (!paused) {
            if (!sleeps) {
              tickAlways();
            } else if (now() - dueNanos >= -ROUNDING_NANOS) {
              tickWhenDue();
            }
            afterStep.run();
          }
          tickFrom(tickNanos, afterStep);
        });
  }

  private void wantTick() {
    tickWanted = true;
    if (now() - dueNanos < 0) {
      dueNanos = now();
    }
  }

  private void tickWhenDue() {
    long since = dueNanos;
    tickWanted = false;
    dueNanos = replica.tick(since, now());
    tickedNanos = now();
  }

  private void tickAlways() {
    long now = now();
    // After a stop a tick does more than what is due: it asks the others what it missed.
    boolean stopped = now - tickedNanos > ReplicaConfig.PAUSE_NANOS;
    boolean early = !tickWanted && !stopped && now - dueNanos < -ROUNDING_NANOS;
    long before = early ? effects() : 0;
    long due = dueNanos;
    tickWanted = false;
    dueNanos = replica.tick(now);
    tickedNanos = now;
    if (early && (tickWanted || effects() != before || dueNanos - due < 0)) {
      throw new AssertionError(
          "a tick had something to do before it was due; that of "
              + self.name()
              + " was due in "
              + (due - now)
              + " ns, the next is due "
              + (dueNanos - due)
              + " ns after that");
    }
  }

  /** A number that grows with each effect of a tick that others, or an operator, can notice. */
  private long effects() {
    long sum = sent + called;
    for (Counter counter : Counter.values()) {
      sum += metrics.value(counter);
    }
    return sum + replica.timedSessions();
  }

  /** Runs {@code event} now, at the end of the pause, or never. */
  void receive(Runnable event) {
    if (!alive) {
      return;
    }
    if (paused) {
      whilePaused.add(event);
    } else {
      event.run();
    }
  }

  void install(View next) {
    receive(
        () -> {
          if (view == null || next.number() > view.number()) {
            view = next;
            reached.clear();
            replica.onView(next, now());
          }
        });
  }

  View view() {
    return view;
  }

  /**
   * Streams lead to the members of the own view, not of its history, and to those outside that were
   * reached since.
   */
  boolean hasStreamTo(Member other) {
    return view != null && (view.contains(other) || reached.contains(other));
  }

  void reach(Member outsider) {
    reached.add(outsider);
  }

  /** Remembers since when nobody can be reached from here; negative for "not any more". */
  void isolated(long sinceNanos) {
    isolatedNanos = sinceNanos;
  }

  boolean isIsolatedLongerThan(long nanos) {
    return isolatedNanos >= 0 && clock.now() - isolatedNanos > nanos;
  }

  boolean isUp() {
    return alive && !paused;
  }

  boolean isAlive() {
    return alive;
  }

  void crash() {
    alive = false;
    whilePaused.clear();
  }

  void pause() {
    paused = true;
    pausedSinceNanos = now();
  }

  /** How long it has been running, by its own clock. */
  long runningNanos() {
    return now() - pausedNanos - (paused ? now() - pausedSinceNanos : 0);
  }

  private void endPause() {
    pausedNanos += now() - pausedSinceNanos;
    paused = false;
  }

  void resume() {
    endPause();
    List<Runnable> missed = List.copyOf(whilePaused);
    whilePaused.clear();
    missed.forEach(this::receive);
  }

  /** Runs again, but reads what came meanwhile only after {@code delayNanos}: timers are first. */
  void resumeBeforeReading(long delayNanos) {
    endPause();
    List<Runnable> missed = List.copyOf(whilePaused);
    whilePaused.clear();
    clock.after(delayNanos, () -> missed.forEach(this::receive));
  }
}
