// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that tells a replica of views, of peers and of the time. It sleeps until the next
 * tick is due, or an event makes one due earlier. Why: {@code docs/design/024-ticks-when-due.md}.
 */
final class ProtocolThread implements AutoCloseable {
  /*
   * Threads: any thread calls run and wake; what no modifier publishes belongs to the thread itself.
   * I1  a wake-up is never lost: wake sets tickWanted before it looks at sleeping, and the thread sets sleeping before it looks
   *     at tickWanted. So one of the two sees the other.
   * I2  while events come, no thread that causes them pays for a wake-up: the thread ticks at the short interval until nothing
   *     has come for LINGER_NANOS.
   */
  private static final Logger log = LoggerFactory.getLogger(ProtocolThread.class);
  private static final long CLOSE_WAIT_MILLIS = 2_000;

  /** The time after a long stop within which the other members tell this one what it missed. */
  private static final long NEWS_NANOS = 3_000_000_000L;

  /** The time without an event after which the thread sleeps for longer than between two ticks. */
  private static final long LINGER_NANOS = 1_000_000_000L;

  /** The work of one tick. */
  @FunctionalInterface
  interface Tick {
    /**
     * Does what has become due.
     *
     * @param dueNanos the time since which the tick has been due
     * @return the time of the next tick, unless {@link #wake} makes one due earlier
     */
    long run(long dueNanos, long nowNanos);
  }

  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final Tick tick;
  private final LongSupplier clock;
  private final RareLines rare = new RareLines();
  private final Thread thread;
  private volatile boolean closed;
  private volatile long lastTickNanos;

  /** The time when the thread last woke after a long stop; a time long ago if it never did. */
  private volatile long wokenNanos;

  /** The flag that tells whether an event has made a tick due since the last one began. */
  private volatile boolean tickWanted;

  /** The flag that tells whether the thread waits, or is about to, for longer than a tick. */
  private volatile boolean sleeping;

  /** The time since when a tick is due, or at which the next one will be. */
  private long dueNanos;

  /** The time of the last tick that an event had made due. */
  private long lastWantedNanos;

  ProtocolThread(String name, Tick tick, LongSupplier clock) {
    this.tick = tick;
    this.clock = clock;
    lastTickNanos = clock.getAsLong();
    wokenNanos = lastTickNanos - NEWS_NANOS;
    lastWantedNanos = lastTickNanos;
    thread = new Thread(this::loop, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Runs {@code event} soon, in the order of the calls. */
  void run(Runnable event) {
    events.add(event);
  }

  /**
   * Makes a tick due now, if the thread sleeps; else the next one is at most {@link
   * ReplicaConfig#TICK_NANOS} away. Any thread, also under the lock of a session: never blocks.
   */
  void wake() {
    tickWanted = true;
    if (sleeping) {
      long sinceNanos = clock.getAsLong();
      events.add(
          () -> {
            if (sinceNanos - dueNanos < 0) {
              dueNanos = sinceNanos;
            }
          });
    }
  }

  /**
   * Returns whether this process has just been stopped for so long that the others may have
   * continued without it. A message that it has not received yet proves nothing then. Any thread
   * may ask.
   */
  boolean hasJustWoken() {
    long now = clock.getAsLong();
    return now - lastTickNanos > ReplicaConfig.LONG_PAUSE_NANOS || now - wokenNanos < NEWS_NANOS;
  }

  /**
   * Runs events as they come and a tick when one is due, until the thread is closed. No failure of
   * either ends it.
   */
  private void loop() {
    dueNanos = clock.getAsLong();
    while (!closed) {
      try {
        Runnable event = nextEvent();
        if (event != null) {
          event.run();
        } else {
          drain();
          tick();
        }
      } catch (InterruptedException e) {
        if (closed) {
          Thread.currentThread().interrupt();
          return;
        }
        log.warn("an event of the protocol left this thread interrupted; the thread continues");
      } catch (RuntimeException | Error e) {
        // Nothing else repairs the sessions of this node: the thread must continue after any
        // failure.
        rare.add(
            "event failed",
            clock.getAsLong(),
            line -> log.error(line, e),
            "an event of the protocol failed; this thread continues with the next event");
        dueNanos = clock.getAsLong() + ReplicaConfig.TICK_NANOS;
      }
    }
  }

  /** Waits for the next event; returns null once a tick is due. */
  private @Nullable Runnable nextEvent() throws InterruptedException {
    long now = clock.getAsLong();
    long wait = dueNanos - now;
    if (wait <= ReplicaConfig.TICK_NANOS) {
      return wait <= 0 ? null : events.poll(wait, TimeUnit.NANOSECONDS);
    }
    sleeping = true;
    try {
      if (tickWanted) {
        dueNanos = now;
        return null;
      }
      return events.poll(wait, TimeUnit.NANOSECONDS);
    } finally {
      sleeping = false;
    }
  }

  private void tick() {
    long now = clock.getAsLong();
    if (now - lastTickNanos > ReplicaConfig.LONG_PAUSE_NANOS) {
      wokenNanos = now;
    }
    lastTickNanos = now;
    if (tickWanted) {
      tickWanted = false; // before the tick, which sees all that was written down before
      lastWantedNanos = now;
    }
    long next = tick.run(dueNanos, now);
    long soon = now + ReplicaConfig.TICK_NANOS;
    boolean lingers = now - lastWantedNanos < LINGER_NANOS;
    dueNanos = lingers || next - soon < 0 ? soon : next;
  }

  /**
   * Runs the events that wait: after a pause, what others did meanwhile comes before any conclusion
   * from their silence.
   */
  private void drain() {
    for (@Nullable Runnable event = events.poll(); event != null; event = events.poll()) {
      event.run();
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    if (Thread.currentThread() == thread) {
      return;
    }
    try {
      thread.join(CLOSE_WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
