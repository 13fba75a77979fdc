// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.SplittableRandom;
import org.holdfast.drill.load.Schedule;
import org.holdfast.drill.load.ThinkTime;

/*
 * Threads: the pacer's calls onDue(), the engine's call freed(). Lock: this monitor, taken inside a
 * user's by freed() and before none by onDue(), which gives its user back to be started outside.
 */
/**
 * Requests that arrive at a rate of their own (the open model): each is given to the user that has
 * been idle longest. Where none is idle it waits for the first that is, and its response time
 * counts from when it was due. Only the time of the first waiting one is kept, as the others follow
 * from it: constant memory however long the queue.
 */
final class Arrivals {
  /** Share of the rate at which a ramp-up begins. */
  private static final double FIRST_SHARE = 0.05;

  private static final double NANOS = 1e9;

  /** A user and the arrival it serves; {@code user} is negative for none. */
  record Arrival(int user, long dueNanos) {
    static final Arrival NONE = new Arrival(-1, 0);
  }

  private final int clockNumber;
  private final double requestsPerSecond;
  private final ThinkTime.Distribution distribution;
  private final Schedule schedule;
  private final SplittableRandom random;
  private final CrowdShare share;

  @GuardedBy("this")
  private final int[] idle;

  @GuardedBy("this")
  private int firstIdle;

  @GuardedBy("this")
  private int idleCount;

  @GuardedBy("this")
  private long nextNanos;

  @GuardedBy("this")
  private long startNanos;

  @GuardedBy("this")
  private double rampNanos;

  @GuardedBy("this")
  private boolean running;

  /** When the last one may be due; as long as they go on, none is the last. */
  @GuardedBy("this")
  private long lastNanos;

  @GuardedBy("this")
  private boolean ending;

  /**
   * @param clockNumber number under which {@code schedule} wakes this object
   */
  Arrivals(CrowdPlan plan, int clockNumber, Schedule schedule) {
    this.clockNumber = clockNumber;
    this.requestsPerSecond = plan.ownRequestsPerSecond();
    this.distribution = plan.thinkTime().distribution();
    this.schedule = schedule;
    this.share = plan.share();
    this.random = new SplittableRandom(~plan.seed() + 1_000_003L * share.worker());
    this.idle = new int[plan.ownUsers()];
    for (int user = 0; user < idle.length; user++) {
      idle[user] = user;
    }
    this.idleCount = idle.length;
  }

  /** Lets requests arrive from now on, at a rate that grows evenly over {@code rampUpNanos}. */
  synchronized void start(long now, long rampUpNanos) {
    running = true;
    startNanos = now;
    rampNanos = rampUpNanos;
    // Processes take turns, or arrivals at fixed distances would come in bunches.
    nextNanos = now + (long) (NANOS / requestsPerSecond * share.worker() / share.workers());
    schedule.schedule(clockNumber, nextNanos);
  }

  /** Lets no request arrive that is due after {@code now}; those that wait are still served. */
  synchronized void end(long now) {
    if (!ending) {
      ending = true;
      lastNanos = now;
    }
  }

  /** Lets no request arrive any more; those that wait for a user are dropped. */
  synchronized void stop() {
    running = false;
    schedule.cancel(clockNumber);
  }

  /** Serves an arrival that is due; the caller starts it, and asks again until there is none. */
  synchronized Arrival onDue(long now) {
    if (!comes() || idleCount == 0) {
      return Arrival.NONE;
    }
    if (nextNanos - now > 0) {
      schedule.schedule(clockNumber, nextNanos);
      return Arrival.NONE;
    }
    int user = idle[firstIdle];
    firstIdle = (firstIdle + 1) % idle.length;
    idleCount--;
    return new Arrival(user, advance());
  }

  /**
   * A user has its answer.
   *
   * @return the arrival it goes on with, if one waits; otherwise it is idle
   */
  synchronized Arrival freed(int user, long now) {
    if (comes() && idleCount == 0 && nextNanos - now <= 0) {
      return new Arrival(user, advance());
    }
    idle[(firstIdle + idleCount) % idle.length] = user;
    idleCount++;
    if (comes() && idleCount == 1) {
      schedule.schedule(clockNumber, nextNanos);
    }
    return Arrival.NONE;
  }

  /** Requests that were due before {@code now} and wait for a user, by the mean rate. */
  synchronized long waiting(long now) {
    if (oldestWaiting(now) == 0) {
      return 0;
    }
    long until = ending && lastNanos - now < 0 ? lastNanos : now;
    return Math.max(1, (long) ((until - nextNanos) / NANOS * requestsPerSecond));
  }

  /** For how long the first of them has been due, in nanoseconds; 0 if none waits. */
  synchronized long oldestWaiting(long now) {
    return comes() && idleCount == 0 ? Math.max(0, now - nextNanos) : 0;
  }

  /** Whether there is a next one. */
  @GuardedBy("this")
  private boolean comes() {
    return running && !(ending && nextNanos - lastNanos > 0);
  }

  @GuardedBy("this")
  private long advance() {
    long due = nextNanos;
    double draw =
        switch (distribution) {
          case EXPONENTIAL -> -Math.log(1 - random.nextDouble());
          case UNIFORM -> 0.5 + random.nextDouble();
          case FIXED -> 1;
        };
    double share = rampNanos > 0 ? Math.min(1, (due - startNanos) / rampNanos) : 1;
    nextNanos = due + (long) (draw * NANOS / (requestsPerSecond * Math.max(FIRST_SHARE, share)));
    return due;
  }
}
