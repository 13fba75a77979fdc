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
