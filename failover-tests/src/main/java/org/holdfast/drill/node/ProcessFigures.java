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

import java.time.InstantSource;
import java.util.Map;
import org.holdfast.drill.usage.CpuAllowance;

/** What the process of a node has used since its start and holds now, for those who measure it. */
final class ProcessFigures {
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

  /** What every node tells, and the CPU that it may use in thousandths of a processor. */
  static Map<String, Long> now() {
    Map<String, Long> figures =
        org.holdfast.replication.status.ProcessFigures.now(InstantSource.system());
    figures.put("milliCores", MILLI_CORES);
    return figures;
  }
}
