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

package org.holdfast.drill.capacity;

/** What a search wants next: a stage, or nothing more. */
public sealed interface SearchStep {

  /**
   * Run a stage.
   *
   * @param users closed users to drive
   * @param purpose why these, for the progress line
   */
  record Try(int users, Purpose purpose) implements SearchStep {}

  /** The search has ended. */
  record Done(CapacityResult result) implements SearchStep {}

  /** Why a stage is run. */
  enum Purpose {
    /** Nothing has failed yet: more users. */
    GROW,
    /** Nothing has passed yet: half the users. */
    SHRINK,
    /** Halves the interval between the highest that passed and the lowest that failed. */
    BISECT,
    /** The highest that passed, again: once may have been luck. */
    CONFIRM,
    /** The lowest that failed, again: a hiccup of the machine would have cut the capacity short. */
    RECHECK
  }
}
