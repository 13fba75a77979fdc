// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.holdfast.drill.usage.CpuAllowance;

/** What the process of a node has used since its start and holds now, for those who measure it. */
final class ProcessFigures {
  /** Of what this process was started with; 0 where the system does not tell. */
  private static final long MILLI_CORES =
      CpuAllowance.here()
          .of(ProcessHandle.current().pid())
          .map(cpus -> Math.round(1_000 * cpus.cores()))
          .orElse(0L);

  /** A full collection leaves nothing in them; between two of them they hold mostly garbage. */
  private static final Pattern YOUNG = Pattern.compile("Eden|Survivor|Young", CASE_INSENSITIVE);

  private ProcessFigures() {}

  /**
   * Returns the figures of every node, the CPU that it may use in thousandths of a processor, and
   * {@code liveHeapBytes}, the heap that the last full collection left in use, if one has run.
   */
  static Map<String, Long> now() {
    Map<String, Long> figures =
        org.holdfast.replication.status.ProcessFigures.now(InstantSource.system());
    figures.put("milliCores", MILLI_CORES);
    long live = liveHeapBytes(ManagementFactory.getMemoryPoolMXBeans());
    if (live > 0) {
      figures.put("liveHeapBytes", live);
    }
    return figures;
  }

  /**
   * Returns the use of the old pools, or of the one heap pool, as the collectors found it when they
   * last collected that pool; 0 if they never did. Starts no collection.
   */
  static long liveHeapBytes(List<MemoryPoolMXBean> pools) {
    return pools.stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .filter(pool -> !YOUNG.matcher(pool.getName()).find())
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(usage -> usage != null)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }
}
