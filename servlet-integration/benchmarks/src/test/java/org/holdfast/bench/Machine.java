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

package org.holdfast.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a figure must not stand without.
 *
 * @param cpu model and number of processors
 * @param load averages over 1, 5 and 15 minutes
 */
record Machine(String jdk, String cpu, String system, String load) {
  private static final String UNKNOWN = "unknown";

  /**
   * Describes this one as it is now.
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
