// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Virtual time: runs what was scheduled in the order of its time, everything drawn from one seed.
 */
public final class SimulatedClock {
  private record Event(long atNanos, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  final SplittableRandom random;
  final long seed;
  private final PriorityQueue<Event> events = new PriorityQueue<>();

  /** Some ten times what the busiest run needs: beyond it members keep each other busy for ever. */
  private static final long MOST_EVENTS = 5_000_000;

  private long nowNanos = 1;
  private long scheduled;

  SimulatedClock(long seed) {
    this.seed = seed;
    random = new SplittableRandom(seed);
  }

  long now() {
    return nowNanos;
  }

  void after(long delayNanos, Runnable action) {
    events.add(new Event(nowNanos + delayNanos, scheduled++, action));
    if (scheduled > MOST_EVENTS) {
      throw new AssertionError("I15 broken: " + MOST_EVENTS + " events and no end");
    }
  }

  void runFor(long nanos) {
    long end = nowNanos + nanos;
    while (!events.isEmpty() && events.peek().atNanos <= end) {
      Event next = events.remove();
      nowNanos = next.atNanos;
      next.action.run();
    }
    nowNanos = end;
  }

  long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  public static long millis(long millis) {
    return millis * 1_000_000L;
  }
}
