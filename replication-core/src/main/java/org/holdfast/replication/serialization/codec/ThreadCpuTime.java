// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/** The processor time of threads, as far as the JVM tells it. Stateless. */
public final class ThreadCpuTime {
  private ThreadCpuTime() {}

  /**
   * Returns what tells the nanoseconds that the calling thread had a processor; where the JVM does
   * not tell, those that passed: it tells none of virtual threads. Which of the two it is never
   * changes for a thread. A call takes some 300 ns.
   */
  public static LongSupplier clock() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()
        ? of(threads::getCurrentThreadCpuTime, System::nanoTime)
        : System::nanoTime;
  }

  /**
   * @param cpuNanos negative where nobody knows
   */
  static LongSupplier of(LongSupplier cpuNanos, LongSupplier passedNanos) {
    return () -> {
      long nanos = cpuNanos.getAsLong();
      return nanos >= 0 ? nanos : passedNanos.getAsLong();
    };
  }
}
