// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Requests at a constant rate on sessions that this node serves: each finds its session, changes
 * one attribute and commits. Latency counts from the moment a request was due, so requests that
 * wait behind a stall count with their wait.
 */
final class SteadyLoad implements AutoCloseable {
  private static final int WORKERS = 32;
  private static final long WORST_NANOS = 60_000_000_000L;

  private final SessionReplicator shop;
  private final List<String> ids;
  private final long intervalNanos;
  private final Recorder latencies = new Recorder(1_000, WORST_NANOS, 3);
  private final AtomicLong failures = new AtomicLong();
  private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
  private final Thread pacer = new Thread(this::pace, "load-pacer");
  private volatile boolean closed;

  SteadyLoad(SessionReplicator shop, List<String> ids, int requestsPerSecond) {
    this.shop = shop;
    this.ids = ids;
    this.intervalNanos = 1_000_000_000L / requestsPerSecond;
  }

  void start() {
    pacer.setDaemon(true);
    pacer.start();
  }

  /** The measurements since the last call. */
  Histogram take() {
    return latencies.getIntervalHistogram();
  }

  /** Requests that were not answered as protected since the last call. */
  long takeFailures() {
    return failures.getAndSet(0);
  }

  private void pace() {
    long due = System.nanoTime();
    while (!closed) {
      due += intervalNanos;
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      long dueNanos = due;
      workers.execute(() -> request(dueNanos));
    }
  }

  private void request(long dueNanos) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    boolean served = false;
    if (shop.acquire(ids.get(random.nextInt(ids.size())), null) instanceof Lookup.Found found) {
      ReplicatedSession session = found.session();
      session.attributes().put("counter", random.nextInt());
      served = session.commit() == CommitOutcome.PROTECTED;
      session.exit();
    }
    if (!served) {
      failures.incrementAndGet();
    }
    latencies.recordValue(Math.min(WORST_NANOS, Math.max(1_000, System.nanoTime() - dueNanos)));
  }

  @Override
  public void close() {
    closed = true;
    workers.shutdownNow();
  }
}
