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

package org.holdfast.drill.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.plan.report.CapacityReport;

/** Finds out where a measurement runs; what cannot be found out is "unknown". */
final class Surroundings {
  private static final String UNKNOWN = "unknown";
  private static final int GIT_SECONDS = 5;

  private Surroundings() {}

  static CapacityReport.Environment now() {
    return new CapacityReport.Environment(
        new VersionLine().getVersion()[0],
        System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        cpuModel(Path.of("/proc/cpuinfo")),
        Runtime.getRuntime().availableProcessors(),
        commit());
  }

  static String cpuModel(Path cpuinfo) {
    try {
      for (String line : Files.readAllLines(cpuinfo, StandardCharsets.ISO_8859_1)) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      return UNKNOWN;
    }
    return UNKNOWN;
  }

  /**
   * Of the work tree that this process was started in, if it is one: mostly what was built there.
   */
  private static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=7", "--exclude=*")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!git.waitFor(GIT_SECONDS, TimeUnit.SECONDS)) {
        git.destroyForcibly();
        return UNKNOWN;
      }
      String said =
          new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      return git.exitValue() == 0 && !said.isEmpty() ? said : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  /** Numbers of the CPUs that this process may use. */
  static List<Integer> cpus() {
    try {
      for (String line :
          Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
        if (line.startsWith("Cpus_allowed_list:")) {
          return numbers(line.substring(line.indexOf(':') + 1).strip());
        }
      }
    } catch (IOException | NumberFormatException e) {
      return counted();
    }
    return counted();
  }

  /** The numbers in a list such as {@code 0-3,8}. */
  static List<Integer> numbers(String list) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      for (int cpu = Integer.parseInt(ends[0]);
          cpu <= Integer.parseInt(ends[ends.length - 1]);
          cpu++) {
        numbers.add(cpu);
      }
    }
    return numbers;
  }

  private static List<Integer> counted() {
    List<Integer> numbers = new ArrayList<>();
    for (int cpu = 0; cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
      numbers.add(cpu);
    }
    return numbers;
  }
}
