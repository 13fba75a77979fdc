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
