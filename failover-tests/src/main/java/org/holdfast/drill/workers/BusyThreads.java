// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import org.holdfast.drill.load.GrizzlyHttpEngine;
import org.holdfast.drill.load.Pacer;

/**
 * Processor time of the threads that carry users, each of which can be overloaded while the machine
 * is not: every answer waits in a selector's, every request in the pacer's. Where processes of a
 * test share a JVM, so do their threads. Not thread-safe.
 */
final class BusyThreads {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Map<Long, Long> atStart = nanos();

  /** Counts from now on. */
  void begin() {
    atStart = nanos();
  }

  /** Nanoseconds that the busiest of them has used since; 0 where the JVM does not tell. */
  long busiestNanos() {
    return nanos().entrySet().stream()
        .mapToLong(used -> used.getValue() - atStart.getOrDefault(used.getKey(), 0L))
        .max()
        .orElse(0);
  }

  private static Map<Long, Long> nanos() {
    Map<Long, Long> nanos = new HashMap<>();
    if (!THREADS.isThreadCpuTimeSupported() || !THREADS.isThreadCpuTimeEnabled()) {
      return nanos;
    }
    for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
      if (thread != null && carriesUsers(thread.getThreadName())) {
        nanos.put(
            thread.getThreadId(), Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId())));
      }
    }
    return nanos;
  }

  private static boolean carriesUsers(String name) {
    return name.startsWith(GrizzlyHttpEngine.THREADS) || name.equals(Pacer.THREAD);
  }
}
