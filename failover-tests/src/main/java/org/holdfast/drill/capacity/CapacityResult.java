// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many users a cluster sustains, as an interval, and how far to trust it.
 *
 * @param outcome how the search ended
 * @param sustained highest number of users that passed and was not taken back, 0 if none did
 * @param failing lowest number of users that failed and was not taken back, null if none did
 * @param reason the outcome in words, with figures
 * @param limits what the lowest failing stage did not keep, in words
 * @param contradictions numbers of users that both passed and failed, in words
 * @param stages all stages in the order in which they were run, invalid ones too
 */
public record CapacityResult(
    Outcome outcome,
    int sustained,
    @Nullable Integer failing,
    String reason,
    List<String> limits,
    List<String> contradictions,
    List<StageResult> stages) {

  public CapacityResult {
    limits = List.copyOf(limits);
    contradictions = List.copyOf(contradictions);
    stages = List.copyOf(stages);
  }

  /** How a search ends. */
  public enum Outcome {
    /** The interval is narrow, its lower end confirmed. */
    FOUND,
    /** The most users allowed are sustained, confirmed: the capacity is at least that. */
    AT_LEAST,
    /** Not even the fewest users allowed are sustained. */
    NONE,
    /** Results contradicted each other too often; the interval is not confirmed. */
    UNSTABLE,
    /** A stage stayed invalid however often it was run; the interval is not confirmed. */
    INVALID,
    /** All stages allowed were run; the interval is not confirmed. */
    OUT_OF_STAGES,
    /** A node ended by itself; the interval is not confirmed. */
    NODE_ENDED,
    /** Somebody, or trouble of the driver, stopped the search; the interval is not confirmed. */
    STOPPED
  }

  /** Whether {@link #sustained} was confirmed. */
  public boolean confirmed() {
    return outcome == Outcome.FOUND || outcome == Outcome.AT_LEAST;
  }

  /** The same, with the threads seen in a stage like the one that failed put down to that one. */
  public CapacityResult withThreads(String threads) {
    return new CapacityResult(
        outcome,
        sustained,
        failing,
        reason,
        limits,
        contradictions,
        stages.stream()
            .map(
                stage ->
                    failing != null && stage.users() == failing && stage.valid()
                        ? stage.withThreads(threads)
                        : stage)
            .toList());
  }

  /**
   * Whether a capacity line is made of {@code stage}: a valid one with the users sustained that
   * kept {@code goal}. One that did not, before others cleared the number of it, is told as a
   * contradiction.
   */
  public boolean isAtCapacity(StageResult stage, CapacityGoal goal) {
    return stage.valid() && stage.users() == sustained && goal.misses(stage).isEmpty();
  }

  /** The stages {@linkplain #isAtCapacity at capacity}, in their order. */
  public List<StageResult> runsAtCapacity(CapacityGoal goal) {
    return stages.stream().filter(stage -> isAtCapacity(stage, goal)).toList();
  }
}
