// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.IntStream;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.plan.report.CapacityReport;
import org.holdfast.drill.usage.CpuAllowance;

/** Finds out where a measurement runs; what cannot be found out is "unknown". */
final class Surroundings {
  private static final String UNKNOWN = "unknown";

  private Surroundings() {}

  static CapacityReport.Environment now() {
    return new CapacityReport.Environment(
        new VersionLine().getVersion()[0],
        System.getProperty("java.version"),
        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        cpuModel(Path.of("/proc/cpuinfo")),
        cpus().cores(),
        VersionLine.commit().orElse(UNKNOWN),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
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

  /** What this process, and thus all that it starts, may use together. */
  static CpuAllowance.Cpus cpus() {
    return CpuAllowance.here()
        .of(ProcessHandle.current().pid())
        .orElseGet(
            () ->
                new CpuAllowance.Cpus(
                    IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList(),
                    null));
  }
}
