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

package org.holdfast.drill.node;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.holdfast.drill.usage.CpuAllowance;

/** What the process of a node has used since its start and holds now, for those who measure it. */
final class ProcessFigures {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** Of what this process was started with; 0 where the system does not tell. */
  private static final long MILLI_CORES =
      CpuAllowance.here()
          .of(ProcessHandle.current().pid())
          .map(cpus -> Math.round(1_000 * cpus.cores()))
          .orElse(0L);

  private ProcessFigures() {}

  /**
   * The same after a full collection of the heap: what is really held, as {@code liveHeapBytes}.
   */
  static Map<String, Long> afterCollection() {
    System.gc();
    Map<String, Long> figures = now();
    figures.put("liveHeapBytes", figures.getOrDefault("heapBytes", 0L));
    return figures;
  }

  /**
   * How long it runs, the time of its wall clock since 1970, CPU time, the time that the collectors
   * took (with a collector that stops the application all of it is a pause), and the processors
   * that the JVM may use: whole ones, rounded up, and in thousandths. Of what it holds now: the
   * heap, garbage included; memory of direct buffers; its threads; and open files, sockets
   * included, where the system tells.
   */
  static Map<String, Long> now() {
    Map<String, Long> figures = new HashMap<>();
    figures.put("upMillis", ManagementFactory.getRuntimeMXBean().getUptime());
    figures.put("clockMillis", System.currentTimeMillis());
    figures.put("cpuMicros", SYSTEM.getProcessCpuTime() / 1_000);
    figures.put("gcMillis", gcMillis());
    figures.put("processors", (long) SYSTEM.getAvailableProcessors());
    figures.put("milliCores", MILLI_CORES);
    figures.put("heapBytes", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    figures.put("directBytes", directBytes());
    figures.put("threads", (long) ManagementFactory.getThreadMXBean().getThreadCount());
    if (SYSTEM instanceof UnixOperatingSystemMXBean unix && unix.getOpenFileDescriptorCount() > 0) {
      figures.put("openFiles", unix.getOpenFileDescriptorCount());
    }
    return figures;
  }

  private static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
        .sum();
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(pool -> Math.max(0, pool.getMemoryUsed()))
        .sum();
  }
}
