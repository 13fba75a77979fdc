// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How late a thread of this process runs that has nothing to do but wake up every millisecond: what
 * the machine, its other users and the garbage collector add to every latency that is measured.
 */
final class HiccupMeter {
  private static final long PERIOD_NANOS = 1_000_000L;
  private static final long WORST_NANOS = 60_000_000_000L;

  private final Recorder lateness = new Recorder(1_000, WORST_NANOS, 3);
  private long collectedMillis;

  void start() {
    Thread thread = new Thread(this::loop, "hiccup-meter");
    thread.setDaemon(true);
    thread.start();
  }

  private void loop() {
    while (!Thread.currentThread().isInterrupted()) {
      long due = System.nanoTime() + PERIOD_NANOS;
      for (long wait = PERIOD_NANOS; wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      lateness.recordValueWithExpectedInterval(
          Math.min(WORST_NANOS, Math.max(1_000, System.nanoTime() - due)), PERIOD_NANOS);
    }
  }

  /** The measurements since the last call. */
  String take() {
    Histogram late = lateness.getIntervalHistogram();
    long collected =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum();
    String report =
        String.format(
            Locale.ROOT,
            "idle thread late by p50 %.2f p99 %.2f max %.0f ms; in collections %d ms",
            late.getValueAtPercentile(50) / 1e6,
            late.getValueAtPercentile(99) / 1e6,
            late.getMaxValue() / 1e6,
            collected - collectedMillis);
    collectedMillis = collected;
    return report;
  }
}
