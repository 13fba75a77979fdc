// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

/**
 * What one user has to show since its tally began.
 *
 * @param answers answers it had
 * @param responseNanos sum of their times from due
 * @param longestNanos the longest of them
 * @param openNanos age of the request that it waits for, since it was due; negative if it waits for
 *     none
 * @param waitingNanos age of that request since the user acted, 0 for none
 * @param thinkingNanos what has passed of the pause that it makes, no more than was planned; 0 for
 *     none
 */
public record UserTally(
    long answers,
    long responseNanos,
    long longestNanos,
    long openNanos,
    long waitingNanos,
    long thinkingNanos) {

  /** A user that was slow but for once has at least so many answers. */
  private static final int ENOUGH = 3;

  /** Mean time from due of all its answers but the slowest, in seconds; 0 of too few. */
  double usualSeconds() {
    return answers < ENOUGH ? 0 : (responseNanos - longestNanos) / 1e9 / (answers - 1);
  }

  public boolean isOpen() {
    return openNanos >= 0;
  }
}
