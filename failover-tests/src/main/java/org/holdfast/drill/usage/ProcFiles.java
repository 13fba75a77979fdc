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

package org.holdfast.drill.usage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Linux tells of a process. Costs two small files and two more for each of its threads,
 * so: for once a stage, not once a request.
 */
public final class ProcFiles {
  /** The unit of CPU time in {@code /proc}, on every architecture that runs Java. */
  private static final long NANOS_PER_TICK = 10_000_000;

  private static final int UTIME_AFTER_NAME = 11;

  private final Path proc;

  /** Reads below {@code proc}, which is {@code /proc} but in tests. */
  public ProcFiles(Path proc) {
    this.proc = proc;
  }

  /**
   * What a process has used since its start.
   *
   * @param cpuNanos of all its threads, ended ones too, to 10 ms
   * @param contextSwitches of its living threads, voluntary or not; null if not told
   * @param runnableNanos time that its living threads ran or waited for a CPU, added up; null if
   *     this kernel does not tell
   */
  public record Times(
      long cpuNanos, @Nullable Long contextSwitches, @Nullable Long runnableNanos) {}

  /** Reads the times of a process; empty if there is no such process or no {@code /proc}. */
  public Optional<Times> times(long pid) {
    Path process = proc.resolve(Long.toString(pid));
    try {
      long cpu = cpuNanos(text(process.resolve("stat")));
      long switches = 0;
      long runnable = 0;
      boolean tellsSwitches = false;
      boolean tellsRunnable = false;
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
        for (Path thread : threads) {
          Long switched = ofThread(thread.resolve("status"), ProcFiles::contextSwitches);
          Long ran = ofThread(thread.resolve("schedstat"), ProcFiles::runnableNanos);
          tellsSwitches |= switched != null;
          tellsRunnable |= ran != null;
          switches += switched == null ? 0 : switched;
          runnable += ran == null ? 0 : ran;
        }
      }
      return Optional.of(
          new Times(cpu, tellsSwitches ? switches : null, tellsRunnable ? runnable : null));
    } catch (IOException | DirectoryIteratorException e) {
      return Optional.empty();
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
   * User and system time out of {@code /proc/PID/stat}. The name of the program before them may
   * hold spaces and parentheses.
   *
   * @throws IOException if it is no such text
   */
  static long cpuNanos(String stat) throws IOException {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    try {
      return NANOS_PER_TICK
          * (Long.parseLong(fields[UTIME_AFTER_NAME])
              + Long.parseLong(fields[UTIME_AFTER_NAME + 1]));
    } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException("not the text of /proc/PID/stat: " + stat, e);
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
