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

/**
 * Which of the users of a plan one process drives: every {@code workers}-th of them, so that each
 * process has users from the beginning to the end of a ramp-up, on all nodes.
 *
 * @param worker which process, 0 to {@code workers} - 1
 * @param workers how many processes there are, at least 1
 */
public record CrowdShare(int worker, int workers) {
  /** All users in one process. */
  public static final CrowdShare WHOLE = new CrowdShare(0, 1);

  public CrowdShare {
    if (workers < 1 || worker < 0 || worker >= workers) {
      throw new IllegalArgumentException(
          "a worker must be 0 to one less than the workers, was " + worker + " of " + workers);
    }
  }

  /** How many of {@code users} fall to this process. */
  public int of(int users) {
    return (users - worker + workers - 1) / workers;
  }

  /** Number in the whole crowd of the user that has {@code number} in this process. */
  int wholeNumber(int number) {
    return number * workers + worker;
  }
}
