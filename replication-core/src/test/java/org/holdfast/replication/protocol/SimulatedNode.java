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

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.metrics.ReplicationMetrics;

/**
 * One member under simulation: the production replica, and whether its process runs, is stopped or
 * is dead.
 */
final class SimulatedNode {
  final Member self;
  final Replica replica;
  final ReplicationMetrics metrics = new ReplicationMetrics();
  private final SimulatedClock clock;
  private final List<Runnable> whilePaused = new ArrayList<>();
  private boolean alive = true;
  private boolean paused;
  private long isolatedNanos = -1;
  private View view;

  SimulatedNode(
      Member self,
      ReplicaConfig config,
      SimulatedNetwork network,
      SimulatedClock clock,
      Runnable afterStep) {
    this.self = self;
    this.clock = clock;
    this.replica =
        new Replica(
            self,
            config,
            (to, message) -> network.send(this, to, message),
            (key, ownership) -> {},
            new SplittableRandom(clock.random.nextLong()),
            metrics);
    tickFrom(clock.between(0, ReplicaConfig.TICK_NANOS), afterStep);
  }

  private void tickFrom(long delay, Runnable afterStep) {
    clock.after(
        delay,
        () -> {
          if (!alive) {
            return;
          }
          if (!paused) {
            replica.tick(clock.now());
            afterStep.run();
          }
          tickFrom(ReplicaConfig.TICK_NANOS, afterStep);
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
            replica.onView(next, clock.now());
          }
        });
  }

  View view() {
    return view;
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
  }

  void resume() {
    paused = false;
    List<Runnable> missed = List.copyOf(whilePaused);
    whilePaused.clear();
    missed.forEach(this::receive);
  }

  /** Runs again, but reads what came meanwhile only after {@code delayNanos}: timers are first. */
  void resumeBeforeReading(long delayNanos) {
    paused = false;
    List<Runnable> missed = List.copyOf(whilePaused);
    whilePaused.clear();
    clock.after(delayNanos, () -> missed.forEach(this::receive));
  }
}
