// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.protocol.replica.Replica;
import org.holdfast.replication.session.attributes.SimulatedAttributes;

/**
 * One member under simulation: the production replica, and whether its process runs, is stopped or
 * is dead.
 */
final class SimulatedNode {
  /** A member's own clock: where it began, and how it runs against the true one. */
  record Rate(double speed, long originNanos) {
    static final Rate TRUE = new Rate(1, 0);
  }

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
            (to, message) -> network.send(this, to, message),
            (key, epoch) -> calls.released(this, key, epoch),
            dice.random.split(),
            metrics);
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
            replica.tick(now());
            afterStep.run();
          }
          tickFrom(tickNanos, afterStep);
        });
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
