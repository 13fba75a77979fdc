// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.holdfast.drill.cluster.NodeStatus;
import org.jspecify.annotations.Nullable;

/**
 * Measures one node, from the files of its process where it runs on this machine, and from its
 * status where it has one. Any thread; a sample takes a few milliseconds, or up to three seconds
 * where a status is asked that does not answer.
 */
public final class NodeMeter {
  private static final ProcFiles PROC = new ProcFiles(Path.of("/proc"));
  private static final CpuAllowance ALLOWANCE = CpuAllowance.here();

  /** A node under load may miss the second that its status has; without it nothing is known. */
  private static final int ASKED = 3;

  private final String node;
  private final OptionalLong pid;
  private final Supplier<Optional<NodeStatus>> status;
  private final double cores;
  private final LongSupplier clock;
  private final CgroupCpu.@Nullable Group group;

  private NodeMeter(
      String node,
      OptionalLong pid,
      Supplier<Optional<NodeStatus>> status,
      double cores,
      LongSupplier clock,
      CgroupCpu.@Nullable Group group) {
    this.node = node;
    this.pid = pid;
    this.status = status;
    this.cores = cores;
    this.clock = clock;
    this.group = group;
  }

  /**
   * A meter that finds out how many CPUs the node may use: by its process's files, or by its
   * status.
   *
   * @param pid of its process, if it runs on this machine
   * @param status asked at each sample; for ever empty if it has none
   * @throws IllegalArgumentException if nothing tells how many CPUs there are
   */
  public static NodeMeter of(String node, OptionalLong pid, Supplier<Optional<NodeStatus>> status) {
    Double cores =
        pid.isPresent()
            ? ALLOWANCE.of(pid.getAsLong()).map(CpuAllowance.Cpus::cores).orElse(null)
            : null;
    if (cores == null) {
      cores = ask(status, ASKED).map(NodeStatus::counters).map(NodeMeter::coresTold).orElse(null);
    }
    if (cores == null) {
      throw new IllegalArgumentException(
          "nothing tells what CPU "
              + node
              + " uses: "
              + (pid.isPresent()
                  ? "/proc has no process " + pid.getAsLong()
                  : "no process id was given")
              + ", and it has no status with its processors");
    }
    return new NodeMeter(node, pid, status, cores, System::nanoTime, null);
  }

  /** Thousandths of a CPU, or, of nodes that do not tell them, whole ones, rounded up. */
  private static @Nullable Double coresTold(Map<String, Long> counters) {
    Long milli = counters.get("milliCores");
    Long whole = counters.get("processors");
    if (milli != null && milli > 0) {
      return milli / 1e3;
    }
    return whole == null ? null : Double.valueOf(whole);
  }

  private static Optional<NodeStatus> ask(Supplier<Optional<NodeStatus>> status, int times) {
    Optional<NodeStatus> told = status.get();
    for (int asked = 1; told.isEmpty() && asked < times; asked++) {
      told = status.get();
    }
    return told;
  }

  /** The same with another number of CPUs, where nodes share some without bounds. */
  public NodeMeter withCores(double shared) {
    return new NodeMeter(node, pid, status, shared, clock, group);
  }

  /** The same by another clock than {@link System#nanoTime}, for tests. */
  public NodeMeter withClock(LongSupplier nanos) {
    return new NodeMeter(node, pid, status, cores, nanos, group);
  }

  /**
   * The same with the CPU time of a cgroup that is the node's alone, instead of its process's; none
   * is known once the group is gone.
   */
  public NodeMeter withGroup(CgroupCpu.Group own) {
    return new NodeMeter(node, pid, status, cores, clock, own);
  }

  public String node() {
    return node;
  }

  public double cores() {
    return cores;
  }

  /** Looks at the node now; asks it again, twice, if it alone can tell its CPU and does not. */
  public NodeSample sample() {
    ProcFiles.Times times = pid.isPresent() ? PROC.times(pid.getAsLong()).orElse(null) : null;
    Map<String, Long> told =
        ask(status, times == null ? ASKED : 1).map(NodeStatus::counters).orElse(Map.of());
    return new NodeSample(
        clock.getAsLong(),
        cpuNanos(times, told),
        times == null ? null : times.contextSwitches(),
        times == null ? null : times.runnableNanos(),
        times(told.get("gcMillis"), 1_000_000),
        told.get("bytesSent"),
        times(told.get("ackWaitMicros"), 1_000),
        told.get("requests"));
  }

  private @Nullable Long cpuNanos(ProcFiles.@Nullable Times times, Map<String, Long> told) {
    if (group != null) {
      OptionalLong used = group.cpuNanos();
      return used.isPresent() ? Long.valueOf(used.getAsLong()) : null;
    }
    return times != null ? Long.valueOf(times.cpuNanos()) : times(told.get("cpuMicros"), 1_000);
  }

  /** What the node used between two of its samples. */
  public NodeUse between(NodeSample before, NodeSample after) {
    return NodeUse.between(node, cores, before, after);
  }

  private static @Nullable Long times(@Nullable Long value, long factor) {
    return value == null ? null : Long.valueOf(value * factor);
  }
}
