// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.micrometer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The name of a counter of the core in a registry.
 *
 * @param name with dots between its words
 * @param unit the unit counted, the last word of the name; null if the name does not end in one
 */
record MeterName(String name, @Nullable String unit) {
  private static final String PREFIX = "holdfast.";
  private static final Set<String> UNITS =
      Set.of(
          "bytes",
          "frames",
          "writes",
          "attributes",
          "sessions",
          "copies",
          "responses",
          "versions",
          "handshakes",
          "connections");

  /** Returns {@code holdfast.sent.bytes} for {@code bytesSent}: words that are units go last. */
  static MeterName of(String counter) {
    List<String> words = new ArrayList<>();
    for (String word : counter.split("(?=[A-Z])", -1)) {
      words.add(word.toLowerCase(Locale.ROOT));
    }
    if (UNITS.contains(words.get(0))) {
      words.add(words.remove(0));
    }
    String last = words.get(words.size() - 1);
    return new MeterName(PREFIX + String.join(".", words), UNITS.contains(last) ? last : null);
  }
}
