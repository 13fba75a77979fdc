// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.time.Duration;

/**
 * One thing of a schedule.
 *
 * @param at when it is done first, from the start of the measured time
 * @param every how long from one time to the next, if there are several
 * @param times how often, at least 1
 */
public record Step(Duration at, Duration every, int times, Action action) {
  public Step {
    if (at.isNegative()) {
      throw new IllegalArgumentException("at must be 0 s or more, was " + Times.text(at));
    }
    if (times < 1) {
      throw new IllegalArgumentException("times must be at least 1, was " + times);
    }
    if (every.isNegative()) {
      throw new IllegalArgumentException("every must not be below 0 s, was " + Times.text(every));
    }
    if (times > 1 && every.compareTo(Duration.ofSeconds(1)) < 0) {
      throw new IllegalArgumentException("every must be at least 1 s, was " + Times.text(every));
    }
    if (times > 1 && every.compareTo(action.lasts()) <= 0) {
      throw new IllegalArgumentException(
          "every must be longer than for, was "
              + Times.text(every)
              + " and "
              + Times.text(action.lasts()));
    }
  }

  /** When its last effect is over at the earliest. */
  public Duration ends() {
    return at.plus(every.multipliedBy(times - 1L)).plus(action.lasts());
  }

  /** Describes it for people, as a line of a plan. */
  public String words() {
    return "at "
        + Times.text(at)
        + (times == 1 ? "" : ", " + times + " times, every " + Times.text(every))
        + ": "
        + action.words();
  }
}
