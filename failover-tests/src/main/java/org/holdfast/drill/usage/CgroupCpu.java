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
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Finds the cgroup whose CPU time is a node's: the nearest one around its process that has a limit
 * of its own, a quota or CPUs, unless this process or another node is in it, too. A container with
 * limits is such a group; what it may use is then compared with all that runs in it, to the
 * microsecond. Of any other process the files of the process tell. Reads cgroups of version 2 and
 * 1.
 */
public final class CgroupCpu {
  /** The controller of version 1 that counts. */
  private static final String FIRST = "cpuacct";

  private static final String CPUS = "cpuset.cpus";
  private static final String USAGE = "usage_usec ";

  private final Path proc;
  private final Path cgroups;

  /**
   * @param proc {@code /proc} but in tests
   * @param cgroups {@code /sys/fs/cgroup} but in tests
   */
  public CgroupCpu(Path proc, Path cgroups) {
    this.proc = proc;
    this.cgroups = cgroups;
  }

  /** Of this machine's processes. */
  public static CgroupCpu here() {
    return new CgroupCpu(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  /**
   * A group, found at a moment; its process stays in it.
   *
   * @param directory of its files
   */
  public record Group(Path directory) {

    /** What all in it have used since it was made; empty if it is gone. */
    public OptionalLong cpuNanos() {
      for (String line : text(directory.resolve("cpu.stat")).split("\n", -1)) {
        if (line.startsWith(USAGE)) {
          return number(line.substring(USAGE.length()), 1_000);
        }
      }
      return number(text(directory.resolve("cpuacct.usage")), 1);
    }
  }

  /**
   * The group of each of several nodes, in their order; empty for one that has none to itself.
   *
   * @param pids of their processes
   */
  public List<Optional<Group>> of(List<Long> pids) {
    List<Path> all =
        new ArrayList<>(pids.stream().map(Object::toString).map(this::around).toList());
    Path self = around("self");
    List<Optional<Group>> groups = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      List<Path> others = new ArrayList<>(all);
      others.set(i, self);
      groups.add(limited(all.get(i), others));
    }
    return groups;
  }

  /** Where the CPU time of the process's group is; the root if it is not known. */
  private Path around(String process) {
    Path found = cgroups;
    for (String line : text(proc.resolve(process).resolve("cgroup")).split("\n", -1)) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      boolean isFirst = List.of(parts[1].split(",", -1)).contains(FIRST);
      Path root = isFirst ? cgroups.resolve(FIRST) : cgroups;
      Path group = root.resolve(parts[2].replaceFirst("^/+", "")).normalize();
      if (isFirst || (parts[1].isEmpty() && found.equals(cgroups))) {
        found = group.startsWith(root) ? group : cgroups;
      }
    }
    return found;
  }

  private Optional<Group> limited(Path group, List<Path> others) {
    Path each = group;
    while (isInside(each) && others.stream().noneMatch(isIn(each))) {
      Group found = new Group(each);
      if (hasLimit(each) && found.cpuNanos().isPresent()) {
        return Optional.of(found);
      }
      each = each.resolve("..").normalize();
    }
    return Optional.empty();
  }

  private static Predicate<Path> isIn(Path group) {
    return other -> other.startsWith(group);
  }

  private boolean isInside(Path group) {
    return group.startsWith(cgroups)
        && !group.equals(cgroups)
        && !group.equals(cgroups.resolve(FIRST));
  }

  private boolean hasLimit(Path group) {
    if (CpuAllowance.quotaIn(in("cpu", group)) != null) {
      return true;
    }
    // In version 1 each group has a list, mostly that of the one above.
    Path there = in("cpuset", group);
    String list = text(there.resolve(CPUS));
    return !list.isEmpty() && !list.equals(text(there.resolveSibling(CPUS)));
  }

  /** In version 1 each controller has a tree of its own, in which a container has one name. */
  private Path in(String controller, Path group) {
    Path counting = cgroups.resolve(FIRST);
    return group.startsWith(counting)
        ? cgroups.resolve(controller).resolve(counting.relativize(group))
        : group;
  }

  private static OptionalLong number(String text, long factor) {
    try {
      return OptionalLong.of(Long.parseLong(text.strip()) * factor);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Empty for a file that is not there. */
  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
