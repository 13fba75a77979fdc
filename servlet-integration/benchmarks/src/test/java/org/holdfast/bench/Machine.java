// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The machine, the system and the load, without which a figure means nothing.
 *
 * @param cpu model and number of processors
 * @param load averages over 1, 5 and 15 minutes
 */
record Machine(String jdk, String cpu, String system, String load) {
  private static final String UNKNOWN = "unknown";

  /**
   * Describes this machine as it is now.
   *
   * @param proc {@code /proc}; what is not found in it is called unknown
   */
  static Machine read(Path proc) {
    String model =
        lines(proc.resolve("cpuinfo")).stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse(UNKNOWN);
    String load =
        lines(proc.resolve("loadavg")).stream()
            .map(line -> line.split(" "))
            .filter(words -> words.length > 2)
            .map(words -> words[0] + " " + words[1] + " " + words[2])
            .findFirst()
            .orElse(UNKNOWN);
    return new Machine(
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        Runtime.getRuntime().availableProcessors() + " of " + model,
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        load);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return List.of();
    }
  }

  String markdown() {
    return jdk + "; CPUs: " + cpu + "; " + system + "; load average at start " + load;
  }
}
