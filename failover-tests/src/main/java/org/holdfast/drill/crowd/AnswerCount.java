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
