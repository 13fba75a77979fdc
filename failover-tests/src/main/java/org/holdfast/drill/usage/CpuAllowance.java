// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how much CPU a process may use: the CPUs it is bound to ({@code taskset}, cpusets), or
 * less where a quota of its cgroup, or of one above it, says so ({@code docker --cpus}). Reads
 * cgroups of version 2 and 1.
 */
public final class CpuAllowance {
  private final Path proc;
  private final Path cgroups;

  /**
   * @param proc {@code /proc} but in tests
   * @param cgroups {@code /sys/fs/cgroup} but in tests
   */
  public CpuAllowance(Path proc, Path cgroups) {
    this.proc = proc;
    this.cgroups = cgroups;
  }

  /** Of this machine's processes. */
  public static CpuAllowance here() {
    return new CpuAllowance(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  /**
   * CPUs that a process may use.
   *
   * @param allowed numbers of the CPUs that its threads may run on
   * @param quota what its cgroup may use at the same time; null without a quota
   */
  public record Cpus(List<Integer> allowed, @Nullable Quota quota) {

    public Cpus {
      allowed = List.copyOf(allowed);
    }

    /** As many CPUs as it may run on, or as its quota allows if that is less. */
    public double cores() {
      return quota == null ? allowed.size() : Math.min(allowed.size(), quota.cpus());
    }
  }

  /**
   * A quota.
   *
   * @param group directory of the cgroup, whose processes share it
   */
  public record Quota(double cpus, Path group) {}

  /**
   * What each of several processes may count as its own, in their order: those that may run on the
   * same CPUs, or share a quota, have equal parts of it.
   */
  public static List<Double> parts(List<Cpus> processes) {
    List<Double> parts = new ArrayList<>();
    for (Cpus one : processes) {
      double part =
          one.allowed().size()
              / (double)
                  processes.stream().filter(other -> other.allowed().equals(one.allowed())).count();
      Quota quota = one.quota();
      if (quota != null) {
        long sharing = processes.stream().filter(other -> quota.equals(other.quota())).count();
        part = Math.min(part, quota.cpus() / sharing);
      }
      parts.add(part);
    }
    return parts;
  }

  /** Reads the allowance of a process; empty if there is no such process or no {@code /proc}. */
  public Optional<Cpus> of(long pid) {
    Path process = proc.resolve(Long.toString(pid));
    try {
      List<Integer> allowed = allowed(text(process.resolve("status")));
      return allowed.isEmpty()
          ? Optional.empty()
          : Optional.of(new Cpus(allowed, quota(text(process.resolve("cgroup")))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** CPUs in {@code Cpus_allowed_list} of {@code /proc/PID/status}; none if there is no such. */
  static List<Integer> allowed(String status) {
    for (String line : status.split("\n", -1)) {
      if (line.startsWith("Cpus_allowed_list:")) {
        return numbers(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    return List.of();
  }

  /** The numbers in a list such as {@code 0-3,8}; none if it is no such list. */
  static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      try {
        int last = Integer.parseInt(ends[ends.length - 1]);
        for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
          numbers.add(cpu);
        }
      } catch (NumberFormatException e) {
        return List.of();
      }
    }
    return numbers;
  }

  /** The smallest quota on the way up from the process's cgroup. */
  private @Nullable Quota quota(String cgroup) {
    Quota least = null;
    for (String line : cgroup.split("\n", -1)) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      boolean second = parts[1].isEmpty();
      if (second) {
        least = least(least, smallest(cgroups, parts[2]));
      } else if (List.of(parts[1].split(",", -1)).contains("cpu")) {
        least = least(least, smallest(cgroups.resolve("cpu"), parts[2]));
      }
    }
    return least;
  }

  private static @Nullable Quota smallest(Path root, String group) {
    Quota least = null;
    Path directory = root.resolve(group.replaceFirst("^/+", "")).normalize();
    while (directory != null && directory.startsWith(root)) {
      Double quota = quotaIn(directory);
      least = least(least, quota == null ? null : new Quota(quota, directory));
      directory = directory.getParent();
    }
    return least;
  }

  /** CPUs that a group may use at the same time; null if it has no quota itself. */
  static @Nullable Double quotaIn(Path directory) {
    Double second = ratio(read(directory.resolve("cpu.max")));
    return second != null
        ? second
        : ratio(
            read(directory.resolve("cpu.cfs_quota_us"))
                + " "
                + read(directory.resolve("cpu.cfs_period_us")));
  }

  /** Of {@code QUOTA PERIOD}; null for {@code max}, -1 and everything else that is no quota. */
  private static @Nullable Double ratio(String text) {
    String[] words = text.strip().split("\\s+", -1);
    try {
      double quota = words.length == 2 ? Double.parseDouble(words[0]) : -1;
      return quota > 0 ? Double.valueOf(quota / Double.parseDouble(words[1])) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Quota least(@Nullable Quota one, @Nullable Quota other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.cpus() < one.cpus() ? other : one;
  }

  private static String read(Path file) {
    try {
      return text(file).strip();
    } catch (IOException e) {
      return "";
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
