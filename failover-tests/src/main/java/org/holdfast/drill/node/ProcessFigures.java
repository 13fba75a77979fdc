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
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.holdfast.drill.usage.CpuAllowance;

/** What the process of a node has used since its start, for those who measure it. */
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
   * CPU time, the time that the collectors took (with a collector that stops the application all of
   * it is a pause), and the processors that the JVM may use: whole ones, rounded up, and in
   * thousandths.
   */
  static Map<String, Long> now() {
    long gcMillis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      gcMillis += Math.max(0, collector.getCollectionTime());
    }
    return Map.of(
        "cpuMicros",
        SYSTEM.getProcessCpuTime() / 1_000,
        "gcMillis",
        gcMillis,
        "processors",
        (long) SYSTEM.getAvailableProcessors(),
        "milliCores",
        MILLI_CORES);
  }
}
