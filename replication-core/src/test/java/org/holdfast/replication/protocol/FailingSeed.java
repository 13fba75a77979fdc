// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * A line of {@code failing-seeds.txt}: a run of the simulator that broke a promise once.
 *
 * @param broken what it broke
 */
record FailingSeed(Plan plan, String broken) {
  static List<FailingSeed> all() throws IOException {
    try (InputStream in = FailingSeed.class.getResourceAsStream("failing-seeds.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.startsWith("#")).map(FailingSeed::parse).toList();
    }
  }

  private static FailingSeed parse(String line) {
    String[] words = line.split(" ", 2);
    if (words.length < 2) {
      throw new IllegalArgumentException(
          "a line of failing-seeds.txt has a seed or plan, and what it broke, but one has: "
              + line);
    }
    return new FailingSeed(Plan.parse(words[0]), words[1]);
  }
}
