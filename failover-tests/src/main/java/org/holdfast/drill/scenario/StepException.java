// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

/** Tells of a step that cannot be played among the others, and which it is. */
final class StepException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient Step step;

  StepException(Step step, String message) {
    super(message);
    this.step = step;
  }

  private StepException(Step step, IllegalArgumentException why) {
    super(why.getMessage(), why);
    this.step = step;
  }

  Step step() {
    return step;
  }

  /**
   * Runs what may refuse {@code step}.
   *
   * @throws StepException if it does
   */
  static void judge(Step step, Runnable judging) {
    try {
      judging.run();
    } catch (IllegalArgumentException e) {
      throw new StepException(step, e);
    }
  }
}
