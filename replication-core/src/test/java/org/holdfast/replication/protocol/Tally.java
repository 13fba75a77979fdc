// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** How often something happened, in groups. One thread's own; costs a look into two maps. */
final class Tally {
  static final String MESSAGES = "messages delivered";
  static final String CHANGES = "state changes";
  static final String FAULTS = "faults";
  static final String STEPS = "workload steps";
  static final String OUTCOMES = "outcomes of answers";
  static final String COUNTERS = "counters";
  static final String SIZES = "runs";
  static final String WEATHER = "weather";
  static final String CHECKS = "checks";

  private final Map<String, Map<String, long[]>> groups = new HashMap<>();

  void count(String group, String name) {
    add(group, name, 1);
  }

  void add(String group, String name, long number) {
    counter(group, name)[0] += number;
  }

  /** The counter itself, for figures that are counted too often to be looked up. */
  long[] counter(String group, String name) {
    return groups
        .computeIfAbsent(group, none -> new HashMap<>())
        .computeIfAbsent(name, none -> new long[1]);
  }

  void addAll(Tally other) {
    other.groups.forEach((group, names) -> names.forEach((name, n) -> add(group, name, n[0])));
  }

  long of(String group, String name) {
    return group(group).getOrDefault(name, 0L);
  }

  Map<String, Long> group(String group) {
    Map<String, Long> numbers = new TreeMap<>();
    groups.getOrDefault(group, Map.of()).forEach((name, n) -> numbers.put(name, n[0]));
    return numbers;
  }

  /** A table with one line for each name. */
  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    for (String group : new TreeSet<>(groups.keySet())) {
      table.append(String.format("%n  %s", group));
      group(group).forEach((name, n) -> table.append(String.format("%n    %-34s %,16d", name, n)));
    }
    return table.toString();
  }
}
