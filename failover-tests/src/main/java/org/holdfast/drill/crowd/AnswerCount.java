// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

/** The answers of one user as they come, in three numbers. Not thread-safe. */
final class AnswerCount {
  private long answers;
  private long responseNanos;
  private long longestNanos;

  void add(long fromDueNanos) {
    answers++;
    responseNanos += fromDueNanos;
    longestNanos = Math.max(longestNanos, fromDueNanos);
  }

  void clear() {
    answers = 0;
    responseNanos = 0;
    longestNanos = 0;
  }

  /**
   * @param openNanos age of the request that the user waits for, negative for none
   * @param waitingNanos the same from when the user acted, 0 for none
   * @param thinkingNanos what has passed of the pause under way, 0 for none
   */
  UserTally tally(long openNanos, long waitingNanos, long thinkingNanos) {
    return new UserTally(
        answers, responseNanos, longestNanos, openNanos, waitingNanos, thinkingNanos);
  }
}
