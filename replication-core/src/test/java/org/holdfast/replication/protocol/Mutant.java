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

import java.util.List;

/**
 * A mistake that somebody could make in the protocol: a rule left out or turned around.
 *
 * @param name what goes wrong
 * @param rule which rule that is: a number of the list in {@code mutants.txt}, or a word of it
 * @param directed whether a directed test must notice, because other rules stand before this one;
 *     else the simulator must
 * @param edits what is written instead
 */
record Mutant(String name, String rule, boolean directed, List<Edit> edits) {

  /**
   * @param file source of the protocol, without directory
   * @param original found there exactly once
   */
  record Edit(String file, String original, String replacement) {}
}
