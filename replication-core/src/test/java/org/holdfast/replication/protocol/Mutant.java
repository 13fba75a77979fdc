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

import java.util.ArrayList;
import java.util.List;

/**
 * A mistake that somebody could make in the protocol: a rule left out or turned around.
 *
 * @param name what goes wrong, as a short name for reports and {@code -Dmutants=}
 * @param rule what it belongs to: the number of the rule that it switches off, as in {@link
 *     ProtocolMutants}
 * @param edits what is written instead
 * @param seeds within how many seeds the simulator must notice; 0 if a directed test must, because
 *     other rules stand before this one
 */
record Mutant(String name, String rule, List<Edit> edits, int seeds) {
  /** Seeds that suffice for whatever is looked for in every build. */
  static final int QUICK = 60;

  /**
   * @param file source of the protocol, without directory
   * @param original found there exactly once
   */
  record Edit(String file, String original, String replacement) {}

  static Mutant of(String name, String rule, String file, String original, String replacement) {
    return new Mutant(name, rule, List.of(new Edit(file, original, replacement)), QUICK);
  }

  static Mutant behindOthers(
      String name, String rule, String file, String original, String replacement) {
    return new Mutant(name, rule, List.of(new Edit(file, original, replacement)), 0);
  }

  /** The same mistake, made in a second place too. */
  Mutant and(String file, String original, String replacement) {
    List<Edit> all = new ArrayList<>(edits);
    all.add(new Edit(file, original, replacement));
    return new Mutant(name, rule, List.copyOf(all), seeds);
  }

  /** Needs a rare chain of events: looked for at night only. */
  Mutant rare(int withinSeeds) {
    return new Mutant(name, rule, edits, withinSeeds);
  }

  boolean isForDirectedTests() {
    return seeds == 0;
  }

  boolean isRare() {
    return seeds > QUICK;
  }
}
