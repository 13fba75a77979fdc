// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
