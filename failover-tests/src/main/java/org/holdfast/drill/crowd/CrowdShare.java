// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
