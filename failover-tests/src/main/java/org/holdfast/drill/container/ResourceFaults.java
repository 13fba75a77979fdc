// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.fault.FaultException;

/** Takes processor time, memory and disk from nodes. */
final class ResourceFaults {
  private static final long CPU_PERIOD_MICROS = 100_000;
  private static final long NO_QUOTA = -1;
  private static final String FILLER = NodeContainers.LOG_DIRECTORY + "/filler";

  /** The engine takes no smaller limit. */
  private static final long SMALLEST_LIMIT_BYTES = 6L << 20;

  /** Less than a node has, so that the kernel finds the node the largest of all. */
  private static final String MEMORY_AT_A_TIME = "bs=32M";

  private static final Duration MEMORY_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration DEATH_WAIT = Duration.ofSeconds(1);

  private ResourceFaults() {}

  static void slowDown(ContainerNode node, int percentOfProcessor) {
    limitCpu(node, CPU_PERIOD_MICROS * percentOfProcessor / 100);
  }

  static void speedUp(ContainerNode node) {
    limitCpu(node, NO_QUOTA);
  }

  private static void limitCpu(ContainerNode node, long quotaMicros) {
    node.container().limit(Map.of("CpuPeriod", CPU_PERIOD_MICROS, "CpuQuota", quotaMicros));
  }

  /** Leaves no room on the disk of the node's log. */
  static void fillDisk(ContainerNode node) {
    EngineContainer.Ended ended =
        node.container().run(List.of("dd", "if=/dev/zero", "of=" + FILLER, "bs=4k"));
    if (!ended.output().contains("No space left on device")) {
      throw new FaultException(
          "the disk of " + node.name() + "'s log is not full: " + ended.output().strip());
    }
  }

  static void freeDisk(ContainerNode node) {
    EngineContainer.Ended ended = node.container().run(List.of("rm", "-f", FILLER));
    if (ended.exitCode() != 0) {
      throw new FaultException(
          "the disk of " + node.name() + "'s log is full still: " + ended.output().strip());
    }
  }

  /**
   * Lowers the limit of memory to what the node uses, and uses some more inside of it, until the
   * kernel kills the node for it.
   *
   * @throws FaultException if the node lives on
   */
  static void exhaustMemory(ContainerNode node) {
    long deadline = System.nanoTime() + MEMORY_TIMEOUT.toNanos();
    String refused = "";
    while (node.alive() && System.nanoTime() - deadline < 0) {
      try {
        long limit = Math.max(SMALLEST_LIMIT_BYTES, workingSet(node.container().usage()));
        node.container().limit(Map.of("Memory", limit, "MemorySwap", limit));
        node.container()
            .run(List.of("dd", "if=/dev/zero", "of=/dev/null", MEMORY_AT_A_TIME, "count=1"));
      } catch (DockerException e) {
        // It may be dying, and then that is why. An image of the user's may have no such program.
        refused = String.valueOf(e.getMessage());
      }
      if (ended(node, DEATH_WAIT)) {
        return;
      }
    }
    if (node.alive()) {
      throw new FaultException(
          node.name()
              + " lives on after "
              + MEMORY_TIMEOUT.toSeconds()
              + " s with no memory to spare"
              + (refused.isEmpty() ? "" : "; the engine said last: " + refused));
    }
  }

  /**
   * What cannot be taken from it without its notice: all but the files that could be read again.
   */
  static long workingSet(JsonNode usage) {
    JsonNode memory = usage.path("memory_stats");
    JsonNode details = memory.path("stats");
    long files = details.path("total_inactive_file").asLong(details.path("inactive_file").asLong());
    return Math.max(0, memory.path("usage").asLong() - files);
  }

  private static boolean ended(ContainerNode node, Duration timeout) {
    try {
      return node.awaitEnd(timeout.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FaultException("interrupted while taking memory from " + node.name(), e);
    }
  }
}
