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

package org.holdfast.drill.loadrun;

import java.time.Duration;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.ThinkFrom;

/**
 * A user's mean time from request to request. A steady state lasts a whole number of them: users
 * that move in step, as those with fixed think times do, would otherwise be counted once more, or
 * once less, than the time allows.
 *
 * @param seconds 0 if users have none, as in the open model
 */
record Cycle(double seconds) {
  /** How far a whole number may be missed without one more cycle. */
  private static final double SLACK = 0.01;

  /** The cycle of users that think as planned and wait as they did in {@code before}. */
  static Cycle of(CrowdPlan plan, CrowdFigures before) {
    if (plan.isOpen()) {
      return new Cycle(0);
    }
    double response = before.answers() == 0 ? 0 : before.responseSeconds() / before.answers();
    double think = plan.thinkTime().mean().toNanos() / 1e9;
    return new Cycle(
        plan.thinkFrom() == ThinkFrom.CYCLE ? Math.max(think, response) : think + response);
  }

  /** The shortest time of whole cycles, one at least, that is not shorter than {@code asked}. */
  Duration whole(Duration asked) {
    if (seconds <= 0) {
      return asked;
    }
    double cycles = Math.max(1, Math.ceil(asked.toNanos() / 1e9 / seconds - SLACK));
    return Duration.ofNanos(Math.round(cycles * seconds * 1e9));
  }
}
