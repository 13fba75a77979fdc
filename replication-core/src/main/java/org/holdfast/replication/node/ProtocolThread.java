// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread that tells a replica of views, of peers and of the time. */
final class ProtocolThread implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ProtocolThread.class);
  private static final long CLOSE_WAIT_MILLIS = 2_000;

  /** The time after a long stop within which the other members tell this one what it missed. */
  private static final long NEWS_NANOS = 3_000_000_000L;

  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final LongConsumer tick;
  private final LongSupplier clock;
  private final RareLines rare = new RareLines();
  private final Thread thread;
  private volatile boolean closed;
  private volatile long lastTickNanos;

  /** The time when the thread last woke after a long stop; a time long ago if it never did. */
  private volatile long wokenNanos;

  ProtocolThread(String name, LongConsumer tick, LongSupplier clock) {
    this.tick = tick;
    this.clock = clock;
    lastTickNanos = clock.getAsLong();
    wokenNanos = lastTickNanos - NEWS_NANOS;
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
    long nextTick = clock.getAsLong();
    lastTickNanos = nextTick; // what came before the start was no pause
    while (!closed) {
      long wait = nextTick - clock.getAsLong();
      try {
        Runnable event = wait <= 0 ? null : events.poll(wait, TimeUnit.NANOSECONDS);
        if (event != null) {
          event.run();
        } else {
          drain();
          long now = clock.getAsLong();
          if (now - lastTickNanos > ReplicaConfig.LONG_PAUSE_NANOS) {
            wokenNanos = now;
            rare.add(
                "stood still",
                now,
                log::warn,
                "this node did nothing for "
                    + (now - lastTickNanos) / 1_000_000
                    + " ms: its process, machine or garbage collector stopped it, or a task took"
                    + " so long. If there are other nodes, they may have taken its sessions over."
                    + " It asks them first. While none answers, it answers 503 to requests for"
                    + " these sessions, for 30 s at most");
          }
          lastTickNanos = now;
          tick.accept(now);
          nextTick = now + ReplicaConfig.TICK_NANOS;
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
        nextTick = clock.getAsLong() + ReplicaConfig.TICK_NANOS;
      }
    }
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
