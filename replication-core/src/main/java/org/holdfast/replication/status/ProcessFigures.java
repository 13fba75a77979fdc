// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.status;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The resources that this process has used since its start and holds now, for measurements. */
public final class ProcessFigures {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private ProcessFigures() {}

  /**
   * Returns the figures by name. They are the uptime, the time of {@code wallClock} since 1970, CPU
   * time, the collectors' time, and the processors that the JVM may use. With collectors that stop
   * the application, and with ZGC and Shenandoah, the collectors' time is that of pauses alone. The
   * process holds now: the heap, garbage included; memory of direct buffers; its threads; and open
   * files, sockets included, where the system tells.
   */
  public static Map<String, Long> now(InstantSource wallClock) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("upMillis", ManagementFactory.getRuntimeMXBean().getUptime());
    figures.put("clockMillis", wallClock.millis());
    figures.put("cpuMicros", SYSTEM.getProcessCpuTime() / 1_000);
    figures.put("gcMillis", pauseMillis(ManagementFactory.getGarbageCollectorMXBeans()));
    figures.put("processors", (long) SYSTEM.getAvailableProcessors());
    figures.put("heapBytes", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    figures.put("directBytes", directBytes());
    figures.put("threads", (long) ManagementFactory.getThreadMXBean().getThreadCount());
    if (SYSTEM instanceof UnixOperatingSystemMXBean unix && unix.getOpenFileDescriptorCount() > 0) {
      figures.put("openFiles", unix.getOpenFileDescriptorCount());
    }
    return figures;
  }

  /**
   * Returns the time of the collectors without the cycles of ZGC and Shenandoah, which run beside
   * the application and stop nothing.
   */
  static long pauseMillis(List<GarbageCollectorMXBean> collectors) {
    return collectors.stream()
        .filter(collector -> !collector.getName().endsWith("Cycles"))
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
