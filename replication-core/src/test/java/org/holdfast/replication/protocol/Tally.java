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

import java.util.Map;
import java.util.TreeMap;

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

  private final Map<String, Map<String, Long>> groups = new TreeMap<>();

  void count(String group, String name) {
    add(group, name, 1);
  }

  void add(String group, String name, long number) {
    groups.computeIfAbsent(group, none -> new TreeMap<>()).merge(name, number, Long::sum);
  }

  void addAll(Tally other) {
    other.groups.forEach((group, names) -> names.forEach((name, n) -> add(group, name, n)));
  }

  long of(String group, String name) {
    return group(group).getOrDefault(name, 0L);
  }

  Map<String, Long> group(String group) {
    return groups.getOrDefault(group, Map.of());
  }

  /** A table with one line for each name. */
  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    groups.forEach(
        (group, names) -> {
          table.append(String.format("%n  %s", group));
          names.forEach((name, n) -> table.append(String.format("%n    %-34s %,16d", name, n)));
        });
    return table.toString();
  }
}
