// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.usage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Linux tells of a process and of those that it has started: a server may leave the work
 * to others, as nginx does. Costs a small file for each process of the machine and two for each
 * thread of these, so: for once a stage, not once a request.
 */
public final class ProcFiles {
  /** The unit of CPU time in {@code /proc}, on every architecture that runs Java. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private static final int PARENT_AFTER_NAME = 1;
  private static final int UTIME_AFTER_NAME = 11;

  /** User and system time, then those of ended children that the process has waited for. */
  private static final int TIMES = 4;

  private final Path proc;

  /** Reads below {@code proc}, which is {@code /proc} but in tests. */
  public ProcFiles(Path proc) {
    this.proc = proc;
  }

  /**
   * What a process and those below it have used since their start.
   *
   * @param cpuNanos of all their threads, ended ones too, and of ended children that were waited
   *     for, to 10 ms
   * @param contextSwitches of their living threads, voluntary or not; null if not told
   * @param runnableNanos time that their living threads ran or waited for a CPU, added up; null if
   *     this kernel does not tell
   */
  public record Times(long cpuNanos, @Nullable Long contextSwitches, @Nullable Long runnableNanos) {

    private Times plus(Times other) {
      return new Times(
          cpuNanos + other.cpuNanos,
          sum(contextSwitches, other.contextSwitches),
          sum(runnableNanos, other.runnableNanos));
    }

    private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
      return one == null || other == null ? (one == null ? other : one) : Long.valueOf(one + other);
    }
  }

  /**
   * What {@code /proc/PID/stat} tells.
   *
   * @param cpuNanos of the process, and of ended children that it has waited for
   */
  record Stat(long parent, long cpuNanos) {}

  /**
   * Reads the times of a process and of all below it; empty if there is no such process or no
   * {@code /proc}.
   */
  public Optional<Times> times(long pid) {
    Map<Long, Stat> all = new HashMap<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        Stat stat = statOf(process);
        if (stat != null) {
          all.put(Long.valueOf(process.getFileName().toString()), stat);
        }
      }
    } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
      return Optional.empty();
    }
    return all.containsKey(pid)
        ? tree(pid, all).stream().map(each -> timesOf(each, all)).reduce(Times::plus)
        : Optional.empty();
  }

  /** The process and all below it. */
  private static Set<Long> tree(long pid, Map<Long, Stat> all) {
    Set<Long> tree = new HashSet<>(Set.of(pid));
    int before = 0;
    while (tree.size() > before) {
      before = tree.size();
      all.forEach(
          (each, stat) -> {
            if (tree.contains(stat.parent())) {
              tree.add(each);
            }
          });
    }
    return tree;
  }

  private Times timesOf(Long pid, Map<Long, Stat> all) {
    Stat stat = all.get(pid);
    long switches = 0;
    long runnable = 0;
    boolean tellsSwitches = false;
    boolean tellsRunnable = false;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(proc.resolve(pid + "/task"))) {
      for (Path thread : threads) {
        Long switched = ofThread(thread.resolve("status"), ProcFiles::contextSwitches);
        Long ran = ofThread(thread.resolve("schedstat"), ProcFiles::runnableNanos);
        tellsSwitches |= switched != null;
        tellsRunnable |= ran != null;
        switches += switched == null ? 0 : switched;
        runnable += ran == null ? 0 : ran;
      }
    } catch (IOException | DirectoryIteratorException e) {
      // It has ended since; what it used by then is known.
    }
    return new Times(
        stat == null ? 0 : stat.cpuNanos(),
        tellsSwitches ? switches : null,
        tellsRunnable ? runnable : null);
  }

  /** Null for a process that has just ended. */
  private static @Nullable Stat statOf(Path process) {
    try {
      return stat(text(process.resolve("stat")));
    } catch (IOException e) {
      return null;
    }
  }

  private interface Reader {
    @Nullable Long read(String text);
  }

  /** Null for a thread that has ended, or does not tell. */
  private static @Nullable Long ofThread(Path file, Reader reader) {
    try {
      return reader.read(text(file));
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Reads {@code /proc/PID/stat}. The name of the program in it may hold spaces and parentheses.
   *
   * @throws IOException if it is no such text
   */
  static Stat stat(String text) throws IOException {
    String[] fields = text.substring(text.lastIndexOf(')') + 1).strip().split(" ", -1);
    try {
      long ticks = 0;
      for (int i = 0; i < TIMES; i++) {
        ticks += Long.parseLong(fields[UTIME_AFTER_NAME + i]);
      }
      return new Stat(Long.parseLong(fields[PARENT_AFTER_NAME]), NANOS_PER_TICK * ticks);
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException("not the text of /proc/PID/stat: " + text, e);
    }
  }

  /** Both kinds, out of {@code /proc/PID/task/TID/status}; null if it tells none. */
  static @Nullable Long contextSwitches(String status) {
    Long voluntary = number(status, "voluntary_ctxt_switches:");
    Long nonvoluntary = number(status, "nonvoluntary_ctxt_switches:");
    return voluntary == null || nonvoluntary == null
        ? null
        : Long.valueOf(voluntary + nonvoluntary);
  }

  /**
   * Time on a CPU and time in its queue, out of {@code schedstat}; null if it is something else.
   */
  static @Nullable Long runnableNanos(String schedstat) {
    String[] fields = schedstat.strip().split(" ", -1);
    try {
      return fields.length == 3
          ? Long.valueOf(Long.parseLong(fields[0]) + Long.parseLong(fields[1]))
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Long number(String status, String field) {
    for (String line : status.split("\n", -1)) {
      if (line.startsWith(field)) {
        try {
          return Long.valueOf(line.substring(field.length()).strip());
        } catch (NumberFormatException e) {
          return null;
        }
      }
    }
    return null;
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
